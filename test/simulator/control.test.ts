import { callJson } from './jsonSupport';
import { sendRcs, write as writeByRcs } from './rcsSupport';
import {
	act,
	advance,
	asObject,
	control,
	eventually,
	fetchFrom,
	list,
	numbers,
	openEvents,
	post,
	reported,
	send,
	sendForReferences,
	simulator,
	start,
	startCalling,
	state,
} from './support';
import { sendWaba, write } from './wabaSupport';

const settings = {
	balance: 3.5,
	senders: ['Clinic'],
	groups: [{ id: 2, name: 'Staff', numbers: ['33600123456'] }],
	enforceMarketingHours: true,
	agents: [{ wabaId: '1', phoneId: '2', phoneNumber: '33600123401', name: 'Shop' }],
	templates: [],
	rcsAgents: [{ agentId: 'shop', name: 'Shop' }],
};

describe('the settings', () => {
	it('can all be changed', async () => {
		await start({ wabaWebhookUrl: 'http://127.0.0.1:1/c', rcsWebhookUrl: 'http://127.0.0.1:1/d' });
		const urls = { deliveryReportUrl: 'http://127.0.0.1:1/a', incomingSmsUrl: 'https://localhost/b' };
		const changes = { ...settings, ...urls, wabaWebhookUrl: null, rcsWebhookUrl: null, speed: 5 };
		const { body } = await control('PUT config', { ...changes, key: 'other' });
		expect(body).toMatchObject({ ...changes, defaultSender: 'Clinic' });
		expect(await state()).toEqual({ ...body, now: expect.any(String) });
		expect(await act('credit')).toBe('ERREUR');
		expect((await post(null, { query: 'action=credit', key: 'App other' })).text).toBe('CREDIT 3.5');
		await control('PUT config', { key: 'demo' });
		expect([(await sendWaba()).status, (await sendRcs()).status]).toEqual([404, 404]);
	});

	it('are left alone where they are absent, and an address is taken away by null', async () => {
		const incomingSmsUrl = 'http://127.0.0.1:1/b';
		await start({ deliveryReportUrl: 'http://127.0.0.1:1/a', incomingSmsUrl });
		await control('PUT config', { deliveryReportUrl: null });
		expect(await state()).toMatchObject({ deliveryReportUrl: null, incomingSmsUrl, balance: 1_000 });
	});

	it('are checked at the start as well', async () => {
		await expect(start({ senders: ['Far too long a name'] })).rejects.toThrow('Far too long a name');
		await expect(start({ deliveryReportUrl: 'nowhere' })).rejects.toThrow('deliveryReportUrl');
	});
});

describe('the log of requests', () => {
	it('shows every header, whatever its name', async () => {
		await fetchFrom('/1.1/api.php', { headers: { constructor: 'a', cookie: 'session=b' } });
		const [entry] = await list('requests');
		expect(entry).toMatchObject({ headers: { constructor: 'a', cookie: '***' } });
	});

	it('shows a wrong key no more than the right one', async () => {
		await send({}, { key: 'App somebody-elses-key' });
		expect(JSON.stringify(await list('requests'))).not.toContain('somebody-elses-key');
	});

	it('is read on from where one was', async () => {
		await send();
		const [first] = await list('requests');
		await send({ dest: '33600123457' });
		const later = await list('requests', `requests?after=${String(first?.['id'])}`);
		expect(later).toMatchObject([{ fields: { dest: '33600123457' } }]);
	});

	it("does not hold the control API's own requests, and is bounded", async () => {
		await start({ capacity: 2 });
		const [first = '', ...others] = numbers(3);
		for (const dest of [first, ...others]) await send({ dest });
		expect((await list('requests')).map(({ fields }) => asObject(fields)['dest'])).toEqual(others);
	});
});

it('messages are shown of one number, whichever way it is written', async () => {
	await send({ dest: '33600123401,33600123402' });
	await control('POST incoming', { from: '0600123401', text: 'Hi' });
	const shown = await list('messages', 'messages?number=%2B33600123401');
	expect(shown).toMatchObject([
		{ direction: 'out', number: '33600123401', sender: 'MyCompany', text: 'Hello', credits: 1 },
		{ direction: 'in', number: '33600123401', text: 'Hi' },
	]);
});

it('an extra delivery report is sent at once, also where none was asked for, with any status', async () => {
	const receiver = await startCalling('deliveryReportUrl');
	const [reference] = await sendForReferences();
	expect(await control('POST report', { reference, status: 77 })).toMatchObject({ status: 202 });
	await eventually(() => expect(reported(receiver)).toEqual(['77']));
	expect(await list('messages')).toMatchObject([{ status: 77, statusName: '77' }]);
});

describe('a reset', () => {
	it('goes back to the start, and lets nothing that was under way happen', async () => {
		const receiver = await startCalling('deliveryReportUrl', { balance: 10 });
		const before = await state();
		await send({ callback: 1 });
		await sendWaba();
		await sendRcs();
		await write({ type: 'image' });
		await writeByRcs({ type: 'file' });
		await control('PUT config', { ...settings, key: 'other' });
		await control('PUT faults', { faults: [{ on: 'request', kind: 'hang' }] });
		expect((await control('POST reset')).body).toEqual(before);
		await advance(60);
		expect(receiver.received).toEqual([]);
		for (const name of ['messages', 'requests', 'callbacks', 'faults']) expect(await list(name)).toEqual([]);
	});

	it('keeps the callback URLs and names as they are', async () => {
		await start({ deliveryReportUrl: 'http://127.0.0.1:1/a' });
		const urls = {
			deliveryReportUrl: null,
			incomingSmsUrl: 'http://127.0.0.1:1/b',
			wabaWebhookUrl: 'http://127.0.0.1:1/c',
			rcsWebhookUrl: 'http://127.0.0.1:1/d',
			contacts: [{ number: '33600123456', name: 'Ana' }],
			workflows: [{ url: 'http://127.0.0.1:1/b', name: 'Replies', link: 'http://127.0.0.1:1/workflow/1' }],
		};
		await control('PUT config', urls);
		expect((await control('POST reset')).body).toMatchObject(urls);
		expect((await control('POST samples/restore')).body).toMatchObject(urls);
	});

	it('of the samples keeps messages and settings', async () => {
		const { senders, groups, agents, templates, rcsAgents, unsubscribed } = await state();
		await send();
		const changes = { senders: [], agents: [], templates: [], rcsAgents: [], unsubscribed: ['33600123456'] };
		await control('PUT config', { ...changes, groups: [], balance: 7, key: 'other' });
		const restored = (await control('POST samples/restore')).body;
		expect(restored).toMatchObject({ senders, groups, agents, templates, rcsAgents, unsubscribed });
		expect(restored).toMatchObject({ balance: 7, counts: { messages: 1 } });
	});

	it('gives no reference a second time', async () => {
		const [before] = await sendForReferences();
		await control('POST reset');
		const [after] = await sendForReferences();
		expect(after).not.toBe(before);
	});
});

describe('what the control API does not have', () => {
	it('is a 404, and what it cannot read a 400, in words', async () => {
		const error = expect.any(String);
		expect(await control('GET nothing')).toMatchObject({ status: 404, body: { error } });
		expect(await control('DELETE state')).toMatchObject({ status: 404 });
		const body = { error: 'the body must be valid JSON' };
		expect(await callJson('/__sim/clock', '{', {})).toMatchObject({ status: 400, body });
		expect((await control('PUT config', [])).status).toBe(400);
	});

	it('is refused in a query, too: a slip must not list or remove everything', async () => {
		await control('POST faults', { on: 'callback', kind: 'off' });
		for (const call of ['GET messages?from=1', 'GET requests?message=1&x=', 'DELETE faults?ID=1'])
			expect(await control(call)).toMatchObject({
				status: 400,
				body: { error: expect.stringMatching(/^the query is wrong: Unrecognized key/) },
			});
		expect(await list('faults')).toHaveLength(1);
	});
});

it('the events tell the page what happens, as it happens', async () => {
	const { response, readUntil } = await openEvents();
	expect(response.headers.get('content-type')).toBe('text/event-stream');
	await readUntil(/retry: /);
	await control('POST faults', { on: 'request', kind: 'refuse', times: 0 });
	await readUntil(/event: faults\ndata: [^\n]*"used":0/);
	await send();
	await readUntil(/event: faults\ndata: [^\n]*"used":1/);
	await control('DELETE faults');
	await readUntil(/event: faults\ndata: \{"faults":\[\]\}/);
	await send({ msg: 'One\ntwo' });
	await readUntil(/event: message\ndata: \{[^\n]*"text":"One\\ntwo"[^\n]*\}\n\n[^]*event: request\n/);
	const [ref = ''] = await sendForReferences({ heure: '13:00' });
	const { id } = (await list('messages')).at(-1) ?? {};
	await act('differes&do=del', { ref });
	await readUntil(new RegExp(`event: removed\ndata: \\{"id":${String(id)}\\}\n\n`));
	await control('POST reset');
	await readUntil(/event: reset\n/);
});

describe('a body over five megabytes', () => {
	const body = `msg=${'x'.repeat(5 * 1024 * 1024)}`;

	it('is refused', async () => expect((await callJson('/__sim/incoming', body, {})).status).toBe(413));

	it.each([
		['', 'ERROR 01'],
		['action=credit', 'ERREUR'],
	])('is refused by a form with status 200, and is in the log: ?%s', async (query, text) => {
		expect(await post(body, { query })).toMatchObject({ status: 200, text });
		const log = await list('requests');
		expect(log).toMatchObject([{ reply: { status: 200, body: text }, reason: 'the body is over 5 MB' }]);
	});
});

it('closing ends open events, waiting requests and pending callbacks at once', async () => {
	const receiver = await startCalling('incomingSmsUrl');
	receiver.answer = () => 'hang';
	const events = await fetchFrom('/__sim/events');
	await control('POST incoming', { from: '33600123456', text: 'Hello' });
	await eventually(() => expect(receiver.received).toHaveLength(1));
	const { close, url } = await simulator();
	await close();
	await expect(fetch(`${url}/__sim/state`)).rejects.toThrow();
	await expect(events.text()).rejects.toThrow();
});
