import { failure } from './jsonSupport';
import { AGENT, HELLO, callRcs, sendRcs } from './rcsSupport';
import type { CallOptions } from './rcsSupport';
import { closeAll, control, list, start, state } from './support';

afterEach(closeAll);

const SEND = { recipients: ['33600123456'], contentMessage: HELLO };
const TARGETS = ['message', 'revoke', 'add-testers', 'capabilities', 'event'];

const SYNTAX = 'Wrong query syntax or missing mandatory field.';
const WRONG = failure(400, SYNTAX, SYNTAX);
const NOBODY = failure(400, SYNTAX, 'No valid recipient found.');
const NOT_FOUND = 'The requested resource was not found.';
const UNAVAILABLE = failure(503, 'Service temporarily unavailable.', 'Request failed.');

const many = (count: number): string[] =>
	Array.from({ length: count }, (_, index) => String(33_600_000_000 + index));

/** The rest of a right body, by target. */
const REST: Readonly<Record<string, object>> = {
	message: { contentMessage: HELLO },
	revoke: { reference: '123456789012' },
	'add-testers': {},
	capabilities: {},
	event: { event: 'READ' },
};

describe('an RCS request is refused with 403', () => {
	it.each([null, 'App wrong', 'Bearer demo', 'app demo', ''])(
		'for the authorization %p, whatever else is wrong with it',
		async (key) => {
			const simulator = await start();
			const denied = failure(
				403,
				'Access to the requested resource has been denied.',
				'API Key not allowed or account discontinued.',
			);
			for (const target of [...TARGETS, 'nothing']) {
				expect(await callRcs(simulator, target, '{', { key, agent: 'nobody' })).toEqual(denied);
			}
		},
	);
});

describe('an RCS request is refused with 404', () => {
	it.each<[string, string, CallOptions, string]>([
		['an agent that does not exist', 'message', { agent: 'nobody' }, 'Invalid RCSagentId value (not found).'],
		['no agent', 'message', { agent: '' }, 'Invalid RCSagentId value (not found).'],
		['an address that does not exist', 'sticker', {}, NOT_FOUND],
		['an address that goes on', 'message/more', {}, NOT_FOUND],
		['the name of a property', 'constructor', {}, NOT_FOUND],
	])('for %s', async (_what, what, options, error) => {
		const simulator = await start();
		expect(await callRcs(simulator, what, SEND, options)).toEqual(failure(404, NOT_FOUND, error));
	});

	it('for another version of the interface', async () => {
		const simulator = await start();
		const headers = { authorization: 'App demo' };
		for (const path of [`/rcs/1.1/json/${AGENT}/message`, '/rcs/', `/rcs/1.0/xml/${AGENT}/message`]) {
			const response = await fetch(`${simulator.url}${path}`, { method: 'POST', headers });
			expect([path, response.status]).toEqual([path, 404]);
		}
	});
});

describe('an RCS request is refused with 405', () => {
	it.each(TARGETS)('%s by GET', async (target) => {
		const simulator = await start();
		expect(await callRcs(simulator, target, undefined, { method: 'GET' })).toEqual(
			failure(
				405,
				'The requested method is not supported for the requested resource.',
				'Invalid HTTP method.',
			),
		);
	});
});

describe('an RCS request is refused with 400', () => {
	it.each<[string, unknown, ...CallOptions[]]>([
		['a body that is no JSON', '{"recipients": ['],
		['a body that is a list', [SEND]],
		['a body that says it is a form', SEND, { contentType: 'application/x-www-form-urlencoded' }],
		['no recipients', { contentMessage: HELLO }],
		['recipients as a text', { ...SEND, recipients: '33600123456' }],
		['a recipient that is a number', { ...SEND, recipients: [33_600_123_456] }],
		['no content', { recipients: ['33600123456'] }],
		['a validity of 0', { ...SEND, validity: 0 }],
		['a validity of over seven days', { ...SEND, validity: 10_081 }],
		['half a minute', { ...SEND, validity: 1.5 }],
		['a validity as a text', { ...SEND, validity: '60' }],
		['a validity that is null', { ...SEND, validity: null }],
	])('for %s', async (_what, body, ...[options]) => {
		const simulator = await start();
		expect(await callRcs(simulator, 'message', body, options)).toEqual(WRONG);
		expect(await list(simulator, 'messages')).toEqual([]);
	});

	it.each([1, 10_080])('but not for a validity of %i minutes', async (validity) => {
		const simulator = await start();
		expect((await sendRcs(simulator, HELLO, ['33600123456'], { validity })).status).toBe(202);
	});

	it.each<[string, string, object]>([
		['revoke', 'no reference', {}],
		['revoke', 'an empty reference', { reference: '' }],
		['revoke', 'a reference that is a number', { reference: 123_456_789_012 }],
		['event', 'no event', {}],
		['event', 'another event', { event: 'DELIVERED' }],
	])('at %s for %s', async (what, _why, body) => {
		const simulator = await start();
		expect(await callRcs(simulator, what, { recipients: ['33600123456'], ...body })).toEqual(WRONG);
	});

	it.each(TARGETS)('at %s where no recipient is a phone number, in words of its own', async (target) => {
		const simulator = await start();
		const rest = REST[target];
		for (const recipients of [[], ['nobody'], ['0600123456']]) {
			expect(await callRcs(simulator, target, { recipients, ...rest })).toEqual(NOBODY);
		}
		expect(await state(simulator)).toMatchObject({ balance: 1_000, counts: { messages: 0 } });
	});
});

describe('an RCS message is refused with 402', () => {
	it('where the credits do not suffice for all recipients, and all else costs nothing', async () => {
		const simulator = await start({ balance: 1 });
		expect(await sendRcs(simulator, HELLO, ['33600123456', '33600123457'])).toEqual(
			failure(402, 'Insufficient balance to process the request.', 'No credit or insufficient.'),
		);
		expect(await state(simulator)).toMatchObject({ balance: 1, counts: { messages: 0 } });
		await control(simulator, 'PUT config', { balance: 0 });
		for (const target of TARGETS.slice(1)) {
			const body = { recipients: ['33600123456'], ...REST[target] };
			expect((await callRcs(simulator, target, body)).status).toBeLessThan(300);
		}
	});
});

describe('an RCS request is refused with 413', () => {
	it.each([
		['message', 5_000],
		['revoke', 5_000],
		['add-testers', 10],
		['capabilities', 500],
		['event', 1],
	])('at %s for more than %i recipients', async (target, most) => {
		const simulator = await start({ balance: 10_000 });
		const body = (count: number): object => ({ recipients: many(count), ...REST[target] });
		expect(await callRcs(simulator, target, body(most + 1))).toEqual(
			failure(
				413,
				'The request payload exceeds the maximum allowed size.',
				`Too many recipients (max.: ${most}).`,
			),
		);
		expect((await callRcs(simulator, target, body(most))).status).toBeLessThan(300);
	});

	it('for a content of over 250 KB, counted in bytes of UTF-8', async () => {
		const simulator = await start();
		const largest = 250 * 1024;
		const content = (bytes: number): object => {
			const empty = { text: 'é', later: '' };
			return { ...empty, later: 'x'.repeat(bytes - Buffer.byteLength(JSON.stringify(empty))) };
		};
		expect((await sendRcs(simulator, content(largest))).status).toBe(202);
		expect((await sendRcs(simulator, content(largest + 1))).status).toBe(413);
		expect(await state(simulator)).toMatchObject({ balance: 999 });
	});
});

describe('RCS refuses by order', () => {
	it('with the documented words of 503, and goes on afterwards', async () => {
		const simulator = await start();
		const faults = [{ on: 'request', kind: 'refuse', match: { operation: 'rcs.message.send' } }];
		await control(simulator, 'PUT faults', { faults });
		expect((await callRcs(simulator, 'capabilities', { recipients: ['33600123456'] })).status).toBe(200);
		expect(await sendRcs(simulator)).toEqual(UNAVAILABLE);
		expect(await list(simulator, 'messages')).toEqual([]);
		expect((await sendRcs(simulator)).status).toBe(202);
	});

	it('or carries the message out and cuts the connection', async () => {
		const simulator = await start();
		const faults = [{ on: 'request', kind: 'cut-after', match: { recipients: '33600123456' } }];
		await control(simulator, 'PUT faults', { faults });
		await expect(sendRcs(simulator)).rejects.toThrow();
		expect(await list(simulator, 'messages')).toHaveLength(1);
	});
});
