import { closeAll, ok, refusal } from './served';
import { webhookChannels } from './webhookChannels';
import { isStartedBy } from './webhookServed';

afterEach(closeAll);

const everything = { requestTypes: [] };

describe.each(webhookChannels)('a webhook of $channel', (channel) => {
	const { serve, text } = channel;

	test.each<[string, string, (body: object) => object]>([
		['raw', 'what was sent', (body) => body],
		['both', 'its event, with what was sent', (raw) => ({ event: channel.textEvent, text: 'Hi', raw })],
	])('with the output %s comes out as %s', async (output, _what, expected) => {
		const body = text('Hi');
		const { post, events } = await serve({ output });
		await post(body);
		expect(events()).toEqual([expect.objectContaining(expected(body))]);
	});

	test('is read from its bytes, whatever its content type says', async () => {
		const { post, events } = await serve();
		await expect(post(Buffer.from(JSON.stringify(text('Hi'))))).resolves.toEqual(ok);
		await expect(post(text('Ho'), { 'content-type': 'text/plain' })).resolves.toEqual(ok);
		expect(events()).toMatchObject([{ text: 'Hi' }, { text: 'Ho' }]);
	});

	/** A webhook of so many bytes. */
	const webhookOf = (bytes: number): Buffer => {
		const sample = 'x'.repeat(9);
		const others = Buffer.byteLength(JSON.stringify(text(sample))) - sample.length;
		return Buffer.from(JSON.stringify(text('x'.repeat(bytes - others))));
	};

	test.each(['application/json', 'application/octet-stream'])(
		'of 256,000 bytes of %s starts the workflow, and of one byte more is refused',
		async (type) => {
			const { post, items } = await serve();
			// In pieces, so without a declared length.
			const headers = { 'content-type': type, 'transfer-encoding': 'chunked' };
			await expect(post(webhookOf(256_000), headers)).resolves.toEqual(ok);
			expect(items()).toHaveLength(1);
			await expect(post(webhookOf(256_001), headers)).resolves.toEqual({ status: 413, body: 'ERROR' });
			expect(items()).toHaveLength(1);
		},
	);

	test('of 120,000 values in its data starts the workflow', async () => {
		const { post, items } = await serve();
		const values = Array.from({ length: 120_000 }, () => 1);
		await expect(post(channel.webhook(channel.textEvent, values))).resolves.toEqual(ok);
		expect(items()).toHaveLength(1);
	});
});

describe.each(webhookChannels)('the filter of $channel', ({ serve, events, webhook }) => {
	const all = { ...events, an_unknown_event: webhook('an_unknown_event', { state: 'fine' }) };
	const [first = '', second = '', third = ''] = Object.keys(events);

	test.each([[[]], [[first]], [[second]], [[third]], [[first, second]]])(
		'by the events %j lets only these pass, and what nobody knows',
		async (requestTypes: string[]) => {
			const started = await Promise.all(
				Object.values(all).map(async (body) => await isStartedBy(body, await serve({ requestTypes }))),
			);
			const chosen = requestTypes.length === 0 ? Object.keys(events) : requestTypes;
			expect(Object.keys(all).filter((_name, index) => started[index])).toEqual([
				...Object.keys(events).filter((name) => chosen.includes(name)),
				'an_unknown_event',
			]);
		},
	);
});

describe.each(webhookChannels)('where a webhook of $channel is awaited,', (channel) => {
	test.each<[string, Uint8Array]>([
		['nothing', Buffer.alloc(0)],
		['no JSON', Buffer.from('hello')],
		['half a JSON', Buffer.from('{"requestType":"incoming_mess')],
		['a list', Buffer.from(`[{"requestType":"${channel.textEvent}"}]`)],
		['JSON without a request type', Buffer.from('{"data":{"type":"text"}}')],
		['a request type that is no text', Buffer.from(`{"requestType":{"${channel.textEvent}":1}}`)],
		['bytes that are no text', Buffer.from([0xff, 0xfe, 0x00, 0x7b])],
		['256 kB of no JSON', Buffer.alloc(256_000, '{')],
		[
			`a webhook of ${channel.other}`,
			Buffer.from(`{"requestType":"status_update","requestProd":"${channel.other}","data":{}}`),
		],
		['JSON that is nested 100,000 deep', Buffer.from(`{"requestType":"x","data":${'['.repeat(1e5)}`)],
	])('%s is refused with a status that is retried, and starts nothing', async (_what, body) => {
		const { post, items, trigger } = await channel.serve(everything);
		await expect(post(body)).resolves.toEqual(refusal);
		expect(items()).toEqual([]);
		expect(trigger.errors).toEqual([]);
	});
});
