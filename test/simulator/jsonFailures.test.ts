import { failure } from './jsonSupport';
import * as rcs from './rcsSupport';
import { control, list, start, state, fetchFrom } from './support';
import * as waba from './wabaSupport';

const numbers = ['33600123456'];
const fromWaba = { recipients: numbers, contentMessage: waba.HELLO };
const fromRcs = { recipients: numbers, contentMessage: rcs.HELLO };

const SYNTAX = 'Wrong query syntax or missing mandatory field.';
const NOT_FOUND = 'The requested resource was not found.';
const NO_METHOD = 'The requested method is not supported for the requested resource.';
const TOO_LARGE = 'The request payload exceeds the maximum allowed size.';
const WRONG = failure(400, SYNTAX, SYNTAX);
const NOBODY = failure(400, SYNTAX, 'No valid recipient found.');
const DENIED = failure(
	403,
	'Access to the requested resource has been denied.',
	'API Key not allowed or account discontinued.',
);
const NO_CREDIT = failure(402, 'Insufficient balance to process the request.', 'No credit or insufficient.');

/** The rest of a right body, by target of RCS. */
const REST = {
	message: { contentMessage: rcs.HELLO },
	revoke: { reference: '123456789012' },
	'add-testers': {},
	capabilities: {},
	event: { event: 'READ' },
};

type Options = waba.CallOptions;
interface Channel {
	channel: string;
	call: typeof waba.callWaba;
	send: typeof waba.sendWaba;
	/** That of a send. */
	body: object;
	/** The operation of a send, and a request of another one. */
	sending: string;
	another: [what: string, body: unknown, options?: Options];
	/** How its 503 explains itself. */
	unavailable: string;
	/** Requests that are wrong in other ways too. */
	denied: [what: string, body: unknown, options: Options][];
	notFound: [why: string, what: string, options: Options, error: string][];
	/** Addresses of other interfaces and versions. */
	otherPaths: string[];
	wrongMethods: [what: string, method: string][];
	/** What besides a wrong list of recipients makes a send wrong. */
	wrongSends: [why: string, body: unknown, options?: Options][];
	wrongOthers: [what: string, why: string, body: object][];
	/** By target: the rest of a right body, and the number of recipients at most. */
	targets: [what: string, rest: object, most: number][];
}

const channels: Channel[] = [
	{
		channel: 'WABA',
		call: waba.callWaba,
		send: waba.sendWaba,
		body: fromWaba,
		sending: 'waba.message.sendText',
		another: ['template', undefined, { method: 'GET' }],
		unavailable: 'Authentication failed for unknown reason.',
		denied: [
			['message', fromWaba, {}],
			['nothing', '{', { agent: '1' }],
			['template', undefined, { method: 'GET' }],
		],
		notFound: [
			['an agent that does not exist', 'message', { agent: '1' }, 'Invalid wabaId value (not found).'],
			['a phone ID that does not exist', 'message', { phone: '1' }, 'Invalid phoneID value (not found).'],
			['an address that does not exist', 'sticker', {}, NOT_FOUND],
			['an address that goes on', 'message', { phone: `${waba.PHONE}/more` }, NOT_FOUND],
			['an address with a broken escape', '%E0%A4%A', {}, NOT_FOUND],
		],
		otherPaths: [`/waba/1.0/json/${waba.AGENT}/message/${waba.PHONE}`, '/waba/', '/waba/1.1/xml/1/message/1'],
		wrongMethods: [
			['message', 'GET'],
			['message', 'PUT'],
			['event', 'DELETE'],
			['file', 'GET'],
			['template', 'POST'],
		],
		wrongSends: [
			['a body that is empty', ''],
			['a body that is null', 'null'],
			['a body that is not in UTF-8', Buffer.from('{"recipients": ["\xe9"]}', 'latin1')],
			['a body that says it is text', fromWaba, { contentType: 'text/plain' }],
			['an empty list of recipients', { ...fromWaba, recipients: [] }],
			['an interactive message outside of contentMessage', { recipients: numbers, type: 'interactive' }],
			[
				'JSON as deep as it may be',
				`{"recipients":["33600123456"],"contentMessage":${'{"a":'.repeat(2_000)}1${'}'.repeat(2_000)}}`,
			],
		],
		wrongOthers: [
			['event', 'no message ID', { status: 'read' }],
			['event', 'an ID that is none', { message_id: '1', status: 'read' }],
			['event', 'no status', { message_id: 'wamid.AAA=' }],
			['event', 'another status', { message_id: 'wamid.AAA=', status: 'delivered' }],
			['file', 'no file ID', {}],
			['file', 'an empty file ID', { file_id: '' }],
			['file', 'a file ID that is a number', { file_id: 1 }],
		],
		targets: [['message', { contentMessage: waba.HELLO }, 5_000]],
	},
	{
		channel: 'RCS',
		call: rcs.callRcs,
		send: rcs.sendRcs,
		body: fromRcs,
		sending: 'rcs.message.send',
		another: ['capabilities', { recipients: numbers }],
		unavailable: 'Request failed.',
		denied: [...Object.keys(REST), 'nothing'].map((what) => [what, '{', { agent: 'nobody' }]),
		notFound: [
			['an unknown agent', 'message', { agent: 'nobody' }, 'Invalid RCSagentId value (not found).'],
			['no agent', 'message', { agent: '' }, 'Invalid RCSagentId value (not found).'],
			['an address that does not exist', 'sticker', {}, NOT_FOUND],
			['an address that goes on', 'message/more', {}, NOT_FOUND],
			['the name of a property', 'constructor', {}, NOT_FOUND],
		],
		otherPaths: [`/rcs/1.1/json/${rcs.AGENT}/message`, '/rcs/', `/rcs/1.0/xml/${rcs.AGENT}/message`],
		wrongMethods: Object.keys(REST).map((what) => [what, 'GET']),
		wrongSends: [
			['a validity of 0', { ...fromRcs, validity: 0 }],
			['a validity of over seven days', { ...fromRcs, validity: 10_081 }],
			['half a minute', { ...fromRcs, validity: 1.5 }],
			['a validity as a text', { ...fromRcs, validity: '60' }],
			['a validity that is null', { ...fromRcs, validity: null }],
		],
		wrongOthers: [
			['revoke', 'no reference', { recipients: numbers }],
			['revoke', 'an empty reference', { recipients: numbers, reference: '' }],
			['revoke', 'a reference that is a number', { recipients: numbers, reference: 123_456_789_012 }],
			['event', 'no event', { recipients: numbers }],
			['event', 'another event', { recipients: numbers, event: 'DELIVERED' }],
		],
		targets: [
			['message', REST.message, 5_000],
			['revoke', REST.revoke, 5_000],
			['add-testers', REST['add-testers'], 10],
			['capabilities', REST.capabilities, 500],
			['event', REST.event, 1],
		],
	},
];

describe.each(channels)('a request by $channel is refused', (channel) => {
	const { call, send, body } = channel;

	it.each([null, 'App wrong', 'Bearer demo', 'demo', 'app demo', 'App demo2', ''])(
		'with 403 for the authorization %p, whatever else is wrong with it',
		async (key) => {
			for (const [what, sent, options] of channel.denied)
				expect(await call(what, sent, { ...options, key })).toEqual(DENIED);
			expect(await list('messages')).toEqual([]);
		},
	);

	it.each(channel.notFound)('with 404 for %s', async (_why, what, options, error) => {
		expect(await call(what, body, options)).toEqual(failure(404, NOT_FOUND, error));
	});

	it.each(channel.otherPaths)('with 404 at %s', async (path) => {
		const headers = { authorization: 'App demo' };
		expect((await fetchFrom(path, { method: 'POST', headers })).status).toBe(404);
	});

	it.each(channel.wrongMethods)('with 405: %s by %s', async (what, method) => {
		const sent = method === 'GET' ? undefined : body;
		expect(await call(what, sent, { method })).toEqual(failure(405, NO_METHOD, 'Invalid HTTP method.'));
	});

	it.each<Channel['wrongSends'][number]>([
		['a body that is no JSON', '{"recipients": ['],
		['a body that is a list', [body]],
		['a body that says it is a form', body, { contentType: 'application/x-www-form-urlencoded' }],
		['no recipients', { ...body, recipients: undefined }],
		['recipients as a text', { ...body, recipients: '33600123456' }],
		['a recipient that is a number', { ...body, recipients: [33_600_123_456] }],
		['no content', { recipients: numbers }],
		...channel.wrongSends,
	])('with 400 for %s', async (_why, sent, options = {}) => {
		expect(await call('message', sent, options)).toEqual(WRONG);
		expect(await list('messages')).toEqual([]);
	});

	it.each(channel.wrongOthers)('with 400 at %s for %s', async (what, _why, sent) => {
		expect(await call(what, sent)).toEqual(WRONG);
	});

	it.each(channel.targets)('with 400 at %s where no recipient is a phone number', async (what, rest) => {
		for (const recipients of [['FR.13491208655302741918'], ['0600123456']])
			expect(await call(what, { recipients, ...rest })).toEqual(NOBODY);
		expect(await state()).toMatchObject({ balance: 1_000, counts: { messages: 0 } });
	});

	it('with 402 where the credits do not suffice for all recipients, and nothing is taken', async () => {
		await start({ balance: 1.5 });
		expect(await send(undefined, [...numbers, '33600123457'])).toEqual(NO_CREDIT);
		expect(await state()).toMatchObject({ balance: 1.5, counts: { messages: 0 } });
		expect((await send(undefined, [...numbers, 'nobody'])).status).toBe(202);
		expect(await state()).toMatchObject({ balance: 0.5 });
	});

	it.each(channel.targets)('with 413 at %s for too many recipients', async (what, rest, most) => {
		await start({ balance: 10_000 });
		const sent = (count: number): object => ({
			recipients: Array.from({ length: count }, (_, index) => String(33_600_000_000 + index)),
			...rest,
		});
		expect(await call(what, sent(most + 1))).toEqual(
			failure(413, TOO_LARGE, `Too many recipients (max.: ${most}).`),
		);
		expect((await call(what, sent(most))).status).toBeLessThan(300);
	});

	it('with each status by order, and is carried out afterwards', async () => {
		const faults = [{}, { status: 402 }, { status: 404 }, { status: 509 }].map((fault) => ({
			...fault,
			on: 'request',
			kind: 'refuse',
			match: { operation: channel.sending, recipients: '33600123456' },
		}));
		await control('PUT faults', { faults });
		expect((await call(...channel.another)).status).toBeLessThan(300);
		const unavailable = failure(503, 'Service temporarily unavailable.', channel.unavailable);
		for (const expected of [unavailable, NO_CREDIT, failure(404, NOT_FOUND, NOT_FOUND), failure(509, '', '')])
			expect(await send()).toEqual(expected);
		expect(await list('messages')).toEqual([]);
		expect((await list('requests'))[1]).toMatchObject({ fault: 'refuse' });
		expect((await send()).status).toBe(202);
	});

	it('by a cut connection though it is carried out', async () => {
		const faults = [{ on: 'request', kind: 'cut-after', match: { recipients: '33600123456' } }];
		await control('PUT faults', { faults });
		await expect(send()).rejects.toThrow();
		expect(await list('messages')).toHaveLength(1);
	});
});

describe('a request by WABA', () => {
	it('is refused without a phone ID, and with that of another agent', async () => {
		const agent = { phoneNumber: '33600123401', name: 'Shop' };
		await start({
			agents: [
				{ ...agent, wabaId: '1', phoneId: '11' },
				{ ...agent, wabaId: '2', phoneId: '22' },
			],
		});
		const answerTo = async (options: Options) => await waba.callWaba('message', fromWaba, options);
		expect(await answerTo({ agent: '1', phone: '' })).toEqual(
			failure(400, SYNTAX, 'Missing mandatory phone ID.'),
		);
		expect((await answerTo({ agent: '1', phone: '22' })).status).toBe(404);
		expect((await answerTo({ agent: '2', phone: '22' })).status).toBe(202);
	});

	it('is refused with 413 over five megabytes', async () => {
		const { status, body } = await waba.callWaba('message', `"${'x'.repeat(5 * 1024 * 1024)}"`);
		expect([status, body['response']]).toEqual([413, { response_code: '413', response_desc: TOO_LARGE }]);
		expect(await list('requests')).toMatchObject([{ reply: { status: 413 } }]);
	});
});

describe('a request by RCS', () => {
	it.each([1, 10_080])('may have a validity of %i minutes', async (validity) => {
		expect((await rcs.sendRcs(rcs.HELLO, numbers, { validity })).status).toBe(202);
	});

	it.each(Object.entries(REST))('is refused at %s without a recipient', async (what, rest) => {
		expect(await rcs.callRcs(what, { recipients: [], ...rest })).toEqual(NOBODY);
	});

	it('costs nothing unless it sends', async () => {
		await start({ balance: 0 });
		for (const [what, rest] of Object.entries(REST).slice(1)) {
			const answer = await rcs.callRcs(what, { recipients: numbers, ...rest });
			expect(answer.status).toBeLessThan(300);
		}
	});

	it('is refused with 413 for a content of over 250 KB, counted in bytes of UTF-8', async () => {
		const largest = 250 * 1024;
		const content = (bytes: number): object => {
			const empty = { text: 'é', later: '' };
			return { ...empty, later: 'x'.repeat(bytes - Buffer.byteLength(JSON.stringify(empty))) };
		};
		expect((await rcs.sendRcs(content(largest))).status).toBe(202);
		expect((await rcs.sendRcs(content(largest + 1))).status).toBe(413);
		expect(await state()).toMatchObject({ balance: 999 });
	});
});
