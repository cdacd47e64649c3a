/** What the webhooks of WABA and RCS have in common: what is an event, and what is none. */
import fc from 'fast-check';
import { readRawBody, readRcsWebhook } from '../../../protocol/callbacks/rcs';
import { readWabaWebhook } from '../../../protocol/callbacks/waba';
import * as rcs from './rcsBodies';
import * as waba from './wabaBodies';

const bytesOf = (text: string): Uint8Array => Buffer.from(text);

/** The same JSON, with the members of all objects in another order. */
function reversed(body: object): object {
	const value: object = JSON.parse(JSON.stringify(body), (_name, member: unknown) =>
		typeof member === 'object' && member !== null && !Array.isArray(member)
			? Object.fromEntries(Object.entries(member).reverse())
			: member,
	);
	return value;
}

const channels = [
	{
		product: 'WABA',
		/** What is read of the data, and words that it may hold. */
		members: `id from timestamp status recipient_id errors type text image reaction location interactive button`,
		words: ['text', 'image', 'reaction', 'location', 'interactive', 'button'],
		other: 'RCS',
		parse: readWabaWebhook,
		requestType: 'incoming_message',
		statusUpdate: (data: object = {}, changes?: object) => waba.statusUpdate(data, changes),
		/** A webhook of a text, and one with any data. */
		textWith: (body: string, changes: object = {}) => waba.webhook({ ...waba.text, text: { body } }, changes),
		withData: (data: unknown) => waba.webhook(data),
	},
	{
		product: 'RCS',
		members: 'type text postbackData eventType payload latitude longitude timestamp reference',
		words: ['text', 'reply', 'action', 'event', 'file', 'location'],
		other: 'WABA',
		parse: readRcsWebhook,
		requestType: 'incoming_message_text',
		statusUpdate: rcs.statusUpdate,
		textWith: (body: string, changes: object = {}) => rcs.text(body, changes),
		withData: (data: unknown) => rcs.webhook('incoming_message_text', data),
	},
];

describe.each(channels)('a webhook of $product', (channel) => {
	const { product, other, parse, requestType, statusUpdate, textWith, withData } = channel;
	const status = statusUpdate();
	const read = (body: object) => parse(bytesOf(JSON.stringify(body)));

	it.each([
		['nothing', ''],
		['no JSON', `requestType=${requestType}`],
		['half a JSON', JSON.stringify(textWith('Hi')).slice(0, -1)],
		['null', 'null'],
		['a list', JSON.stringify([textWith('Hi')])],
		['a text', `"${requestType}"`],
		['no request type', JSON.stringify(textWith('Hi', { requestType: undefined }))],
		['an empty request type', JSON.stringify(textWith('Hi', { requestType: ' ' }))],
		['a request type that is no text', JSON.stringify(textWith('Hi', { requestType: 1 }))],
		['a webhook of the other product', JSON.stringify(textWith('Hi', { requestProd: other }))],
		['one in small letters', JSON.stringify(textWith('Hi', { requestProd: other.toLowerCase() }))],
	])('is not %s', (_, body) => expect(parse(bytesOf(body))).toBeUndefined());

	it.each([undefined, `${product}2`])('may be of the product %j', (requestProd) => {
		expect(read(textWith('Hi', { requestProd }))?.text).toBe('Hi');
	});

	it.each([['a text'], [''], [5], [true], [['a', { b: 1 }]], [null], [undefined]])(
		'needs no data that are an object, and passes on %j',
		(data) => {
			expect(read(withData(data))).toMatchObject({
				messageType: null,
				text: null,
				timestamp: '2024-06-01T12:00:00.000Z',
				additionalFields: data === null || data === undefined ? {} : { data },
			});
		},
	);

	it('gives the reference as text, to its last digit', () => {
		const body = JSON.stringify(status).replace(/"?123456789012"?/, '12345678901234567890');
		expect(parse(bytesOf(body))?.reference).toBe('12345678901234567890');
		expect(read(statusUpdate({}, { reference: '0012' }))?.reference).toBe('0012');
		for (const reference of [undefined, null])
			expect(read(statusUpdate({}, { reference }))?.reference).toBeNull();
		const inData = read(statusUpdate({ reference: 12 }, { reference: undefined }));
		expect([inData?.reference, inData?.additionalFields]).toEqual(['12', {}]);
	});

	it('has an ID that does not depend on the order of members', () => {
		for (const body of [status, textWith('Hi é'), withData({ type: 'file', payload: rcs.payload })])
			expect(read(reversed(body))?.eventId).toBe(read(body)?.eventId);
	});

	it('may have 5 MB', () => {
		expect(read(textWith('x'.repeat(5_000_000)))?.text).toHaveLength(5_000_000);
		expect(parse(bytesOf('['.repeat(1_000_000)))).toBeUndefined();
		const nested = `${'{"a":'.repeat(50_000)}1${'}'.repeat(50_000)}`;
		expect(parse(bytesOf(`{"requestType":"x","data":${nested}}`))).toBeUndefined();
	});

	it('throws nothing, whatever its bytes', () => {
		const whole = Buffer.from(JSON.stringify(status));
		const mutated = fc
			.tuple(fc.nat(400), fc.nat(400), fc.uint8Array({ maxLength: 20 }))
			.map(([from, to, bytes]) => Buffer.concat([whole.subarray(0, from), bytes, whole.subarray(to)]));
		fc.assert(
			fc.property(fc.oneof(fc.uint8Array(), mutated), (bytes) => {
				const { eventId = '' } = parse(bytes) ?? {};
				expect(eventId).toMatch(/^(?:[0-9a-f]{32})?$/);
				expect(typeof readRawBody(bytes)).toBe('object');
			}),
			{ numRuns: 1000 },
		);
	});

	it('with a request type is an event that can be written as JSON, whatever else it has', () => {
		const inside = fc.dictionary(fc.constantFrom('id', 'body', 'fileUri', 'fileSizeBytes'), fc.jsonValue());
		const value = fc.oneof(fc.constantFrom(...channel.words, '__proto__'), inside, fc.jsonValue());
		const data = fc.dictionary(fc.constantFrom(...channel.members.split(' ')), value);
		const types = fc.constantFrom('status_update', 'incoming_event', requestType, 'incoming_message_file');
		const envelope = fc.record({
			others: fc.dictionary(fc.string(), fc.jsonValue()),
			known: fc.dictionary(fc.constantFrom('msisdn', 'reference', 'errors', 'from_user_id'), fc.jsonValue()),
			type: fc.oneof(types, fc.string({ minLength: 1 })),
			data: fc.oneof(data, fc.jsonValue()),
		});
		fc.assert(
			fc.property(envelope, ({ others, known, type, data: given }) => {
				fc.pre(type.trim() !== '');
				const event = read({ ...others, ...known, requestProd: product, requestType: type, data: given });
				expect(event).toMatchObject({ channel: product.toLowerCase(), event: type });
				expect(event).not.toHaveProperty('error');
				expect(JSON.parse(JSON.stringify(event))).toEqual(event);
			}),
			{ numRuns: 500 },
		);
	});

	it('loses no text of its data, whatever its request type', () => {
		const names = [...channel.members.split(' '), 'recipient_id', 'from_user_id', 'reference', 'extra'];
		const inner = ['id', 'body', 'fileUri', 'fileSizeBytes', 'latitude', 'text', 'button_reply', 'emoji'];
		const inside = fc.dictionary(fc.constantFrom(...inner), fc.uuid());
		const data = fc.dictionary(fc.constantFrom(...names), fc.oneof(fc.uuid(), inside));
		const types = fc.constantFrom(requestType, 'status_update', 'incoming_error', 'incoming_event', 'new');
		const known = fc.dictionary(fc.constantFrom('reference', 'from_user_id'), fc.uuid());
		fc.assert(
			fc.property(data, fc.constantFrom(...channel.words), types, known, (members, type, event, envelope) => {
				const given = { ...envelope, requestType: event, data: { ...members, type } };
				const texts = JSON.stringify(given).match(/[\da-f]{8}-[\da-f-]{27}/g) ?? [];
				const shown = JSON.stringify(read(given));
				expect(texts.filter((text) => !shown.includes(text))).toEqual([]);
			}),
			{ numRuns: 1000 },
		);
	});

	it('comes out raw as it came', () => expect(readRawBody(bytesOf(JSON.stringify(status)))).toEqual(status));
});

it('a raw body loses no digit, and is an object', () => {
	expect(readRawBody(bytesOf('\ufeff{"a":12345678901234567890}'))).toEqual({ a: '12345678901234567890' });
	expect(readRawBody(bytesOf('[1]'))).toEqual({});
});
