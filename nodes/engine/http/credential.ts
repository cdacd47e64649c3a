import type { ICredentialDataDecryptedObject } from 'n8n-workflow';

export const credentialName = 'smsboxApi';

/** A text of the credential's data, trimmed; '' where there is none. An expression can return a number. */
export function credentialText(credential: ICredentialDataDecryptedObject, field: string): string {
	const value = credential[field];
	return typeof value === 'string' || typeof value === 'number' ? String(value).trim() : '';
}

/** Fields of a node that override a default of the credential. */
export const agentDefaults = ['wabaId', 'phoneId', 'agentId'] as const;

/** The defaults of a credential; what is not entered there is empty. */
export type Defaults = Readonly<Record<(typeof agentDefaults)[number] | 'countryCode', string>>;

export const noDefaults: Defaults = { wabaId: '', phoneId: '', agentId: '', countryCode: '' };

const countryCodeField = 'countryCode';

/** A field that was left empty is an empty text; only an expression that returned no value is anything else. */
function countryCodeIn(credential: ICredentialDataDecryptedObject): string {
	const text = credentialText(credential, countryCodeField);
	const isEmpty = !(countryCodeField in credential) || typeof credential[countryCodeField] === 'string';
	// No country code, so that national numbers fail: empty, they would go to the country of the SMSBOX account.
	return text === '' && !isEmpty ? 'no value' : text;
}

/** Returns the defaults in a credential's data. */
export const defaultsIn = (credential: ICredentialDataDecryptedObject): Defaults => ({
	wabaId: credentialText(credential, 'wabaId'),
	phoneId: credentialText(credential, 'phoneId'),
	agentId: credentialText(credential, 'rcsAgentId'),
	countryCode: countryCodeIn(credential),
});

interface CredentialContext {
	getCredentials: (name: string) => Promise<ICredentialDataDecryptedObject>;
}

/** Reads the defaults of a node's credential. One that cannot be read has none: the first request reports it. */
export const readDefaults = async (context: CredentialContext): Promise<Defaults> =>
	await context.getCredentials(credentialName).then(defaultsIn, () => noDefaults);
