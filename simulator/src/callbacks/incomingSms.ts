import type { IncomingMessage } from '../sms/message';
import { encodeText, findCharset } from '../wire/charset';
import { percentEncode } from '../wire/form';
import { unixSeconds } from '../core/clock';
import type { World } from '../core/world';

export interface Incoming {
	/** In international format. */
	readonly from: string;
	readonly text: string;
	/** The number that receives it. */
	readonly to?: string | undefined;
	readonly keyword?: string | undefined;
	readonly charset?: string | undefined;
}

/** As the service writes them. Without a choice the first that has all characters is taken (*assumed*). */
const CHARSET_NAMES = ['ISO-8859-1', 'UTF-8'] as const;

interface EncodedText {
	readonly charset: string;
	readonly bytes: Buffer;
}

function encodeIn(name: string, text: string): EncodedText | undefined {
	const charset = findCharset(name);
	const bytes = charset === undefined ? undefined : encodeText(text, charset);
	return bytes === undefined ? undefined : { charset: name, bytes };
}

function encodeIncoming(text: string, charset: string | undefined): EncodedText | undefined {
	if (charset !== undefined) return encodeIn(charset, text);
	return encodeIn(CHARSET_NAMES[0], text) ?? encodeIn(CHARSET_NAMES[1], text);
}

/** *Assumed*: whatever comes after the word, as in `STOP 36111`, unsubscribes as well. */
const STOP = /^[^\p{L}\p{N}]*stop(?![\p{L}\p{N}])/iu;

/**
 * Receives a message from a phone (service.md#incoming-sms), whether it answers one or not: the simulator lets anybody
 * write, with a warning for a reply that no phone could have sent. *Assumed*: `keyword` and `link_reference` are left
 * out where they do not apply, as in the sample; `modem` is blank.
 * @returns undefined if the charset is unknown or lacks one of the characters
 */
export function receiveSms(incoming: Incoming, world: World): IncomingMessage | undefined {
	const { from, text, to = '', keyword = '', charset } = incoming;
	const encoded = encodeIncoming(text, charset);
	if (encoded === undefined) return undefined;
	const now = world.clock.now();
	const isStop = STOP.test(text);
	const withinReplyWindow = world.replyWindows.isOpen(from, now);
	const isReply = !isStop && to === '' && keyword === '';
	const message: IncomingMessage = {
		channel: 'sms',
		direction: 'in',
		id: world.numbering.nextId(),
		number: from,
		to,
		text,
		charset: encoded.charset,
		keyword,
		reference: world.numbering.nextReference(),
		linkReference: world.messages.sentTo(from).at(-1)?.references[0] ?? '',
		withinReplyWindow,
		warning: isReply && !withinReplyWindow ? 'replyWindow' : undefined,
		receivedAt: now,
	};
	if (isStop) {
		world.unsubscribed = new Set([...world.unsubscribed, from]);
		world.announceState();
	}
	world.messages.add(message);
	world.announceMessage(message);
	callReceiver(message, encoded.bytes, world);
	return message;
}

function callReceiver(message: IncomingMessage, text: Buffer, world: World): void {
	const { incomingSmsUrl, smsCallbackMethod } = world.settings;
	if (incomingSmsUrl === null) return;
	const pairs: [string, string][] = [
		['modem', message.to],
		['numero', message.number],
		['reference', message.reference],
		['ts', unixSeconds(message.receivedAt)],
		['charset', message.charset],
	];
	const asciiQuery = (entries: [string, string][]): string => new URLSearchParams(entries).toString();
	const parts = [
		asciiQuery(pairs),
		...(message.keyword === '' ? [] : [asciiQuery([['keyword', message.keyword]])]),
		`message=${percentEncode(text)}`,
		...(message.linkReference === '' ? [] : [asciiQuery([['link_reference', message.linkReference]])]),
	];
	world.callbacks.send(
		'incoming_sms',
		smsCallbackMethod,
		incomingSmsUrl,
		{ own: parts.join('&') },
		{
			number: message.number,
			about: message.id,
		},
	);
}
