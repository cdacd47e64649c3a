import { toldOf, webhooksOf } from './jsonSupport';
import { act, advance, control, list, ofMessages, onlyMessage, start, state } from './support';
import { HELLO, bodyOf, callWaba, linkButton, sendWaba, startTold, template, write } from './wabaSupport';

describe('a send by WhatsApp', () => {
	it('is shown among the messages of its number, between those of other channels, in order of time', async () => {
		const sms = { from: '33600123456', text: 'By SMS' };
		await sendWaba();
		await control('POST incoming', sms);
		await advance(1);
		await write({ type: 'text', text: 'By WhatsApp' });
		await sendWaba(HELLO, ['33600123457']);
		const shown = await list('messages', 'messages?number=33600123456');
		expect(shown.map(({ channel, direction, text }) => [channel, direction, text])).toEqual([
			['waba', 'out', 'Hello'],
			['sms', 'in', 'By SMS'],
			['waba', 'in', 'By WhatsApp'],
		]);
	});

	it('leaves what is sent by SMS alone', async () => {
		await sendWaba();
		expect(await act('historique')).toBe('HISTORIQUE 0');
	});
});

describe('the status of a message by WhatsApp', () => {
	it('comes for each recipient of a request, under one reference and with a message ID of its own', async () => {
		const receiver = await startTold();
		await sendWaba(HELLO, ['33600123456', '33600123457']);
		await advance(60);
		const told = webhooksOf(receiver);
		expect(told).toHaveLength(6);
		expect(new Set(told.map(({ envelope }) => envelope['reference'])).size).toBe(1);
		expect(new Set(told.map(({ data }) => data['id'])).size).toBe(2);
		expect(new Set(told.map(({ envelope }) => envelope['requestUUID'])).size).toBe(6);
	});

	it('can be moved on by hand by the ID of a message, with errors', async () => {
		const receiver = await startTold();
		await sendWaba();
		const { messageId } = await onlyMessage();
		const errors = [{ code: 1, title: 'T', message: 'M', details: 'D', href: 'https://example.com/' }];
		const moved = await control('POST waba/status', { messageId, status: 'failed', errors });
		expect(moved.body).toMatchObject({ messages: 1 });
		await advance(0);
		const error_data = { details: 'D', href: 'https://example.com/' };
		expect(webhooksOf(receiver)).toMatchObject([
			{ data: { status: 'failed', errors: [{ code: 1, title: 'T', message: 'M', error_data }] } },
		]);
	});

	it.each([
		['that the phone has read is read once', '99901234567', 'read', ['ack', 'sent', 'delivered', 'read']],
		['that has failed has no other', '33600123456', 'failed', ['ack', 'failed']],
	])('of a message %s', async (_what, number, status, statuses) => {
		const receiver = await startTold();
		const { body } = await sendWaba(HELLO, [number]);
		await advance(status === 'read' ? 5 : 1);
		await control('POST waba/status', { reference: body['reference'], status });
		await advance(10);
		expect(toldOf(receiver, 'status')).toEqual(statuses);
	});

	it('becomes read where the phone reads what was delivered to it', async () => {
		await sendWaba(HELLO, ['33600123456', '9992123', '33600123457']);
		await advance(60);
		const read = async (number: string) => (await control('POST waba/read', { number })).body['read'];
		expect([await read('33600123456'), await read('33600123456'), await read('9992123')]).toEqual([1, 0, 0]);
		expect(await ofMessages('status')).toEqual(['read', 'sent', 'delivered']);
	});
});

it.each<[string, string, [string[], string?], number]>([
	['login_code', 'en_US', [['123456'], '123456'], 0],
	['login_code', 'fr', [['123456'], '123456'], 0],
	['appointment_reminder', 'en_US', [['Jean', '14:30']], 0],
	['spring_offer', 'fr', [[], 'jean'], 0],
	['spring_offer', 'fr', [['one', 'two', 'three'], 'jean'], 0],
	['login_code', 'en-US', [['123456'], '123456'], 132_001],
	['parcel_update', 'en_US', [['123456']], 132_001],
	['nothing', 'en_US', [['123456'], '123456'], 132_001],
	['appointment_reminder', 'en_US', [['Jean']], 132_000],
	['appointment_reminder', 'en_US', [['Jean', '14:30', 'Paris']], 132_000],
	['appointment_reminder', 'en_US', [['Jean', '14:30'], '1042'], 132_000],
	['spring_offer', 'fr', [['one']], 132_000],
	['login_code', 'en_US', [['123456']], 132_000],
	['login_code', 'en_US', [['123456'], '123457'], 132_018],
])(
	'a message by template %s in %s with %j is taken on, then has the error %i',
	async (name, code, [values, inButton], error) => {
		await start({ enforceServiceWindow: true });
		const components = [bodyOf(...values), ...(inButton === undefined ? [] : [linkButton(inButton)])];
		expect((await sendWaba(template(components, { name, language: { code } }))).status).toBe(202);
		await advance(60);
		const outcome = error === 0 ? ['delivered', []] : ['failed', [{ code: error }]];
		const { status, errors, warning } = await onlyMessage();
		expect([status, errors, warning]).toMatchObject([...outcome, null]);
	},
);

it('the templates can be replaced, at the start and later', async () => {
	const named = { id: '1', name: 'a', language: 'en', status: 'APPROVED', category: 'UTILITY' };
	const templates = [{ ...named, components: [] }];
	await start({ templates });
	const read = async () => (await callWaba('template', undefined, { method: 'GET' })).body['data'];
	expect(await read()).toEqual(templates);
	expect((await control('PUT config', { templates: [] })).status).toBe(200);
	expect(await read()).toEqual([]);
});

it('marking as read shows the writer that it was read, and costs nothing', async () => {
	const { messageId } = await write({ type: 'text', text: 'Hi' });
	await advance(5);
	await callWaba('event', { message_id: messageId, status: 'read' });
	const unknown = await callWaba('event', { message_id: 'wamid.AAA=', status: 'read' });
	expect(unknown).toMatchObject({ status: 202, body: { recipients: [] } });
	expect(await onlyMessage()).toMatchObject({ readAt: '2027-01-13T11:00:05.000Z' });
	expect(await state()).toMatchObject({ balance: 1_000 });
});
