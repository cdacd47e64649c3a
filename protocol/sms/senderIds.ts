import { InvalidInput } from '../errors';
import type { Exchange, WireResponse } from '../exchange';
import { formRequest, type Reading, readPlainText, unexpected } from '../http/form';
const written = /^(?:\d{1,15}|[A-Za-z0-9]{1,11})$/;
/**
 * Sender IDs that are read may hold other signs than the rule allows, as long as they cannot be a sentence or markup:
 * one odd sender ID must not hide the others.
 */
const readable = /^(?!\s)[^\p{C}<>{}[\]"=:;,]{1,15}(?<!\s)$/u;

/**
 * A sender ID as the service takes it (service.md#sender-ids): at most 15 digits or at most 11 letters and digits. That
 * it is registered is known to the service alone.
 *
 * @returns the sender ID without spaces around it
 * @throws InvalidInput
 */
export function validSenderId(senderId: string, field: string): string {
	const trimmed = senderId.trim();
	if (written.test(trimmed)) return trimmed;
	throw new InvalidInput(
		field,
		'A sender ID has at most 11 letters and digits, or 15 digits, without accents, spaces or plus sign.',
		'Choose a sender ID that is registered in the account.',
	);
}

function readSenderId(reply: WireResponse, reading: Reading = {}): string {
	const senderId = readPlainText(reply, reading);
	if (!readable.test(senderId)) throw unexpected(reply, reading);
	return senderId;
}

/** The account's default sender ID (service.md#sender-ids). */
export function getDefaultSenderId(): Exchange<string> {
	return {
		effect: 'read',
		request: formRequest({ query: { action: 'emetteur' } }),
		parse: (reply) => readSenderId(reply),
	};
}

/** All registered sender IDs (service.md#sender-ids), one a line. *Assumed*: an empty answer means none. */
export function listSenderIds(): Exchange<string[]> {
	return {
		effect: 'read',
		request: formRequest({ query: { action: 'emetteur', do: 'list' } }),
		parse: (reply) => {
			const lines = readPlainText(reply).split(/\r\n|\r|\n/);
			const senderIds = lines.map((line) => line.trim()).filter((line) => line !== '');
			if (!senderIds.every((senderId) => readable.test(senderId))) throw unexpected(reply);
			return senderIds;
		},
	};
}

const setFailures = {
	ERREUR: {
		message: 'The default sender ID was not set.',
		remediation:
			'Choose a sender ID that is registered in the account, and check the API key in the credential.',
	},
};

/**
 * Makes a registered sender ID the account's default (service.md#sender-ids). The service answers with the sender ID
 * that is set now; if that is another one, the answer is unexpected.
 *
 * @throws InvalidInput (`senderId`) as {@link validSenderId}
 */
export function setDefaultSenderId(senderId: string): Exchange<string> {
	const requested = validSenderId(senderId, 'senderId');
	const reading: Reading = { failures: setFailures };
	return {
		effect: 'change',
		request: formRequest({ query: { action: 'emetteur', do: 'set' }, form: { emetteur: requested } }),
		parse: (reply) => {
			const confirmed = readSenderId(reply, reading);
			if (confirmed.toLowerCase() !== requested.toLowerCase()) throw unexpected(reply, reading);
			return confirmed;
		},
	};
}
