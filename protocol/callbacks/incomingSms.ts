import { bareText, type Conversation, conversationOf, isOptOut } from './conversation';
import { eventIdOf, isoTimestamp, type MessagingEvent, partyOf } from './event';
import { parseRawQuery, type RawParameters, separate, textOf, toObject } from './rawQuery';

export type IncomingSmsEvent = MessagingEvent &
	Conversation & {
		channel: 'sms';
		event: 'incoming_sms';
		text: string | null;
		/** Whether the person wants no more messages: see {@link isOptOut}; by text or keyword. */
		optOut: boolean;
		/** Shared numbers only. */
		keyword: string | null;
		/** As declared. */
		charset: string | null;
		/** Of the last message sent to that number, which need not be the one that is answered. */
		lastSentReference: string | null;
		/** Parameters that are not the service's own. */
		additionalFields: RawParameters;
	};

const declared = [
	'modem',
	'numero',
	'reference',
	'ts',
	'charset',
	'keyword',
	'message',
	'link_reference',
] as const;

/**
 * Returns what a text has behind a keyword that it begins with, whatever separates them: whether the service leaves the keyword in
 * it is not documented.
 */
function behind(keyword: string, message: string): string {
	const [word = '', text = ''] = [keyword, message].map((value) =>
		bareText(value)
			.replace(/^[^\p{L}\p{N}]+/u, '')
			.trim(),
	);
	const rest = word !== '' && text.startsWith(word) ? text.slice(word.length) : '';
	return /^[\p{L}\p{N}]/u.test(rest) ? '' : rest;
}

/** What every incoming SMS has, and no delivery report. */
const neverReported = ['modem', 'charset'] as const;

/**
 * An incoming SMS (service.md#incoming-sms) out of the raw query of its callback: the raw one, because the text is
 * escaped in the character set that the query declares. A text that does not fit it is read as UTF-8 or, if it is
 * none, as ISO-8859-1. What is missing is null.
 *
 * @returns undefined for a query that holds none of the message's own parameters, and for a delivery report, whose
 * address in the customer area must have been mixed up with this one
 */
export function readIncomingSms(rawQuery: string): IncomingSmsEvent | undefined {
	const parameters = parseRawQuery(rawQuery);
	const { declaredParameters, undeclared } = separate(parameters, declared);
	if (declaredParameters.size === 0) return undefined;
	const isReport = undeclared.some(({ name }) => name === 'accuse');
	const hasText = declaredParameters.has('message');
	// Callback data of a report can have the name of the text.
	if (isReport && !(hasText && neverReported.some((name) => declaredParameters.has(name)))) return undefined;
	const charset = textOf(declaredParameters.get('charset'))?.trim() || undefined;
	const text = (name: (typeof declared)[number]) =>
		textOf(declaredParameters.get(name), charset)?.trim() || null;
	const message = textOf(declaredParameters.get('message'), charset) ?? null;
	const keyword = text('keyword');
	const from = partyOf(text('numero'));
	return {
		channel: 'sms',
		event: 'incoming_sms',
		eventId: eventIdOf('sms', 'incoming_sms', parameters),
		timestamp: isoTimestamp(textOf(declaredParameters.get('ts'))),
		from,
		to: partyOf(text('modem')),
		reference: text('reference'),
		text: message,
		// A keyword without a text is all that the person said.
		...conversationOf('sms', { text: message?.trim() ? message : keyword }, from),
		optOut: [message, behind(keyword ?? '', message ?? ''), keyword].some(isOptOut),
		keyword,
		charset: charset ?? null,
		lastSentReference: text('link_reference'),
		additionalFields: toObject(undeclared, charset),
	};
}
