/** Bodies of webhooks, as the service posts them and as nobody should. */
import { isObject } from '../../../../playground/src/support/json';
import type { Chance } from './chance';
import { secrets } from './secrets';

type Json = Record<string, unknown>;

const contents = (chance: Chance): Json =>
	chance.pick<Json>([
		{ type: 'text', text: { body: secrets.text } },
		{
			type: 'image',
			image: { id: chance.digits(9), mime_type: 'image/jpeg', sha256: 'abc', caption: secrets.text },
		},
		{ type: 'location', location: { latitude: 48.85, longitude: 2.35, name: 'Café 5 €' } },
		{ type: 'reaction', reaction: { message_id: 'wamid.1', emoji: '👍' } },
		{ type: 'interactive', interactive: { type: 'button_reply', button_reply: { id: 'yes', title: 'Oui' } } },
		{ type: 'sticker', sticker: { id: '1' } },
		{ type: 'from_the_future', whatever: { deep: [1, 2, 3] } },
	]);

function wabaWebhook(chance: Chance): Json {
	const requestType = chance.pick([
		'incoming_message',
		'incoming_message',
		'status_update',
		'incoming_error',
		'from_the_future',
	]);
	const common = { from: secrets.number, id: `wamid.${chance.digits(16)}`, timestamp: '1719576000' };
	const status = chance.pick(['ack', 'sent', 'delivered', 'read', 'failed', 'lost']);
	const data = requestType === 'status_update' ? { ...common, status } : { ...common, ...contents(chance) };
	return {
		wabaId: '100100100100100',
		phoneId: '200200200200200',
		phoneNumber: '33600123400',
		clientId: 123_456,
		requestProd: 'WABA',
		requestDate: '2024-06-01T14:00:00+02:00',
		requestUUID: `0d6e8c52-3c5a-4a57-9d0c-${chance.digits(12)}`,
		requestType,
		...(chance.oneIn(5) ? { reference: chance.int(1_000_000) } : {}),
		data,
	};
}

const rcsContents = (chance: Chance): Json =>
	chance.pick<Json>([
		{ type: 'text', text: secrets.text },
		{
			type: 'event',
			eventType: chance.pick(['IS_TYPING', 'SENT', 'DELIVERED', 'READ', 'FAILED', 'EXPIRED', 'LOST']),
		},
		{ type: 'reply', text: 'Oui', postbackData: secrets.text },
		{
			type: 'file',
			payload: { mimeType: 'image/png', fileSizeBytes: 1, fileName: 'é.png', fileUri: 'http://a/b' },
		},
		{ type: 'location', latitude: 48.85, longitude: 2.35 },
		{ type: 'from_the_future' },
	]);

function rcsWebhook(chance: Chance): Json {
	const requestType = chance.pick([
		'incoming_message_text',
		'incoming_message_reply',
		'incoming_event',
		'status_update',
		'from_the_future',
	]);
	return {
		requestType,
		agentId: 'agent-1',
		agentName: 'Café 5 €',
		clientId: 123_456,
		msisdn: `+${secrets.number}`,
		requestProd: 'RCS',
		requestSubProd: 'rcs',
		requestDate: '2024-06-01T14:00:00+02:00',
		requestUUID: `1d6e8c52-3c5a-4a57-9d0c-${chance.digits(12)}`,
		...(requestType === 'status_update' ? { reference: chance.digits(12) } : {}),
		data: { ...rcsContents(chance), timestamp: '1719576000' },
	};
}

const webhooks = [wabaWebhook, rcsWebhook] as const;

const nested = (depth: number): string => `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`;

/** Written as they stand, in the place of a value. */
const strangeJson = [
	'null',
	'true',
	'[]',
	'{}',
	'""',
	'-0',
	'1e999',
	'-1e-999',
	'12345678901234567890123',
	'"\\ud800"',
	'"\\u0000"',
	'{"__proto__":{"polluted":true}}',
	'{"constructor":{"prototype":{"polluted":true}}}',
	'{"toString":null,"hasOwnProperty":1,"length":-1}',
	'{"error":"x","eventId":"0","json":{}}',
	'[[[[[[[[[[[[]]]]]]]]]]]]',
	nested(40),
	JSON.stringify(secrets.text),
	JSON.stringify(secrets.key),
	JSON.stringify(secrets.password),
	'"={{ $env }}"',
] as const;

const placeholder = '"__here__"';

/** Puts something strange in the place of a value, wherever it stands. */
function replaceOne(value: Json, chance: Chance): void {
	const names = Object.keys(value);
	const name = names[chance.int(names.length)];
	if (name === undefined) return;
	const member = value[name];
	if (isObject(member) && !chance.oneIn(3)) {
		replaceOne(member, chance);
	} else {
		value[chance.oneIn(4) ? '__here__name' : name] = '__here__';
	}
}

type Spoil = (text: string, chance: Chance) => Buffer;

/** What can be wrong with the bytes, one way each. */
const spoils: readonly [Spoil, ...Spoil[]] = [
	(text, chance) => Buffer.from(text.slice(0, chance.int(text.length))),
	(text) => Buffer.from(`\ufeff${text}`),
	(text) => Buffer.from(text, 'utf16le'),
	(text) => Buffer.from(text, 'latin1'),
	(text, chance) => {
		const bytes = Buffer.from(text);
		for (let count = chance.int(5); count >= 0; count--) bytes[chance.int(bytes.length)] = chance.int(256);
		return bytes;
	},
	(text) => Buffer.from(`[${text}]`),
	(text) => Buffer.from(`${text}${text}`),
	(text) =>
		Buffer.from(text.replace('{', '{"requestType":"incoming_message","__proto__":{"polluted":true},')),
	(text) => Buffer.from(text.replaceAll(',', ',\n\t ')),
	() => Buffer.from(nested(100_000)),
	() => Buffer.from('['.repeat(100_000)),
	() => Buffer.alloc(0),
	() => Buffer.alloc(2_000),
	() => Buffer.from('null'),
	() => Buffer.from('requestType=incoming_message&data=1'),
	() => Buffer.from('<?xml version="1.0"?><!DOCTYPE a [<!ENTITY b "c">]><a>&b;</a>'),
];

const tenMegabytes = 10 * 1024 * 1024;
let large: Buffer | undefined;
/** One message of 10 MB, made once. */
function largeBody(): Buffer {
	large ??= Buffer.from(
		JSON.stringify({
			requestType: 'incoming_message',
			requestProd: 'WABA',
			data: {
				from: secrets.number,
				id: 'wamid.large',
				type: 'text',
				text: { body: 'é'.repeat(tenMegabytes / 2) },
			},
		}),
	);
	return large;
}

/**
 * One body: right about once in four times.
 * @param largeOnceIn how seldom it is one of 10 MB
 */
export function hostileBody(chance: Chance, largeOnceIn: number): Buffer {
	if (chance.oneIn(largeOnceIn)) return largeBody();
	const value = chance.pick(webhooks)(chance);
	if (chance.oneIn(4)) return Buffer.from(JSON.stringify(value));
	for (let count = chance.int(3); count > 0; count--) replaceOne(value, chance);
	const text = JSON.stringify(value)
		.replaceAll(placeholder, () => chance.pick(strangeJson))
		.replaceAll('__here__name', () =>
			chance.pick(['__proto__', 'constructor', 'error', 'requestType', 'data', '']),
		);
	return chance.oneIn(3) ? chance.pick(spoils)(text, chance) : Buffer.from(text);
}
