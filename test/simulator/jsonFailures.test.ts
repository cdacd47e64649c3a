import { SYNTAX, WRONG, failure, type JsonAnswer } from './jsonSupport';
import * as rcs from './rcsSupport';
import { simulatedChannels } from './simulatedChannels';
import { control, fetchFrom, list, numbers, start, state } from './support';
import * as waba from './wabaSupport';

const one = ['33600123456'];
const fromWaba = { recipients: one, contentMessage: waba.HELLO };
const fromRcs = { recipients: one, contentMessage: rcs.HELLO };

const NOT_FOUND = 'The requested resource was not found.';
const NO_METHOD = 'The requested method is not supported for the requested resource.';
const TOO_LARGE = 'The request payload exceeds the maximum allowed size.';
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

type Row = [why: string, ask: () => Promise<JsonAnswer>];

const byWaba = (what: string, body: unknown, options?: waba.CallOptions) => () =>
	waba.callWaba(what, body, options);
const byRcs = (what: string, body: unknown, options?: rcs.CallOptions) => () =>
	rcs.callRcs(what, body, options);

/** What makes a send wrong by either channel. */
const wrongSends = (body: object, by: typeof byWaba | typeof byRcs): Row[] => [
	['a body that is no JSON', by('message', '{"recipients": [')],
	['a body that is a list', by('message', [body])],
	['a form', by('message', body, { contentType: 'application/x-www-form-urlencoded' })],
	['no recipients', by('message', { ...body, recipients: undefined })],
	['recipients as a text', by('message', { ...body, recipients: '33600123456' })],
	['a recipient that is a number', by('message', { ...body, recipients: [33_600_123_456] })],
	['no content', by('message', { recipients: one })],
];
const deep = `${'{"a":'.repeat(2_000)}1${'}'.repeat(2_000)}`;
const deepest = `{"recipients":["33600123456"],"contentMessage":${deep}}`;

describe('a request is refused', () => {
	it.each<Row>([
		...wrongSends(fromWaba, byWaba),
		['a body that is empty', byWaba('message', '')],
		['a body that is null', byWaba('message', 'null')],
		['a body that is not in UTF-8', byRcs('message', Buffer.from(JSON.stringify(fromRcs), 'latin1'))],
		['a body that says it is text', byWaba('message', fromWaba, { contentType: 'text/plain' })],
		['content outside of contentMessage', byWaba('message', { recipients: one, type: 'interactive' })],
		['JSON as deep as it may be', byWaba('message', deepest)],
		['an event without a message ID', byWaba('event', { status: 'read' })],
		['an event for an ID that is none', byWaba('event', { message_id: '1', status: 'read' })],
		['an event without a status', byWaba('event', { message_id: 'wamid.AAA=' })],
		['an event of another status', byWaba('event', { message_id: 'wamid.AAA=', status: 'delivered' })],
		['no file ID', byWaba('file', {})],
		['an empty file ID', byWaba('file', { file_id: '' })],
		['a file ID that is a number', byWaba('file', { file_id: 1 })],
		...wrongSends(fromRcs, byRcs),
		['a validity of 0', byRcs('message', { ...fromRcs, validity: 0 })],
		['a validity of over seven days', byRcs('message', { ...fromRcs, validity: 10_081 })],
		['half a minute', byRcs('message', { ...fromRcs, validity: 1.5 })],
		['a validity as a text', byRcs('message', { ...fromRcs, validity: '60' })],
		['a validity that is null', byRcs('message', { ...fromRcs, validity: null })],
		['taking back without a reference', byRcs('revoke', { recipients: one })],
		['taking back an empty reference', byRcs('revoke', { recipients: one, reference: '' })],
		['a reference that is a number', byRcs('revoke', { recipients: one, reference: 123_456_789_012 })],
		['no event', byRcs('event', { recipients: one })],
	])('with 400 for %s', async (_why, ask) => {
		expect(await ask()).toEqual(WRONG);
		expect(await list('messages')).toEqual([]);
	});

	it.each<Row>([
		['an address that does not exist', byWaba('sticker', fromWaba)],
		['an address that goes on', byWaba('message', fromWaba, { phone: `${waba.PHONE}/more` })],
		['an address with a broken escape', byWaba('%E0%A4%A', fromWaba)],
		['another address that does not exist', byRcs('sticker', fromRcs)],
		['another address that goes on', byRcs('message/more', fromRcs)],
		['the name of a property', byRcs('constructor', fromRcs)],
	])('with 404 for %s', async (_why, ask) => expect(await ask()).toEqual(failure(404, NOT_FOUND, NOT_FOUND)));

	it('with 404 for no agent', async () => {
		const answer = await byRcs('message', fromRcs, { agent: '' })();
		expect(answer).toEqual(failure(404, NOT_FOUND, 'Invalid RCSagentId value (not found).'));
	});

	it.each([
		...[`/waba/1.0/json/${waba.AGENT}/message/${waba.PHONE}`, '/waba/', '/waba/1.1/xml/1/message/1'],
		...[`/rcs/1.1/json/${rcs.AGENT}/message`, '/rcs/', `/rcs/1.0/xml/${rcs.AGENT}/message`],
	])('with 404 at %s', async (path) => {
		const headers = { authorization: 'App demo' };
		expect((await fetchFrom(path, { method: 'POST', headers })).status).toBe(404);
	});

	it.each<Row>([
		['message by PUT', byWaba('message', fromWaba, { method: 'PUT' })],
		['event by DELETE', byWaba('event', fromWaba, { method: 'DELETE' })],
		['file by GET', byWaba('file', undefined, { method: 'GET' })],
		['template by POST', byWaba('template', fromWaba)],
		...Object.keys(REST).map((what): Row => [`${what} by GET`, byRcs(what, undefined, { method: 'GET' })]),
	])('with 405: %s', async (_why, ask) =>
		expect(await ask()).toEqual(failure(405, NO_METHOD, 'Invalid HTTP method.')),
	);
});

const invalid = [['FR.13491208655302741918'], ['0600123456']];

interface Details {
	/** The operation of a send, and a request of another one. */
	sending: string;
	another: () => Promise<JsonAnswer>;
	/** How its 503 explains itself. */
	unavailable: string;
	/** Requests with a key that are wrong in other ways, too. */
	denied: (key: string | null) => (() => Promise<JsonAnswer>)[];
	/** Recipients of whom none is a phone number. */
	nobody: string[][];
	/** By target: the rest of a right body, and the number of recipients at most. */
	targets: [what: string, rest: object, most: number][];
}

const details: Record<'WABA' | 'RCS', Details> = {
	WABA: {
		sending: 'waba.message.sendText',
		another: byWaba('template', undefined, { method: 'GET' }),
		unavailable: 'Authentication failed for unknown reason.',
		denied: (key) => [
			byWaba('message', fromWaba, { key }),
			byWaba('nothing', '{', { agent: '1', key }),
			byWaba('template', undefined, { method: 'GET', key }),
		],
		nobody: invalid,
		targets: [['message', { contentMessage: waba.HELLO }, 5_000]],
	},
	RCS: {
		sending: 'rcs.message.send',
		another: byRcs('capabilities', { recipients: one }),
		unavailable: 'Request failed.',
		denied: (key) =>
			[...Object.keys(REST), 'nothing'].map((what) => byRcs(what, '{', { agent: 'nobody', key })),
		nobody: [[], ...invalid],
		targets: [
			['message', REST.message, 5_000],
			['revoke', REST.revoke, 5_000],
			['add-testers', REST['add-testers'], 10],
			['capabilities', REST.capabilities, 500],
			['event', REST.event, 1],
		],
	},
};

describe.each(simulatedChannels)('a request by $channel is refused', ({ channel, call, send, hello }) => {
	const { sending, another, unavailable, denied, nobody, targets } = details[channel];

	it.each([null, 'App wrong', 'Bearer demo', 'demo', 'app demo', 'App demo2', ''])(
		'with 403 for the authorization %p, whatever else is wrong with it',
		async (key) => {
			for (const ask of denied(key)) expect(await ask()).toEqual(DENIED);
			expect(await list('messages')).toEqual([]);
		},
	);

	it.each(targets)('with 400 at %s where no recipient is a phone number', async (what, rest) => {
		for (const recipients of nobody) expect(await call(what, { recipients, ...rest })).toEqual(NOBODY);
		expect(await state()).toMatchObject({ balance: 1_000, counts: { messages: 0 } });
	});

	it('with 402 where the credits do not suffice for all recipients, and nothing is taken', async () => {
		await start({ balance: 1.5 });
		expect(await send(hello, [...one, '33600123457'])).toEqual(NO_CREDIT);
		expect(await state()).toMatchObject({ balance: 1.5, counts: { messages: 0 } });
		expect((await send(hello, [...one, 'nobody'])).status).toBe(202);
		expect(await state()).toMatchObject({ balance: 0.5 });
	});

	it.each(targets)('with 413 at %s for too many recipients', async (what, rest, most) => {
		await start({ balance: 10_000 });
		const sent = (count: number) => call(what, { recipients: numbers(count), ...rest });
		const tooMany = failure(413, TOO_LARGE, `Too many recipients (max.: ${most}).`);
		expect(await sent(most + 1)).toEqual(tooMany);
		expect((await sent(most)).status).toBeLessThan(300);
	});

	it('with each status by order, and is carried out afterwards', async () => {
		const faults = [{}, { status: 402 }, { status: 404 }, { status: 509 }].map((fault) => ({
			...fault,
			on: 'request',
			kind: 'refuse',
			match: { operation: sending, recipients: '33600123456' },
		}));
		await control('PUT faults', { faults });
		expect((await another()).status).toBeLessThan(300);
		const noService = failure(503, 'Service temporarily unavailable.', unavailable);
		for (const expected of [noService, NO_CREDIT, failure(404, NOT_FOUND, NOT_FOUND), failure(509, '', '')])
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
		await start({ agents: waba.twoAgents });
		const noPhone = failure(400, SYNTAX, 'Missing mandatory phone ID.');
		expect(await byWaba('message', fromWaba, { agent: '1', phone: '' })()).toEqual(noPhone);
		expect((await byWaba('message', fromWaba, { agent: '1', phone: '22' })()).status).toBe(404);
		expect((await byWaba('message', fromWaba, { agent: '2', phone: '22' })()).status).toBe(202);
	});

	it('is refused with 413 over five megabytes', async () => {
		const { status, body } = await waba.callWaba('message', `"${'x'.repeat(5 * 1024 * 1024)}"`);
		expect([status, body['response']]).toEqual([413, { response_code: '413', response_desc: TOO_LARGE }]);
		expect(await list('requests')).toMatchObject([{ reply: { status: 413 } }]);
	});
});

describe('a request by RCS', () => {
	it.each([1, 10_080])('may have a validity of %i minutes', async (validity) => {
		expect((await rcs.sendRcs(rcs.HELLO, one, { validity })).status).toBe(202);
	});

	it('costs nothing unless it sends', async () => {
		await start({ balance: 0 });
		for (const [what, rest] of Object.entries(REST).slice(1))
			expect((await rcs.callRcs(what, { recipients: one, ...rest })).status).toBeLessThan(300);
	});

	it('is refused with 413 for a content of over 250 KB, counted in bytes of UTF-8', async () => {
		const largest = 250 * 1024;
		const empty = Buffer.byteLength(JSON.stringify({ text: 'é', later: '' }));
		const content = (bytes: number): object => ({ text: 'é', later: 'x'.repeat(bytes - empty) });
		expect((await rcs.sendRcs(content(largest))).status).toBe(202);
		expect((await rcs.sendRcs(content(largest + 1))).status).toBe(413);
		expect(await state()).toMatchObject({ balance: 999 });
	});
});
