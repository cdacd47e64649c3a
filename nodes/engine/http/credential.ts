import type { ICredentialDataDecryptedObject } from 'n8n-workflow';

export const credentialName = 'smsboxApi';

/** A text of the credential's data, trimmed; '' where there is none. */
export function credentialText(credential: ICredentialDataDecryptedObject, field: string): string {
	const value = credential[field];
	return typeof value === 'string' ? value.trim() : '';
}

/** Fields of a node that override a default of the credential. */
export const agentDefaults = ['wabaId', 'phoneId', 'agentId'] as const;

/** The defaults of a credential; what is not entered there is empty. */
export type Defaults = Readonly<Record<(typeof agentDefaults)[number] | 'countryCode', string>>;

export const noDefaults: Defaults = { wabaId: '', phoneId: '', agentId: '', countryCode: '' };

const defaultsIn = (credential: ICredentialDataDecryptedObject): Defaults => ({
	wabaId: credentialText(credential, 'wabaId'),
	phoneId: credentialText(credential, 'phoneId'),
	agentId: credentialText(credential, 'rcsAgentId'),
	countryCode: credentialText(credential, 'countryCode'),
});

interface CredentialContext {
	getCredentials: (name: string) => Promise<ICredentialDataDecryptedObject>;
}

/**
 * Reads the defaults of a node's credential. One that cannot be read has none: the first request reports it.
 *
 * @param hasFailed is told why it cannot be read
 */
export async function readDefaults(
	context: CredentialContext,
	hasFailed: (error: unknown) => void = () => undefined,
): Promise<Defaults> {
	try {
		return defaultsIn(await context.getCredentials(credentialName));
	} catch (error) {
		hasFailed(error);
		return noDefaults;
	}
}
