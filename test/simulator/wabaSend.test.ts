import { queued, webhooksOf } from './jsonSupport';
import { advance, asList, asObject, control, list, onlyMessage, start, state, fetchFrom } from './support';
import { HELLO, write, callWaba, sendWaba, startTold } from './wabaSupport';

describe('a send by WhatsApp', () => {
	it.each(['reaction', 'interactive-buttons', 'interactive-lists'])(
		'can go to the older address %s',
		async (what) => {
			const body = { recipients: ['33600123456'], contentMessage: HELLO };
			expect((await callWaba(what, body)).status).toBe(202);
		},
	);

	it('stands in the log with all its values, the key struck out', async () => {
		await callWaba(
			'message',
			{ recipients: ['33600123456', '33600123457'], contentMessage: HELLO },
			{ query: '?debug=1' },
		);
		expect(await list('requests')).toMatchObject([
			{
				operation: 'waba.message.sendText',
				headers: { authorization: 'App ***' },
				fields: {
					recipients: '33600123456,33600123457',
					'contentMessage.type': 'text',
					'contentMessage.text.body': 'Hello',
					wabaId: '100100100100100',
					phoneId: '200200200200200',
				},
				undeclared: ['debug'],
				reply: { status: 202 },
			},
		]);
	});

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
		const history = await fetchFrom('/1.1/api.php?action=historique', {
			method: 'POST',
			headers: { authorization: 'App demo' },
		});
		expect(await history.text()).toBe('HISTORIQUE 0');
	});
});

describe('the status of a message by WhatsApp', () => {
	it('comes as a POST of JSON in the documented envelope, the reference as an integer', async () => {
		const receiver = await startTold();
		const { body } = await sendWaba(HELLO, ['+33600123456']);
		await advance(1);
		const { messageId } = await onlyMessage();
		expect(receiver.received).toMatchObject([
			{ method: 'POST', target: '/waba?token=a%20b', headers: { 'content-type': 'application/json' } },
		]);
		expect(webhooksOf(receiver)[0]?.envelope).toEqual({
			wabaId: '100100100100100',
			phoneId: '200200200200200',
			phoneNumber: '33600123400',
			clientId: 123_456,
			requestProd: 'WABA',
			requestDate: '2027-01-13T12:00:01+01:00',
			requestUUID: expect.stringMatching(/^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/),
			requestType: 'status_update',
			reference: Number(body['reference']),
			data: { id: messageId, status: 'ack', timestamp: '1799838001', recipient_id: '33600123456' },
		});
	});

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

	it('can be moved on by hand, to one recipient or to all, to any status, with errors', async () => {
		const receiver = await startTold();
		const { body } = await sendWaba(HELLO, ['33600123456', '33600123457']);
		const { reference } = body;
		const move = async (given: object): Promise<unknown> =>
			(await control('POST waba/status', given)).body['messages'];
		expect(await move({ reference, status: 'read' })).toBe(2);
		expect(await move({ reference, number: '+33600123457', status: 'deleted' })).toBe(1);
		const [first] = await list('messages');
		const errors = [{ code: 1, title: 'T', message: 'M', details: 'D', href: 'https://example.com/' }];
		expect(await move({ messageId: first?.['messageId'], status: 'failed', errors })).toBe(1);
		await advance(0);
		const told = webhooksOf(receiver).map(({ data }) => [
			data['recipient_id'],
			data['status'],
			data['errors'],
		]);
		expect(told).toHaveLength(4);
		expect(told).toContainEqual(['33600123457', 'deleted', undefined]);
		const error = {
			code: 1,
			title: 'T',
			message: 'M',
			error_data: { details: 'D', href: 'https://example.com/' },
		};
		expect(told).toContainEqual(['33600123456', 'failed', [error]]);
	});

	it('becomes read where the phone reads what was delivered to it', async () => {
		await sendWaba(HELLO, ['33600123456', '9992123', '33600123457']);
		await advance(60);
		const read = async (number: string): Promise<unknown> =>
			(await control('POST waba/read', { number })).body['read'];
		expect([await read('33600123456'), await read('33600123456'), await read('9992123')]).toEqual([1, 0, 0]);
		expect((await list('messages')).map(({ status }) => status)).toEqual(['read', 'sent', 'delivered']);
	});
});

describe('a message by template', () => {
	const texts = (values: readonly string[]): object[] => values.map((text) => ({ type: 'text', text }));
	const byTemplate = (name: string, code: string, [values, inButton]: [string[], string?]): object => ({
		type: 'template',
		template: {
			name,
			language: { code },
			components: [
				{ type: 'body', parameters: texts(values) },
				...(inButton === undefined
					? []
					: [{ type: 'button', sub_type: 'url', index: '0', parameters: texts([inButton]) }]),
			],
		},
	});

	it.each<[string, string, [string[], string?], number | undefined]>([
		['login_code', 'en_US', [['123456'], '123456'], undefined],
		['login_code', 'fr', [['123456'], '123456'], undefined],
		['appointment_reminder', 'en_US', [['Jean', '14:30']], undefined],
		['spring_offer', 'fr', [[], 'jean'], undefined],
		['spring_offer', 'fr', [['one', 'two', 'three'], 'jean'], undefined],
		['login_code', 'en-US', [['123456'], '123456'], 132_001],
		['parcel_update', 'en_US', [['123456']], 132_001],
		['nothing', 'en_US', [['123456'], '123456'], 132_001],
		['appointment_reminder', 'en_US', [['Jean']], 132_000],
		['appointment_reminder', 'en_US', [['Jean', '14:30', 'Paris']], 132_000],
		['appointment_reminder', 'en_US', [['Jean', '14:30'], '1042'], 132_000],
		['spring_offer', 'fr', [['one']], 132_000],
		['login_code', 'en_US', [['123456']], 132_000],
		['login_code', 'en_US', [['123456'], '123457'], 132_018],
	])('%s in %s with %j is taken on, and fails with %s', async (name, code, values, error) => {
		await start({ enforceServiceWindow: true });
		expect((await sendWaba(byTemplate(name, code, values))).status).toBe(202);
		await advance(60);
		expect(await onlyMessage()).toMatchObject({
			status: error === undefined ? 'delivered' : 'failed',
			warning: null,
			errors: error === undefined ? [] : [{ code: error }],
		});
	});
});

describe('the templates', () => {
	it('are listed as they are', async () => {
		const { status, body } = await callWaba('template', undefined, { method: 'GET' });
		expect(status).toBe(200);
		expect(body).toMatchObject({
			response: { response_code: '200', response_desc: 'Request successfully processed.' },
			details: "List of the agent's templates",
		});
		const shown = asList(body['data']).map(({ name, language, status: state_ }) => [name, language, state_]);
		expect(shown).toEqual([
			['login_code', 'en_US', 'APPROUVED'],
			['login_code', 'fr', 'APPROUVED'],
			['parcel_update', 'en_US', 'PENDING'],
			['appointment_reminder', 'en_US', 'APPROUVED'],
			['spring_offer', 'fr', 'APPROUVED'],
			['appointment_reminder', 'fr', 'APPROUVED'],
		]);
		expect(asObject(asList(body['data'])[2])['components']).toEqual([{ type: 'BODY', parameters: null }]);
	});

	it('can be replaced, at the start and later', async () => {
		const template = { id: '1', name: 'a', language: 'en', status: 'APPROVED', category: 'UTILITY' };
		await start({ templates: [{ ...template, components: [] }] });
		const read = async (): Promise<unknown> =>
			(await callWaba('template', undefined, { method: 'GET' })).body['data'];
		expect(await read()).toEqual([{ ...template, components: [] }]);
		expect((await control('PUT config', { templates: [] })).status).toBe(200);
		expect(await read()).toEqual([]);
		expect((await control('PUT config', { templates: [template] })).status).toBe(400);
	});
});

describe('marking as read', () => {
	it('answers like a send, and shows the writer that it was read', async () => {
		const { messageId } = await write({ type: 'text', text: 'Hi' });
		await advance(5);
		const { status, body } = await callWaba('event', { message_id: messageId, status: 'read' });
		expect(status).toBe(202);
		expect(body).toEqual(queued('33600123456'));
		expect(await onlyMessage()).toMatchObject({ readAt: '2027-01-13T11:00:05.000Z' });
		expect(await state()).toMatchObject({ balance: 1_000 });
	});

	it('of a message that is not known is taken on and does nothing', async () => {
		const body = { message_id: 'wamid.AAA=', status: 'read' };
		expect(await callWaba('event', body)).toMatchObject({ status: 202, body: { recipients: [] } });
	});
});
