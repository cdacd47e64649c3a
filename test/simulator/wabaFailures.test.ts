import { failure } from './jsonSupport';
import { closeAll, control, list, start, state } from './support';
import { AGENT, HELLO, PHONE, callWaba, sendWaba } from './wabaSupport';
import type { CallOptions } from './wabaSupport';

afterEach(closeAll);

const SEND = { recipients: ['33600123456'], contentMessage: HELLO };

const SYNTAX = 'Wrong query syntax or missing mandatory field.';
const WRONG = failure(400, SYNTAX, SYNTAX);
const NOT_FOUND = 'The requested resource was not found.';

describe('a request is refused with 403', () => {
	it.each([null, 'App wrong', 'Bearer demo', 'demo', 'app demo', 'App demo2', ''])(
		'for the authorization %p, whatever else is wrong with it',
		async (key) => {
			const simulator = await start();
			const denied = failure(
				403,
				'Access to the requested resource has been denied.',
				'API Key not allowed or account discontinued.',
			);
			expect(await callWaba(simulator, 'message', SEND, { key })).toEqual(denied);
			expect(await callWaba(simulator, 'nothing', '{', { key, agent: '1' })).toEqual(denied);
			expect(await callWaba(simulator, 'template', undefined, { key, method: 'GET' })).toEqual(denied);
			expect(await list(simulator, 'messages')).toEqual([]);
		},
	);
});

describe('a request is refused with 404', () => {
	it.each<[string, string, CallOptions, string]>([
		['an agent that does not exist', 'message', { agent: '1' }, 'Invalid wabaId value (not found).'],
		['a phone ID that does not exist', 'message', { phone: '1' }, 'Invalid phoneID value (not found).'],
		['an address that does not exist', 'sticker', {}, NOT_FOUND],
		['an address that goes on', 'message', { phone: `${PHONE}/more` }, NOT_FOUND],
		['an address with a broken escape', '%E0%A4%A', {}, NOT_FOUND],
	])('for %s', async (_what, what, options, error) => {
		const simulator = await start();
		expect(await callWaba(simulator, what, SEND, options)).toEqual(failure(404, NOT_FOUND, error));
	});

	it("for another agent's phone ID", async () => {
		const agent = { phoneNumber: '33600123401', name: 'Shop' };
		const simulator = await start({
			agents: [
				{ ...agent, wabaId: '1', phoneId: '11' },
				{ ...agent, wabaId: '2', phoneId: '22' },
			],
		});
		expect((await callWaba(simulator, 'message', SEND, { agent: '1', phone: '22' })).status).toBe(404);
		expect((await callWaba(simulator, 'message', SEND, { agent: '2', phone: '22' })).status).toBe(202);
	});

	it('for another version of the interface', async () => {
		const simulator = await start();
		const headers = { authorization: 'App demo' };
		for (const path of [`/waba/1.0/json/${AGENT}/message/${PHONE}`, '/waba/', '/waba/1.1/xml/1/message/1']) {
			const response = await fetch(`${simulator.url}${path}`, { method: 'POST', headers });
			expect([path, response.status]).toEqual([path, 404]);
		}
	});
});

describe('a request is refused with 405', () => {
	it.each([
		['message', 'GET'],
		['message', 'PUT'],
		['event', 'DELETE'],
		['file', 'GET'],
		['template', 'POST'],
	])('%s by %s', async (what, method) => {
		const simulator = await start();
		const body = method === 'GET' ? undefined : SEND;
		expect(await callWaba(simulator, what, body, { method })).toEqual(
			failure(
				405,
				'The requested method is not supported for the requested resource.',
				'Invalid HTTP method.',
			),
		);
	});
});

describe('a request is refused with 400', () => {
	it('without a phone ID', async () => {
		const simulator = await start();
		const missing = failure(400, SYNTAX, 'Missing mandatory phone ID.');
		expect(await callWaba(simulator, 'message', SEND, { phone: '' })).toEqual(missing);
	});

	it.each<[string, unknown, ...CallOptions[]]>([
		['a body that is no JSON', '{"recipients": ['],
		['a body that is empty', ''],
		['a body that is a list', [SEND]],
		['a body that is null', 'null'],
		['a body that is not in UTF-8', Buffer.from('{"recipients": ["\xe9"]}', 'latin1')],
		['a body that says it is a form', SEND, { contentType: 'application/x-www-form-urlencoded' }],
		['a body that says it is text', SEND, { contentType: 'text/plain' }],
		['no recipients', { contentMessage: HELLO }],
		['an empty list of recipients', { ...SEND, recipients: [] }],
		['recipients as a text', { ...SEND, recipients: '33600123456' }],
		['a recipient that is a number', { ...SEND, recipients: [33_600_123_456] }],
		['no content', { recipients: ['33600123456'] }],
		[
			'an interactive message outside of contentMessage',
			{ recipients: ['33600123456'], type: 'interactive' },
		],
	])('for %s', async (_what, body, ...[options]) => {
		const simulator = await start();
		expect(await callWaba(simulator, 'message', body, options)).toEqual(WRONG);
		expect(await list(simulator, 'messages')).toEqual([]);
	});

	it('where no recipient is a phone number', async () => {
		const simulator = await start();
		const nobody = failure(400, SYNTAX, 'No valid recipient found.');
		const recipients = ['FR.13491208655302741918', '0600123456'];
		expect(await callWaba(simulator, 'message', { ...SEND, recipients })).toEqual(nobody);
		expect(await list(simulator, 'messages')).toEqual([]);
		expect(
			(await callWaba(simulator, 'message', { ...SEND, recipients: [...recipients, '9994123'] })).status,
		).toBe(202);
	});

	it.each<[string, string, unknown]>([
		['event', 'no message ID', { status: 'read' }],
		['event', 'an ID that is none', { message_id: '1', status: 'read' }],
		['event', 'no status', { message_id: 'wamid.AAA=' }],
		['event', 'another status', { message_id: 'wamid.AAA=', status: 'delivered' }],
		['file', 'no file ID', {}],
		['file', 'an empty file ID', { file_id: '' }],
		['file', 'a file ID that is a number', { file_id: 1 }],
	])('at %s for %s', async (what, _why, body) => {
		const simulator = await start();
		expect(await callWaba(simulator, what, body)).toEqual(WRONG);
	});

	it('and JSON as deep as it may be does no harm', async () => {
		const simulator = await start();
		const deep = `{"recipients":["33600123456"],"contentMessage":${'{"a":'.repeat(2_000)}1${'}'.repeat(2_000)}}`;
		expect(await callWaba(simulator, 'message', deep)).toEqual(WRONG);
	});
});

describe('a send is refused with 402', () => {
	it('where the credits do not suffice for all recipients, and nothing is taken', async () => {
		const simulator = await start({ balance: 1.5 });
		expect(await sendWaba(simulator, HELLO, ['33600123456', '33600123457'])).toEqual(
			failure(402, 'Insufficient balance to process the request.', 'No credit or insufficient.'),
		);
		expect(await state(simulator)).toMatchObject({ balance: 1.5, counts: { messages: 0 } });
		expect((await sendWaba(simulator, HELLO, ['33600123456', 'nobody'])).status).toBe(202);
		expect(await state(simulator)).toMatchObject({ balance: 0.5 });
	});
});

describe('a send is refused with 413', () => {
	it('for more than 5000 recipients', async () => {
		const simulator = await start({ balance: 10_000 });
		const many = (count: number): string[] =>
			Array.from({ length: count }, (_, index) => String(33_600_000_000 + index));
		expect(await sendWaba(simulator, HELLO, many(5_001))).toEqual(
			failure(
				413,
				'The request payload exceeds the maximum allowed size.',
				'Too many recipients (max.: 5000).',
			),
		);
		expect((await sendWaba(simulator, HELLO, many(5_000))).status).toBe(202);
	});

	it('for a body over five megabytes', async () => {
		const simulator = await start();
		const { status, body } = await callWaba(simulator, 'message', `"${'x'.repeat(5 * 1024 * 1024)}"`);
		expect([status, body['response']]).toEqual([
			413,
			{ response_code: '413', response_desc: 'The request payload exceeds the maximum allowed size.' },
		]);
	});
});

describe('the service refuses by order', () => {
	it.each<[number, string, string]>([
		[503, 'Service temporarily unavailable.', 'Authentication failed for unknown reason.'],
		[402, 'Insufficient balance to process the request.', 'No credit or insufficient.'],
		[404, NOT_FOUND, NOT_FOUND],
	])('with the documented words of %i', async (status, description, error) => {
		const simulator = await start();
		await control(simulator, 'PUT faults', { faults: [{ on: 'request', kind: 'refuse', status }] });
		expect(await sendWaba(simulator)).toEqual(failure(status, description, error));
		expect(await list(simulator, 'messages')).toEqual([]);
		expect(await list(simulator, 'requests')).toMatchObject([{ fault: 'refuse' }]);
		expect((await sendWaba(simulator)).status).toBe(202);
	});

	it('with 503 unless asked otherwise, and with a status that is not documented', async () => {
		const simulator = await start();
		const faults = [
			{ on: 'request', kind: 'refuse', match: { 'contentMessage.type': 'text', recipients: '33600123456' } },
			{ on: 'request', kind: 'refuse', status: 509 },
		];
		await control(simulator, 'PUT faults', { faults });
		expect((await sendWaba(simulator)).status).toBe(503);
		expect(await sendWaba(simulator)).toEqual(failure(509, '', ''));
	});
});
