import { isEncodable } from '../text';
import { filled } from '../validation';
import { InvalidInput } from '../errors';
import type { Exchange } from '../exchange';
import { defaultCharset, formRequest, readOk } from '../http/form';
/** Of usernames and passwords (service.md#account). */
export const maxNameLength = 50;

export interface SubAccount {
	/** At most 50 characters, unique. */
	username: string;
	/** At most 50 characters. */
	password: string;
	/** Whether the sub-account spends the main account's balance without credits of its own. */
	useMainBalance: boolean;
}

const createFailures = {
	ERREUR: {
		message: 'The sub-account was not created.',
		remediation:
			'Check that the username is available, and check the API key in the credential. An account can have 500 sub-accounts.',
	},
};

/** Whatever is escaped or cut, no part of a password can be told from other letters: so nothing is quoted. */
const notShown = '(not shown, because it may contain the password)';

/**
 * Creates a sub-account (service.md#account: create sub-account). The password appears in no error.
 * `nolimit` is always sent, as its default is not known.
 *
 * @throws InvalidInput (`username`, `password`)
 */
export function createSubAccount({ username, password, useMainBalance }: SubAccount): Exchange<true> {
	const form = {
		do: 'add',
		pseudo: filled(username, 'username', maxNameLength),
		mdp: filled(password, 'password', maxNameLength),
		nolimit: useMainBalance ? 'yes' : 'no',
	};
	if (!isEncodable(password, defaultCharset)) {
		throw new InvalidInput(
			'password',
			`The value contains a character that ${defaultCharset.toUpperCase()} does not have.`,
			'Use only Western European letters, digits, and symbols.',
		);
	}
	return {
		effect: 'change',
		request: formRequest({ query: { action: 'utilisateur' }, form, outward: { pseudo: 'username' } }),
		parse: (reply) => readOk(reply, { failures: createFailures, excerpt: () => notShown }),
	};
}
