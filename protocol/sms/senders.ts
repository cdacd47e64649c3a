import { InvalidInput } from '../errors';
import type { Exchange, WireReply } from '../exchange';
import { formRequest } from '../formRequest';
import { type Reading, readPlainText, unexpected } from '../plainText';

const written = /^(?:\d{1,15}|[A-Za-z0-9]{1,11})$/;
/**
 * Senders that are read may hold other signs than the rule allows, as long as they cannot be a sentence or markup:
 * one odd sender must not hide the others.
 */
const readable = /^(?!\s)[^\p{C}<>{}[\]"=:;,]{1,15}(?<!\s)$/u;

/**
 * A sender as the service takes it ("Sender"): at most 15 digits or at most 11 letters and digits. That it is
 * registered is known to the service alone.
 *
 * @returns the sender without spaces around it
 * @throws InvalidInput
 */
export function validSender(sender: string, field: string): string {
	const trimmed = sender.trim();
	if (written.test(trimmed)) return trimmed;
	throw new InvalidInput(
		field,
		'A sender has at most 11 letters and digits, or at most 15 digits, without accents, spaces or a plus sign.',
		'Choose a sender that is registered in the account.',
	);
}

function readSender(reply: WireReply, reading: Reading = {}): string {
	const sender = readPlainText(reply, reading);
	if (!readable.test(sender)) throw unexpected(reply, reading);
	return sender;
}

/** The account's default sender ("SMS API: senders"). */
export function getDefaultSender(): Exchange<string> {
	return {
		effect: 'read',
		request: formRequest({ query: { action: 'emetteur' } }),
		parse: (reply) => readSender(reply),
	};
}

/** All registered senders ("SMS API: senders"), one a line. *Assumed*: an empty answer means none. */
export function listSenders(): Exchange<string[]> {
	return {
		effect: 'read',
		request: formRequest({ query: { action: 'emetteur', do: 'list' } }),
		parse: (reply) => {
			const lines = readPlainText(reply).split(/\r\n|\r|\n/);
			const senders = lines.map((line) => line.trim()).filter((line) => line !== '');
			if (!senders.every((sender) => readable.test(sender))) throw unexpected(reply);
			return senders;
		},
	};
}

const setFailures = {
	ERREUR: {
		message: 'The default sender was not set.',
		mend: 'Choose a sender that is registered in the account, and check the API key in the credential.',
	},
};

/**
 * Makes a registered sender the account's default ("SMS API: senders"). The service answers with the sender that is
 * set now; if that is another one, the answer is unexpected.
 *
 * @throws InvalidInput (`sender`) as {@link validSender}
 */
export function setDefaultSender(sender: string): Exchange<string> {
	const wanted = validSender(sender, 'sender');
	const reading: Reading = { failures: setFailures };
	return {
		effect: 'change',
		request: formRequest({ query: { action: 'emetteur', do: 'set' }, form: { emetteur: wanted } }),
		parse: (reply) => {
			const set = readSender(reply, reading);
			if (set.toLowerCase() !== wanted.toLowerCase()) throw unexpected(reply, reading);
			return set;
		},
	};
}
