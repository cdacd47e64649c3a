import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describeApi } from '../../simulator/src/control/describe';
import { OPERATIONS } from '../../simulator/src/control/routes';
import { SAMPLE_NAMES } from '../../simulator/src/control/samples';
import { createServer } from '../../simulator/src/http/server';
import { withDefaults } from '../../simulator/src/core/options';
import { SimulatorCore } from '../../simulator/src/core/simulatorCore';
import { callRcs } from './rcsSupport';
import { operations, DescribedApi, bodyProblems, definitions, description } from './describedApi';
import { asList, fetchFrom, list, send, sendForReferences, start, startReceiver, state } from './support';

const number = '33600123456';
const root = path.resolve(__dirname, '../..');

/** Every operation below `/__sim/`: the table of the control API, and fastify's routes. A GET answers HEAD as well. */
async function served(): Promise<string[]> {
	const core = new SimulatorCore(withDefaults({}));
	const server = createServer(core);
	await server.ready();
	const lines = server.printRoutes({ commonPrefix: false }).split('\n');
	core.close();
	await server.close();
	const routes = lines.flatMap((line) => {
		const [, url = '', all = ''] = /(__sim\/[^\s*]+) \(([^)]+)\)/.exec(line) ?? [];
		const methods = all.split(', ').filter((method) => !['', 'HEAD'].includes(method));
		return methods.map((method) => `${method} /${url.replace(/:(\w+)/g, '{$1}')}`);
	});
	return [...Object.keys(OPERATIONS), ...routes];
}

describe('the description of the control API', () => {
	it('names every operation that the simulator has, and no other', async () =>
		expect([...operations.keys()].sort()).toEqual((await served()).sort()));

	it('is served', async () => {
		const response = await fetchFrom('/__sim/openapi.json');
		expect(response.headers.get('content-type')).toContain('application/json');
		expect(await response.json()).toEqual(describeApi(OPERATIONS));
	});

	it('gives each operation a name of its own, and tags that it explains', () => {
		const names = [...operations.values()].map(({ operationId }) => operationId);
		expect(new Set(names).size).toBe(names.length);
		const tags = new Set([...operations.values()].flatMap((operation) => operation.tags));
		expect([...tags].sort()).toEqual(description.tags.map(({ name }) => name).sort());
	});

	it('uses every schema that it names', () => {
		const text = JSON.stringify(description);
		expect([...definitions.keys()].filter((name) => !text.includes(`"${name}"`))).toEqual([]);
	});

	it("is what the simulator's README lists", () => {
		const readme = readFileSync(path.join(root, 'simulator/README.md'), 'utf8');
		const cells = [...readme.matchAll(/^\| ([^|]*`[A-Z]* ?\/__sim\/[^|]*)\|/gm)].map(([, cell = '']) => cell);
		const listed = cells.flatMap((cell) => {
			const [url = ''] = /\/__sim\/[^`?]+/.exec(cell) ?? [];
			const methods = cell.match(/\b(GET|PUT|POST|DELETE)\b/g) ?? [];
			return methods.map((method) => `${method} ${url.replace(/\bID$/, '{id}')}`);
		});
		expect([...new Set(listed)].sort()).toEqual([...operations.keys()].sort());
	});
});

const fileBody = { mimeType: 'image/png', base64: 'iVBORw0KGgo=' };
const from = number;

/** Bodies that must work, by operation. */
const working: [string, unknown][] = [
	[
		'PUT /__sim/config',
		{
			key: 'demo',
			speed: 0,
			balance: 500.5,
			senders: ['MyCompany'],
			groups: [{ id: 7, name: 'Staff', numbers: [number] }],
			enforceMarketingHours: false,
			incomingSmsUrl: null,
			contacts: [{ number, name: 'Ana' }],
			workflows: [{ url: 'http://127.0.0.1:1/a', name: 'Replies' }],
			rcsAgents: [{ agentId: 'my-agent', name: 'MyCompany' }],
		},
	],
	['POST /__sim/clock', { advance: 1.5 }],
	['POST /__sim/incoming', { from, text: 'Où ?', to: '36111', keyword: 'SHOP', charset: 'ISO-8859-1' }],
	['POST /__sim/waba/incoming', { from, type: 'text', text: 'Hi', replyTo: 'wamid.x', fromUserIdIn: 'data' }],
	['POST /__sim/waba/incoming', { from, type: 'image', file: fileBody, caption: 'The door' }],
	['POST /__sim/waba/incoming', { from, type: 'video', file: { size: 1_000 } }],
	['POST /__sim/waba/incoming', { from, type: 'document', filename: 'bill.pdf' }],
	['POST /__sim/waba/incoming', { from, type: 'audio' }],
	['POST /__sim/waba/incoming', { from, type: 'reaction', messageId: 'wamid.x', emoji: '' }],
	['POST /__sim/waba/incoming', { from, type: 'location', latitude: 48.8, longitude: 2.3, name: 'Here' }],
	['POST /__sim/waba/incoming', { from, type: 'button_reply', id: 'a', title: 'A' }],
	['POST /__sim/waba/incoming', { fromUserId: 'FR.1', type: 'list_reply', id: 'a', title: 'A' }],
	['POST /__sim/waba/incoming', { from, type: 'button', payload: 'a', text: 'A' }],
	['POST /__sim/waba/incoming', { from, data: { type: 'order', order: {} } }],
	['POST /__sim/waba/error', { from, error: { code: 131_000 }, shape: 'object', in: 'envelope' }],
	['POST /__sim/waba/read', { number }],
	['POST /__sim/rcs/incoming', { from, type: 'text', text: 'Hello', requestSubProd: 'rcslike' }],
	['POST /__sim/rcs/incoming', { from, type: 'reply', text: 'Yes', postbackData: 'yes' }],
	['POST /__sim/rcs/incoming', { from, type: 'action', text: 'Call', postbackData: 'call' }],
	['POST /__sim/rcs/incoming', { from, type: 'file', fileName: 'a.png', file: fileBody }],
	['POST /__sim/rcs/incoming', { from, type: 'location', latitude: 48.8, longitude: 2.3 }],
	['POST /__sim/rcs/incoming', { from, type: 'event' }],
	['POST /__sim/rcs/incoming', { from, requestType: 'incoming_message_new', data: { type: 'new' } }],
	['POST /__sim/rcs/read', { number }],
	['PUT /__sim/rcs/phones', { number, state: 'readingLate' }],
	['PUT /__sim/rcs/phones', { number, state: null }],
	['POST /__sim/faults', { on: 'request', kind: 'latency', ms: 1, times: 0, match: { path: '/nowhere' } }],
	[
		'PUT /__sim/faults',
		{
			faults: [
				{ on: 'request', kind: 'status', status: 502, body: 'x', contentType: 'text/plain', accepted: true },
				{ on: 'request', kind: 'body', bodyBase64: '/w==' },
				{ on: 'callback', kind: 'slow', ms: 10 },
				{ on: 'file', kind: 'truncated' },
			],
		},
	],
	['POST /__sim/samples/restore', undefined],
	['POST /__sim/reset', undefined],
];

type Bodies = Readonly<Record<string, readonly unknown[]>>;
const callsOf = (bodies: Bodies): [route: string, body: unknown][] =>
	Object.entries(bodies).flatMap(([route, all]) => all.map((body): [string, unknown] => [route, body]));

const agent = { wabaId: '1', phoneId: '2', phoneNumber: '33600123401', name: 'Shop' };
const template = { id: '1', name: 'a', language: 'b', status: 'c', category: 'd' };
const rcsAgent = { agentId: 'shop', name: 'Shop' };
const text = { from, type: 'text', text: 'Hi' };
const badFile = { base64: '***' };

/** Messages that can come in neither by WABA nor by RCS. */
const neverIn = [
	{ from },
	{ from, type: 'hologram' },
	{ from, type: 'constructor' },
	{ from, type: 1.5, data: {}, requestType: 'x' },
	{ ...text, text: undefined },
	{ ...text, text: '' },
	{ ...text, text: 'x'.repeat(4_097) },
	{ ...text, from: undefined },
	{ ...text, color: 'red' },
	{ from, type: 'location', latitude: 91, longitude: 0 },
	...[{ size: 100 * 1024 * 1024 + 1 }, { size: 1, base64: 'AA==' }].flatMap((file) => [
		{ from, type: 'image', file },
		{ from, type: 'file', file },
	]),
];

const move = { reference: '1', status: 'read' };
const neverMoved = [{ status: 'read' }, { reference: '1' }, { ...move, messageId: '1' }];

/** Bodies that neither the simulator nor the description takes. */
const refused = callsOf({
	'PUT /__sim/config': [
		{ color: 'red' },
		{ speed: -1 },
		{ speed: 'fast' },
		{ balance: -5 },
		{ senders: 'Clinic' },
		{ groups: [{ id: 1, name: 'Staff' }] },
		{ key: '' },
		{ enforceMarketingHours: 'yes' },
		{ enforceServiceWindow: 1 },
		{ workflows: [{ url: 'http://127.0.0.1:1/a' }] },
		{ agents: [{ wabaId: '1' }] },
		{ templates: [{ id: '1' }] },
		{ templates: [template] },
		{ templates: [{ ...template, components: [1] }] },
		{ rcsAgents: [{ agentId: 'shop' }] },
		{ rcsAgents: [{ ...rcsAgent, agentId: '' }] },
		{ rcsAgents: {} },
	].map((change) => ({ balance: 7, ...change })),
	'POST /__sim/clock': [{}, ...[-1, 'soon', null, 94_867_201].map((advance) => ({ advance }))],
	'POST /__sim/samples': [{ sample: 'pigeon', number }, { sample: 'sms' }],
	'POST /__sim/incoming': [
		{ text: 'Hello' },
		{ from },
		{ from, text: 42 },
		{ from, text: 'x'.repeat(10_001) },
		{ from, text: 'Hello', subject: 'Hi' },
	],
	'POST /__sim/report': [{}, { status: 1_001 }, { status: 1.5 }].map((more) => ({ reference: '1', ...more })),
	'POST /__sim/waba/incoming': [
		...neverIn,
		{ ...text, caption: 'x' },
		{ ...text, fromUserIdIn: 'nowhere' },
		{ from, type: 'reaction', emoji: '👍' },
		{ from, type: 'button_reply', id: 'a' },
		{ from, type: 'image', filename: 'a.png' },
		{ from, data: 'text' },
	],
	'POST /__sim/rcs/incoming': [
		...neverIn,
		{ ...text, postbackData: 'x' },
		{ from, type: 'reply', text: 'Yes' },
		{ from, type: 'action', postbackData: 'x' },
		{ from, type: 'event', eventType: '' },
		{ from, type: 'file', file: { mimeType: 'image/png\r\nx: y' } },
		{ from, data: { type: 'text' } },
		{ from, data: 'text', requestType: 'incoming_message_text' },
	],
	'POST /__sim/waba/status': [...neverMoved, { reference: '1', status: 'failed', errors: [{ code: 'x' }] }],
	'POST /__sim/rcs/status': neverMoved,
	'POST /__sim/waba/read': [{}],
	'POST /__sim/rcs/read': [{ number: '' }],
	'POST /__sim/waba/error': [{ from, shape: 'heap' }, { from, error: null }, { error: {} }],
	'PUT /__sim/rcs/phones': [{ number }, { number, state: 'toString' }],
	'PUT /__sim/faults': [
		{ on: 'request', kind: 'explode' },
		{ on: 'request', kind: 'duplicate' },
		{ on: 'callback', kind: 'status' },
		{ kind: 'status' },
		{ on: 'request', kind: 'status', status: 99 },
		{ on: 'request', kind: 'latency', ms: -1 },
		{ on: 'request', kind: 'status', times: 1.5 },
		{ on: 'request', kind: 'status', match: { dest: 1 } },
		{ on: 'request', kind: 'status', when: 'now' },
	].map((fault) => ({ faults: [fault] })),
	'POST /__sim/faults': [
		{ on: 'request', kind: 'status', status: 99 },
		{ on: 'callback', kind: 'off', id: '1' },
		{ on: 'callback', kind: 'off', used: null },
		{ on: 'request', kind: 'body', bodyBase64: 1 },
	],
});

/** Bodies of the right shape that the simulator does not take all the same. */
const refusedByMeaning = callsOf({
	'PUT /__sim/config': [
		{ deliveryReportUrl: 'ftp://127.0.0.1/' },
		{ incomingSmsUrl: 'not an address' },
		{ wabaWebhookUrl: 'nowhere' },
		{ rcsWebhookUrl: 'nowhere' },
		{ senders: ['Far too long a name'] },
		{ groups: [{ id: 1, name: 'Staff', numbers: ['nobody'] }] },
		{ contacts: [number, `+${number}`].map((each) => ({ number: each, name: `Ana ${each}` })) },
		{ agents: [{ ...agent, phoneNumber: '0600123401' }] },
		{ agents: [agent, agent] },
		{ rcsAgents: [rcsAgent, rcsAgent] },
	].map((change) => ({ balance: 7, ...change })),
	'POST /__sim/samples': [{ sample: 'sms', number: 'nobody' }],
	'POST /__sim/incoming': [
		{ from: 'nobody', text: 'Hello' },
		{ from, text: 'Hello', charset: 'latin9' },
		{ from, text: 'Hello', charset: 'constructor' },
	],
	'POST /__sim/waba/incoming': [
		{ ...text, from: 'nobody' },
		{ ...text, phoneId: '1' },
		{ from, type: 'image', file: badFile },
	],
	'POST /__sim/rcs/incoming': [
		{ ...text, from: 'nobody' },
		{ ...text, agentId: 'nobody' },
		{ from, type: 'file', file: badFile },
		{ from, type: 'file', fileUri: 'nowhere' },
	],
	'POST /__sim/rcs/status': [{ reference: '1', status: 'READ', number: 'nobody' }],
	'PUT /__sim/rcs/phones': [{ number: 'nobody', state: null }],
	'PUT /__sim/faults': [{ faults: [{ on: 'request', kind: 'body', bodyBase64: '***' }] }],
});

const unknownMessage = { reference: '1', number, status: 'READ' };
/** Calls about what there is not. */
const missing = callsOf({
	'POST /__sim/report': [{ reference: '1', status: 0 }],
	'POST /__sim/waba/status': [unknownMessage, { messageId: 'wamid.AAA=', status: 'read' }],
	'POST /__sim/rcs/status': [unknownMessage],
});

describe('calls of the control API', () => {
	it('are answered as described, each operation in every way that it describes', async () => {
		const { url } = await startReceiver();
		await start({ deliveryReportUrl: url, incomingSmsUrl: url, wabaWebhookUrl: url, rcsWebhookUrl: url });
		const api = new DescribedApi();

		// Something of every kind that can be listed: sent and received, on every channel, each with its callbacks.
		for (const sample of SAMPLE_NAMES) {
			const { answer } = await api.ok('POST /__sim/samples', { body: { sample, number } });
			expect(typeof answer).toBe('string');
		}
		const [reference = ''] = await sendForReferences({ callback: 1, cvar: 'order=A-1001' });
		await send({ dest: '33600123457', date: '14/01/2027', heure: '12:00' });
		await send({ dest: 'nobody', color: 'red' });
		await callRcs('event', { recipients: [`+${number}`], event: 'IS_TYPING' });
		await api.ok('POST /__sim/report', { body: { reference, status: 77 } });
		for (const [route, body] of working.slice(2, -2)) await api.ok(route, { body });
		await api.ok('POST /__sim/clock', { body: { advance: 60 } });

		const messages = asList((await api.ok('GET /__sim/messages'))['messages']);
		const kinds = messages.map(({ channel, direction, kind }) =>
			kind === 'event' && direction === 'out' ? 'a signal' : `${String(channel)} ${String(direction)}`,
		);
		const everyKind = ['a signal', 'rcs in', 'rcs out', 'sms in', 'sms out', 'waba in', 'waba out'];
		expect([...new Set(kinds)].sort()).toEqual(everyKind);
		expect(messages).toContainEqual(expect.objectContaining({ statusName: 'Scheduled', status: null }));

		const sent = messages.filter(({ direction, kind }) => direction === 'out' && kind !== 'event');
		const sentBy = (by: string) => sent.find(({ channel }) => channel === by) ?? {};
		const { messageId, id: entryId } = sentBy('waba');
		await api.ok('POST /__sim/waba/status', { body: { messageId, status: 'failed', errors: [{}] } });
		const { reference: byRcs } = sentBy('rcs');
		await api.ok('POST /__sim/rcs/status', { body: { reference: byRcs, status: 'READ' } });
		const id = String(entryId);
		const query = { message: id, last: '5', after: '0' };
		expect((await api.ok('GET /__sim/requests', { query }))['requests']).toHaveLength(1);
		expect(asList((await api.ok('GET /__sim/requests'))['requests']).length).toBeGreaterThan(8);
		expect(asList((await api.ok('GET /__sim/undeclared'))['undeclared'])).not.toEqual([]);
		const { callbacks } = await api.ok('GET /__sim/callbacks', { query: { message: id } });
		expect(asList(callbacks)).not.toEqual([]);
		await api.ok('GET /__sim/callbacks', { query: { last: '1000' } });
		for (const channel of ['waba', 'rcs']) {
			const file = messages.find((each) => each['channel'] === channel && typeof each['fileId'] === 'string');
			await api.ok(`GET /__sim/${channel}/files/{id}`, { path: { id: String(file?.['fileId']) } });
			await api.call(`GET /__sim/${channel}/files/{id}`, { path: { id: '1' } });
		}

		for (const [route, body] of working.slice(-2)) await api.ok(route, { body });
		await api.ok('PUT /__sim/faults', { body: { faults: [{ on: 'callback', kind: 'off' }] } });
		const [fault] = asList((await api.ok('GET /__sim/faults'))['faults']);
		await api.ok('PUT /__sim/faults', { body: { faults: [fault] } });
		const [again] = asList((await api.ok('GET /__sim/faults'))['faults']);
		await api.ok('DELETE /__sim/faults', { query: { id: String(again?.['id']) } });
		expect((await api.call('DELETE /__sim/faults', { query: { id: '999999' } })).status).toBe(404);
		await api.ok('DELETE /__sim/faults');
		for (const route of ['GET /__sim/state', 'GET /__sim/rcs/phones', 'GET /__sim/openapi.json'])
			await api.ok(route);

		for (const [route, body] of missing) expect((await api.call(route, { body })).status).toBe(404);
		for (const [route, body] of refused) await api.call(route, { body });
		for (const [route, name, value] of wrongQueries) {
			const { status } = await api.call(route, { query: { [name]: value } });
			expect([route, name, value, status]).toEqual([route, name, value, 400]);
		}
		await api.ok('PUT /__sim/config', { body: working[0]?.[1] });
		await api.ok('GET /__sim/events');

		const described = [...operations].flatMap(([route, { responses }]) =>
			Object.keys(responses).map((status) => `${route} ${status}`),
		);
		expect(described.filter((each) => !api.seen.has(each) && each !== 'GET /__sim/events 503')).toEqual([]);
	});

	const wrongQueries = [
		['GET /__sim/requests', 'after', 'x'],
		['GET /__sim/requests', 'last', '0'],
		['GET /__sim/requests', 'last', 'x'],
		['GET /__sim/requests', 'message', 'x'],
		['GET /__sim/messages', 'number', 'x'],
		['GET /__sim/callbacks', 'last', 'x'],
		['DELETE /__sim/faults', 'id', 'x'],
	] as const;

	const expectRefusal = async (route: string, body: unknown): Promise<void> => {
		const before = await state();
		const { status, body: answer } = await new DescribedApi().call(route, { body });
		expect([status, typeof answer['error']]).toEqual([400, 'string']);
		expect(await state()).toEqual(before);
		expect(await list('faults')).toEqual([]);
	};

	it.each(refused)('%s refuses %j in words, and so does the description', async (route, body) => {
		await expectRefusal(route, body);
		expect(bodyProblems(route, body)).not.toEqual([]);
	});

	it.each(refusedByMeaning)('%s refuses %j in words', expectRefusal);
});
