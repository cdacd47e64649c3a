import type { ICredentialDataDecryptedObject, INodeProperties } from 'n8n-workflow';
import { InvalidInput } from '../../../protocol/errors';
import { credentialName, credentialText } from '../http/transport';
import type { Reader } from './reader';

const agentDefaults = ['wabaId', 'phoneId', 'agentId'] as const;

/** The defaults of a credential; what is not entered there is empty. */
export type Defaults = Readonly<Record<(typeof agentDefaults)[number] | 'countryCode', string>>;

export const noDefaults: Defaults = { wabaId: '', phoneId: '', agentId: '', countryCode: '' };

export const defaultsIn = (credential: ICredentialDataDecryptedObject): Defaults => ({
	wabaId: credentialText(credential, 'wabaId'),
	phoneId: credentialText(credential, 'phoneId'),
	agentId: credentialText(credential, 'rcsAgentId'),
	countryCode: credentialText(credential, 'countryCode'),
});

interface CredentialContext {
	getCredentials: (name: string) => Promise<ICredentialDataDecryptedObject>;
}

/** Reads the defaults of a node's credential. One that cannot be read has none: the first request reports it. */
export async function readDefaults(context: CredentialContext): Promise<Defaults> {
	try {
		return defaultsIn(await context.getCredentials(credentialName));
	} catch {
		return noDefaults;
	}
}

/**
 * Reads a field that overrides a default of the credential.
 *
 * @throws InvalidInput where both are empty
 */
export function textOrDefault(reader: Reader, { name }: INodeProperties): string {
	const known = agentDefaults.find((one) => one === name);
	const text = reader.text(name).trim() || (known === undefined ? '' : reader.defaults[known]);
	if (text !== '') return text;
	throw new InvalidInput(
		name,
		'The value is empty.',
		'Enter it in the node or as default in the credential.',
	);
}
