import { eventIdOf, isoTimestamp, type MessagingEvent, partyOf } from './event';
import { parseRawQuery, type RawParameters, separate, textOf, toObject } from './rawQuery';

export type IncomingSmsEvent = MessagingEvent & {
	channel: 'sms';
	event: 'incoming_sms';
	text: string | null;
	/** Shared numbers only. */
	keyword: string | null;
	/** As declared. */
	charset: string | null;
	/** Of the last message sent to that number, which need not be the one that is answered. */
	lastSentReference: string | null;
	/** Whether the sender opts out: the text or the keyword begins with the word STOP. */
	isStop: boolean;
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

const stop = /^[^\p{L}\p{N}]*stop(?![\p{L}\p{M}])/iu;

/**
 * Returns whether the text or the keyword begins with the word STOP, in any case and behind any punctuation: `STOP`,
 * `Stop, merci`, `STOP au 36111`. Digits may follow directly (`STOP36111`), letters may not (`STOPSMS`, `Stopover`).
 *
 * *Assumed*: the service documents no rule for opt-outs. Ambiguous texts ("Stop by tomorrow") count as well: a missed
 * answer does less harm than a message to somebody who opted out.
 */
function isStopRequest(text: string | null, keyword: string | null): boolean {
	return stop.test(text ?? '') || stop.test(keyword ?? '');
}

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
	const { known, others } = separate(parameters, declared);
	if (known.size === 0) return undefined;
	if (!known.has('message') && others.some(({ name }) => name === 'accuse')) return undefined;
	const charset = textOf(known.get('charset'))?.trim() || undefined;
	const text = (name: (typeof declared)[number]) => textOf(known.get(name), charset)?.trim() || null;
	const message = textOf(known.get('message'), charset) ?? null;
	const keyword = text('keyword');
	return {
		channel: 'sms',
		event: 'incoming_sms',
		eventId: eventIdOf('sms', 'incoming_sms', parameters),
		timestamp: isoTimestamp(textOf(known.get('ts'))),
		from: partyOf(text('numero')),
		to: partyOf(text('modem')),
		reference: text('reference'),
		text: message,
		keyword,
		charset: charset ?? null,
		lastSentReference: text('link_reference'),
		isStop: isStopRequest(message, keyword),
		additionalFields: toObject(others, charset),
	};
}
