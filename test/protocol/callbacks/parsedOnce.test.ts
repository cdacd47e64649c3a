/** A large body costs a callback one parse, however often it is read. */
import { readRcsWebhook } from '../../../protocol/callbacks/rcs';
import { readRawBody, readWabaWebhook } from '../../../protocol/callbacks/waba';

const webhook = (requestProd: string): Buffer =>
	Buffer.from(JSON.stringify({ requestType: 'incoming_message', requestProd, data: { id: 'a' } }));

it.each([
	['WABA', readWabaWebhook],
	['RCS', readRcsWebhook],
] as const)('a webhook of %s is parsed once, for the event and as it came', (product, read) => {
	const body = webhook(product);
	const parse = jest.spyOn(JSON, 'parse');
	const event = read(body);
	expect(readRawBody(body)).toMatchObject({ requestProd: product });
	expect([event?.eventId, event?.eventId]).toEqual([read(webhook(product))?.eventId, event?.eventId]);
	const texts = parse.mock.calls.filter(([text]) => text === body.toString());
	parse.mockRestore();
	expect(event?.eventId).toMatch(/^[0-9a-f]{32}$/);
	// Once for this body, once for an equal one.
	expect(texts).toHaveLength(2);
});

it('long digits in texts, such as the IDs of messages, cost no second parse', () => {
	const parse = jest.spyOn(JSON, 'parse');
	const event = readWabaWebhook(
		Buffer.from('{"requestType":"incoming_message","data":{"id":"wamid.1234567890123456789"}}'),
	);
	const parses = parse.mock.calls.length;
	parse.mockRestore();
	expect([event?.messageId, parses]).toEqual(['wamid.1234567890123456789', 1]);
});
