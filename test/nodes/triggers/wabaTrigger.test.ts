import { ok, refusal } from './served';
import { closeAll, image, message, received, serveWaba, status, text, webhook } from './wabaServed';

afterEach(closeAll);

const everything = { requestTypes: [] };

describe('a WABA webhook', () => {
	test('starts the workflow with what it says, in plain English', async () => {
		const { post, events } = await serveWaba();
		await expect(post(text('Où êtes-vous ? 🙂'))).resolves.toEqual(ok);
		expect(events()).toEqual([
			{
				channel: 'waba',
				event: 'incoming_message',
				eventId: expect.stringMatching(/^[0-9a-f]{32}$/),
				timestamp: '2024-06-28T12:00:00.000Z',
				from: '33600123456',
				to: '33600123400',
				reference: null,
				agent: { wabaId: '104996122399160', phoneId: '106540352242922', phoneNumber: '33600123400' },
				fromUserId: null,
				messageId: received.id,
				kind: 'text',
				text: 'Où êtes-vous ? 🙂',
				errors: [],
				additionalFields: {},
			},
		]);
	});

	test.each<[string, object, object]>([
		['text', { text: { body: 'Hello' } }, { text: 'Hello' }],
		[
			'document',
			{ document: { id: '1', filename: 'order.pdf', mime_type: 'application/pdf', sha256: 'a' } },
			{ file: expect.objectContaining({ id: '1', fileName: 'order.pdf' }) },
		],
		[
			'image',
			{ image: { id: '2', mime_type: 'image/png', sha256: 'b', caption: 'The door' } },
			{ text: 'The door', file: expect.objectContaining({ id: '2', mimeType: 'image/png' }) },
		],
		[
			'video',
			{ video: { id: '3', mime_type: 'video/mp4', sha256: 'c' } },
			{ file: expect.objectContaining({ id: '3' }) },
		],
		['audio', { audio: { id: '4', mime_type: 'audio/ogg' } }, { file: expect.objectContaining({ id: '4' }) }],
		[
			'reaction',
			{ reaction: { message_id: 'wamid.sent', emoji: '👍' } },
			{ reaction: { messageId: 'wamid.sent', emoji: '👍' } },
		],
		[
			'location',
			{ location: { latitude: 48.85, longitude: 2.35, name: 'Paris' } },
			{ location: expect.objectContaining({ latitude: 48.85, longitude: 2.35, name: 'Paris' }) },
		],
		[
			'interactive',
			{ interactive: { type: 'button_reply', button_reply: { id: 'yes', title: 'Yes' } } },
			{ text: 'Yes', answer: { id: 'yes', title: 'Yes' } },
		],
		[
			'button',
			{ button: { payload: 'later', text: 'Later' } },
			{ text: 'Later', answer: { id: 'later', title: 'Later' } },
		],
		[
			'hologram',
			{ hologram: { size: 3 } },
			{ text: null, additionalFields: { data: { hologram: { size: 3 } } } },
		],
	])('of the kind %s comes out', async (kind, content, expected) => {
		const { post, events } = await serveWaba();
		await expect(post(message({ type: kind, ...content }))).resolves.toEqual(ok);
		expect(events()).toEqual([expect.objectContaining({ kind, from: '33600123456', ...expected })]);
	});

	test.each([
		['data', { from_user_id: 'FR.123' }, {}],
		['the envelope', {}, { from_user_id: 'FR.123' }],
	])('without a number has the user ID out of %s', async (_where, inData, inEnvelope) => {
		const { post, events } = await serveWaba();
		const data = { id: 'wamid.1', type: 'text', text: { body: 'Hi' }, ...inData };
		await expect(post(webhook('incoming_message', data, inEnvelope))).resolves.toEqual(ok);
		expect(events()).toEqual([expect.objectContaining({ from: null, fromUserId: 'FR.123', text: 'Hi' })]);
	});

	test.each([
		['ack', false, null],
		['sent', false, null],
		['delivered', false, true],
		['read', true, true],
		['on_hold', null, null],
	])('of the status %s comes out', async (code, final, delivered) => {
		const { post, events } = await serveWaba(everything);
		await expect(post(status(code))).resolves.toEqual(ok);
		expect(events()).toEqual([
			expect.objectContaining({
				event: 'status_update',
				reference: '7001',
				from: '33600123400',
				to: '33600123456',
				status: expect.objectContaining({ code, final, delivered }),
			}),
		]);
	});

	test('of a failed message says why', async () => {
		const { post, events } = await serveWaba(everything);
		const errors = [{ code: 131047, title: 'Re-engagement message', error_data: { details: 'Too late' } }];
		await expect(post(status('failed', { errors }))).resolves.toEqual(ok);
		const error = expect.objectContaining({ code: '131047', details: 'Too late' });
		expect(events()).toEqual([
			expect.objectContaining({
				status: expect.objectContaining({ code: 'failed', final: true, delivered: false, errors: [error] }),
			}),
		]);
	});

	const unknownType = { code: 123456, title: 'Message type unknown', error_data: { details: 'Unsupported' } };
	test.each<[string, object, object]>([
		['a list in its data', { errors: [unknownType] }, {}],
		['an object in its data', { errors: unknownType }, {}],
		['a list in its envelope', {}, { errors: [unknownType] }],
		['an object in its envelope', {}, { errors: unknownType }],
	])('of an incoming error comes out with the errors as %s', async (_shape, inData, inEnvelope) => {
		const { post, events } = await serveWaba(everything);
		await expect(post(webhook('incoming_error', { ...received, ...inData }, inEnvelope))).resolves.toEqual(
			ok,
		);
		expect(events()).toEqual([
			expect.objectContaining({
				event: 'incoming_error',
				from: '33600123456',
				errors: [expect.objectContaining({ code: '123456', details: 'Unsupported' })],
			}),
		]);
	});

	test.each<[string, object]>([
		['raw', text('Hi')],
		['both', { event: 'incoming_message', text: 'Hi', raw: text('Hi') }],
	])('comes out %s', async (output, expected) => {
		const { post, events } = await serveWaba({ output });
		await post(text('Hi'));
		expect(events()).toEqual([expect.objectContaining(expected)]);
	});

	test('is read from its bytes, whatever its content type says', async () => {
		const { post, events } = await serveWaba();
		await expect(post(Buffer.from(JSON.stringify(text('Hi'))))).resolves.toEqual(ok);
		await expect(post(text('Ho', { id: 'wamid.2' }), { 'content-type': 'text/plain' })).resolves.toEqual(ok);
		expect(events()).toMatchObject([{ text: 'Hi' }, { text: 'Ho' }]);
	});

	test.each<[string, unknown, object]>([
		['a text as its data', 'soon', { additionalFields: { data: 'soon' } }],
		['a list as its data', [1, 2], { additionalFields: { data: [1, 2] } }],
		['no data', undefined, { kind: null, from: null }],
		['null as its data', null, { kind: null, from: null }],
	])('with %s passes with what is known', async (_what, data, expected) => {
		const { post, events } = await serveWaba();
		await expect(post(webhook('incoming_message', data))).resolves.toEqual(ok);
		expect(events()).toEqual([expect.objectContaining(expected)]);
	});

	test.each<[string, unknown]>([
		['text', text('x'.repeat(5_000_000))],
		[
			'data',
			webhook(
				'incoming_message',
				Array.from({ length: 500_000 }, (_, index) => index),
			),
		],
	])('of 5 MB of %s passes', async (_what, body) => {
		const { post, items } = await serveWaba();
		await expect(post(body)).resolves.toEqual(ok);
		expect(items()).toHaveLength(1);
	});

	test('that is repeated is acknowledged and starts nothing, though its call has another ID and date', async () => {
		const { post, items } = await serveWaba();
		await expect(post(text('Hi'))).resolves.toEqual(ok);
		const again = { ...text('Hi'), requestUUID: 'another', requestDate: '2024-06-01T14:15:00+02:00' };
		await expect(post(again)).resolves.toEqual(ok);
		expect(items()).toHaveLength(1);
		await post(text('Hi', { id: 'wamid.another' }));
		expect(items()).toHaveLength(2);
	});

	test('from an address that is not allowed is refused', async () => {
		const { post, items } = await serveWaba({ options: { sourceAddresses: 'service' } });
		await expect(post(text('Hi'))).resolves.toEqual(refusal);
		expect(items()).toEqual([]);
	});
});

describe.each<[string, Uint8Array]>([
	['nothing', Buffer.alloc(0)],
	['no JSON', Buffer.from('hello')],
	['half a JSON', Buffer.from('{"requestType":"incoming_mess')],
	['a list', Buffer.from('[{"requestType":"incoming_message"}]')],
	['JSON without a request type', Buffer.from('{"data":{"type":"text"}}')],
	['a request type that is no text', Buffer.from('{"requestType":{"incoming_message":1}}')],
	['bytes that are no text', Buffer.from([0xff, 0xfe, 0x00, 0x7b])],
	['5 MB of no JSON', Buffer.alloc(5_000_000, '{')],
	['a webhook of RCS', Buffer.from('{"requestType":"status_update","requestProd":"RCS","data":{}}')],
	['JSON that is nested 100,000 deep', Buffer.from(`{"requestType":"x","data":${'['.repeat(1e5)}`)],
])('a body of %s', (_what, body) => {
	test('is refused with a status that is retried, and starts nothing', async () => {
		const { post, items, trigger } = await serveWaba(everything);
		await expect(post(body)).resolves.toEqual(refusal);
		expect(items()).toEqual([]);
		expect(trigger.errors).toEqual([]);
	});
});

describe('the filter', () => {
	const starts = async (parameters: Record<string, string[]>, body: unknown): Promise<boolean> => {
		const { post, items } = await serveWaba(parameters);
		await expect(post(body)).resolves.toEqual(ok);
		return items().length === 1;
	};
	const error = webhook('incoming_error', { ...received, errors: [] });
	const unknown = webhook('account_update', { state: 'fine' });

	test('lets only incoming messages start the workflow where nothing was chosen', async () => {
		await expect(starts({}, text('Hi'))).resolves.toBe(true);
		await expect(starts({}, status('read'))).resolves.toBe(false);
		await expect(starts({}, error)).resolves.toBe(false);
		await expect(starts({}, unknown)).resolves.toBe(true);
	});

	test.each<[string[], boolean, boolean, boolean]>([
		[[], true, true, true],
		[['incoming_message'], true, false, false],
		[['status_update'], false, true, false],
		[['incoming_error'], false, false, true],
		[['incoming_message', 'status_update'], true, true, false],
	])('by event %j', async (requestTypes, onMessage, onStatus, onError) => {
		await expect(starts({ requestTypes }, text('Hi'))).resolves.toBe(onMessage);
		await expect(starts({ requestTypes }, status('read'))).resolves.toBe(onStatus);
		await expect(starts({ requestTypes }, error)).resolves.toBe(onError);
		await expect(starts({ requestTypes }, unknown)).resolves.toBe(true);
	});

	test.each<[string[], string, boolean]>([
		[[], 'text', true],
		[['text', 'image'], 'image', true],
		[['text'], 'reaction', false],
		[['interactive'], 'button', false],
		[['text'], 'hologram', true],
	])('by kind %j, for %s: %p', async (kinds, kind, started) => {
		await expect(starts({ kinds }, message({ type: kind }))).resolves.toBe(started);
	});

	test.each<[string[], string, boolean]>([
		[[], 'ack', true],
		[['failed', 'read'], 'read', true],
		[['failed'], 'delivered', false],
		[['failed'], 'on_hold', true],
	])('by status %j, for %s: %p', async (statuses, code, started) => {
		await expect(starts({ requestTypes: ['status_update'], statuses }, status(code))).resolves.toBe(started);
	});

	test('by kind keeps no status out, and by status no message', async () => {
		const parameters = { requestTypes: [], kinds: ['text'], statuses: ['failed'] };
		await expect(starts(parameters, status('failed'))).resolves.toBe(true);
		await expect(starts(parameters, text('Hi'))).resolves.toBe(true);
		await expect(starts(parameters, status('sent'))).resolves.toBe(false);
		await expect(starts(parameters, image())).resolves.toBe(false);
		await expect(starts(parameters, error)).resolves.toBe(true);
	});

	test('keeps out a tick storm without writing anything', async () => {
		const { post, items, trigger } = await serveWaba();
		for (const code of ['ack', 'sent', 'delivered', 'read'])
			await expect(post(status(code))).resolves.toEqual(ok);
		expect(items()).toEqual([]);
		expect(trigger.staticData()).toEqual({});
	});
});
