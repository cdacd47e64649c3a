import { file, message, reply, serveRcs, status, text, timestamp, typing, webhook } from './rcsServed';
import { closeAll, ok } from './served';
import { isStartedBy } from './webhookServed';

afterEach(closeAll);

const everything = { requestTypes: [] };
const address = 'https://files.example.com/photo';

describe('an RCS webhook', () => {
	test('of a status that is repeated starts nothing, though its call has another ID and date', async () => {
		const { post, items } = await serveRcs(everything);
		await expect(post(status('READ'))).resolves.toEqual(ok);
		await expect(post(status('READ', { requestDate: '2024-06-01T14:15:00+02:00' }))).resolves.toEqual(ok);
		expect(items()).toHaveLength(1);
		await post(status('READ', { reference: '7002' }));
		await post(status('READ', { msisdn: '+33600123457' }));
		expect(items()).toHaveLength(3);
	});

	test('of a message that is repeated starts nothing, and of an equal one sent in the same second it does', async () => {
		const { post, items } = await serveRcs();
		const first = text('Hi');
		await expect(post(first)).resolves.toEqual(ok);
		await expect(post({ ...first, requestDate: '2024-06-01T14:15:00+02:00' })).resolves.toEqual(ok);
		expect(items()).toHaveLength(1);
		await expect(post(text('Hi'))).resolves.toEqual(ok);
		expect(items()).toHaveLength(2);
	});
});

describe('the filter', () => {
	const starts = async (parameters: Record<string, string[]>, body: unknown): Promise<boolean> =>
		await isStartedBy(body, await serveRcs(parameters));
	const unknown = webhook('agent_update', { state: 'fine' });

	test.each<[string, object, boolean]>([
		['a text', text('Hi'), true],
		['a tapped reply', reply('Yes', 'yes'), true],
		['a tapped action', message('action', { text: 'Call', postbackData: 'x' }), true],
		['a file', file(address), true],
		['a location', message('location', { latitude: 1, longitude: 2 }), true],
		['a message of a type that nobody knows', message('hologram', {}), true],
		['an event that nobody knows', unknown, true],
		['a status', status('READ'), false],
		['somebody typing', typing(), false],
	])(
		'lets whatever a person sends start the workflow where nothing was chosen: %s',
		async (_what, body, on) => await expect(starts({}, body)).resolves.toBe(on),
	);

	test.each<[string[], boolean, boolean, boolean]>([
		[[], true, true, true],
		[['incoming_message_text'], true, false, false],
		[['status_update'], false, true, false],
		[['incoming_event'], false, false, true],
		[['incoming_message_text', 'status_update'], true, true, false],
	])(
		'by the events %j lets only these pass, and what nobody knows',
		async (requestTypes, onText, onStatus, onTyping) => {
			await expect(starts({ requestTypes }, text('Hi'))).resolves.toBe(onText);
			await expect(starts({ requestTypes }, status('READ'))).resolves.toBe(onStatus);
			await expect(starts({ requestTypes }, typing())).resolves.toBe(onTyping);
			await expect(starts({ requestTypes }, unknown)).resolves.toBe(true);
		},
	);

	test('by status keeps nothing else out, not even a status without one', async () => {
		const parameters = { requestTypes: [], statuses: ['FAILED'] };
		await expect(starts(parameters, text('Hi'))).resolves.toBe(true);
		await expect(starts(parameters, typing())).resolves.toBe(true);
		await expect(starts(parameters, webhook('status_update', { timestamp }))).resolves.toBe(true);
		await expect(starts(parameters, status('SENT'))).resolves.toBe(false);
	});
});
