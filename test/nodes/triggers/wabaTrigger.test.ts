import { closeAll, ok } from './served';
import { image, message, received, serveWaba, status, text, webhook } from './wabaServed';
import { isStartedBy } from './webhookServed';

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
				from: '+33600123456',
				to: '+33600123400',
				reference: null,
				agent: { wabaId: '104996122399160', phoneId: '106540352242922', phoneNumber: '+33600123400' },
				fromUserId: null,
				messageId: received.id,
				messageType: 'text',
				text: 'Où êtes-vous ? 🙂',
				chatInput: 'Où êtes-vous ? 🙂',
				sessionId: 'whatsapp:+33600123456:106540352242922',
				optOut: false,
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
	])('of the type %s says what is in it', async (messageType, content, expected) => {
		const { post, events } = await serveWaba();
		await expect(post(message({ type: messageType, ...content }))).resolves.toEqual(ok);
		expect(events()).toEqual([expect.objectContaining({ messageType, from: '+33600123456', ...expected })]);
	});

	test.each([
		['data', { from_user_id: 'FR.123' }, {}],
		['the envelope', {}, { from_user_id: 'FR.123' }],
	])('without a number names its sender by the user ID out of %s', async (_where, inData, inEnvelope) => {
		const { post, events } = await serveWaba();
		const data = { id: 'wamid.1', type: 'text', text: { body: 'Hi' }, ...inData };
		await expect(post(webhook('incoming_message', data, inEnvelope))).resolves.toEqual(ok);
		expect(events()).toEqual([expect.objectContaining({ from: null, fromUserId: 'FR.123', text: 'Hi' })]);
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
				from: '+33600123456',
				errors: [expect.objectContaining({ code: '123456', details: 'Unsupported' })],
			}),
		]);
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
});

describe('the filter', () => {
	const starts = async (parameters: Record<string, string[]>, body: unknown): Promise<boolean> =>
		await isStartedBy(body, await serveWaba(parameters));
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
	])(
		'by the events %j lets only these pass, and what nobody knows',
		async (requestTypes, onMessage, onStatus, onError) => {
			await expect(starts({ requestTypes }, text('Hi'))).resolves.toBe(onMessage);
			await expect(starts({ requestTypes }, status('read'))).resolves.toBe(onStatus);
			await expect(starts({ requestTypes }, error)).resolves.toBe(onError);
			await expect(starts({ requestTypes }, unknown)).resolves.toBe(true);
		},
	);

	test.each<[string[], string, boolean]>([
		[[], 'text', true],
		[['text', 'image'], 'image', true],
		[['text'], 'reaction', false],
		[['interactive'], 'button', false],
		[['text'], 'hologram', true],
	])('by type %j, for %s: %p', async (messageTypes, type, started) => {
		await expect(starts({ messageTypes }, message({ type }))).resolves.toBe(started);
	});

	test('by type keeps no status out, and by status no message', async () => {
		const parameters = { requestTypes: [], messageTypes: ['text'], statuses: ['failed'] };
		await expect(starts(parameters, status('failed'))).resolves.toBe(true);
		await expect(starts(parameters, text('Hi'))).resolves.toBe(true);
		await expect(starts(parameters, status('sent'))).resolves.toBe(false);
		await expect(starts(parameters, image())).resolves.toBe(false);
		await expect(starts(parameters, error)).resolves.toBe(true);
	});
});
