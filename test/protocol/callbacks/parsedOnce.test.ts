/** What a large body costs. */
import { readRcsWebhook } from '../../../protocol/callbacks/rcs';
import { readWabaWebhook } from '../../../protocol/callbacks/waba';

const webhook = (requestProd: string): Buffer =>
	Buffer.from(
		JSON.stringify({
			requestType: 'incoming_message',
			requestProd,
			data: { id: 'wamid.1234567890123456789' },
		}),
	);

it.each([
	['WABA', readWabaWebhook],
	['RCS', readRcsWebhook],
] as const)('a webhook of %s is parsed once, whatever long digits are in its texts', (product, read) => {
	const parse = jest.spyOn(JSON, 'parse');
	const event = read(webhook(product));
	const parses = parse.mock.calls.length;
	parse.mockRestore();
	expect(event?.eventId).toMatch(/^[0-9a-f]{32}$/);
	expect(parses).toBe(1);
});

const large = { requestType: 'incoming_message', requestDate: '2024-06-01T14:15:00Z', requestUUID: 'é-1' };

it.each<[string, typeof readWabaWebhook | typeof readRcsWebhook, object, boolean]>([
	['another request ID and date', readWabaWebhook, { requestUUID: 'é-2', requestDate: '2024-06-01' }, true],
	['another text', readWabaWebhook, { more: 'y'.repeat(20_000) }, false],
	['another date', readRcsWebhook, { requestDate: '2024-06-01' }, true],
	['another request ID', readRcsWebhook, { requestUUID: 'é-2' }, false],
])('a webhook of 20 kB with %s is or is not the same event', (_what, read, other, isSame) => {
	const idOf = (changed: object): string | undefined =>
		read(
			Buffer.from(
				JSON.stringify({ ...large, data: { id: 'wamid.1' }, more: 'x'.repeat(20_000), ...changed }),
			),
		)?.eventId;
	expect(idOf(other) === idOf({})).toBe(isSame);
});

it.each([
	[100, 100, {}],
	[101, 0, { data: { errors: Array(101).fill({ code: 1 }) } }],
])('of %d errors, %d are read, and none is lost', (count, read, additionalFields) => {
	const data = { status: 'failed', errors: Array(count).fill({ code: 1 }) };
	const event = readWabaWebhook(Buffer.from(JSON.stringify({ requestType: 'status_update', data })));
	expect([event?.errors.length, event?.additionalFields]).toEqual([read, additionalFields]);
});

it.each([
	[4_096, ['a']],
	[4_097, null],
])('postback data of %d characters are read as JSON, or left as they are', (length, read) => {
	const postbackData = '["a"]'.padEnd(length);
	const data = { type: 'reply', postbackData };
	const event = readRcsWebhook(Buffer.from(JSON.stringify({ requestType: 'incoming_message_reply', data })));
	expect(event?.answer).toEqual({ id: postbackData, title: null, data: read });
});
