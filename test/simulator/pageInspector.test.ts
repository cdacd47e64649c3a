import { openPage } from './pageSupport';
import {
	SEND,
	asList,
	asObject,
	advance,
	control,
	eventually,
	list,
	send,
	start,
	startReceiver,
	fetchFrom,
	startCalling,
} from './support';
import { sendRcs } from './rcsSupport';
import { callWaba, sendWaba, write } from './wabaSupport';

const page = openPage({ origin: 'http://localhost:4010' });

/** What the inspector says, without its looks. */
function linesOf(entry: unknown): string[] {
	return asList(asObject(entry)['blocks']).flatMap(({ heading = '', pairs, text }) =>
		pairs === undefined
			? [`${String(heading)}: ${String(text)}`]
			: listsOf(pairs).map((pair) => [heading, ...pair].filter((word) => word !== '').join(' | ')),
	);
}

function listOf(value: unknown): unknown[] {
	if (!Array.isArray(value)) throw new Error('not a list');
	return value.map((each: unknown) => each);
}

function listsOf(value: unknown): unknown[][] {
	if (!Array.isArray(value)) throw new Error('not a list');
	return value.map((pair: unknown) => listOf(pair));
}

async function onlyRequest(): Promise<string[]> {
	const [request] = await list('requests');
	return linesOf(page.get('panels/exchange.js', 'requestEntry')(request));
}

describe('a request in the inspector', () => {
	it('shows a form as its fields, and never the key', async () => {
		await start({ key: 'top-secret-key' });
		await send({ msg: 'é € <b>' }, { key: 'App top-secret-key' });
		const lines = await onlyRequest();
		expect(lines).toEqual(
			expect.arrayContaining([
				'POST | /1.1/api.php',
				'Headers | authorization | App ***',
				'Form fields | msg | é € <b>',
				`Form fields | dest | ${SEND.dest}`,
				'Response, HTTP 200: OK',
			]),
		);
		expect(lines.join()).not.toContain('top-secret-key');
	});

	it('shows JSON in lines that can be read, whole', async () => {
		await sendWaba({ type: 'text', text: { body: 'é €' } });
		const lines = await onlyRequest();
		const body = { recipients: ['33600123456'], contentMessage: { type: 'text', text: { body: 'é €' } } };
		expect(lines).toContain(`JSON body: ${JSON.stringify(body, null, 2)}`);
	});

	it('says that there was no answer, and which fault took it', async () => {
		await control('POST faults', { on: 'request', kind: 'cut-after' });
		await expect(send()).rejects.toThrow();
		expect(await onlyRequest()).toEqual(
			expect.arrayContaining([
				'Fault | cut-after',
				'Response: None. The connection was cut or the request timed out.',
			]),
		);
	});

	it('says why it was refused', async () => {
		await send({ dest: 'nobody' });
		expect((await onlyRequest()).join()).toContain('Rejection reason');
	});
});

/** Lets a phone write an SMS to a workflow that answers like this. */
async function writeToWorkflow(text: string, statusCode: number, answer: string): Promise<void> {
	const receiver = await startCalling('incomingSmsUrl');
	receiver.answer = (_call, response) => {
		response.statusCode = statusCode;
		response.end(answer);
	};
	await control('POST incoming', { from: '33600123456', text });
}

describe('a callback in the inspector', () => {
	it('shows the query, each answer, and when the next try is', async () => {
		await writeToWorkflow('é €', 503, 'ERROR');
		await eventually(async () => {
			const [callback] = await list('callbacks');
			const lines = linesOf(page.get('panels/exchange.js', 'callbackEntry')(callback));
			expect(lines).toEqual(
				expect.arrayContaining([
					`GET | ${String(callback?.['url'])}`,
					'Query | message | é €',
					'Attempts | 12:00:00 | HTTP 503, "ERROR"',
					'Attempts | Next attempt | 12:15:00',
				]),
			);
		});
	});

	it('names the workflow that listens at its URL, where it is known', async () => {
		await writeToWorkflow('Hello', 200, 'OK');
		const [callback] = await list('callbacks');
		const url = String(callback?.['url']).replace(/\?.*/, '');
		const listening = { url: `${url}?token=a`, name: 'Answer', link: 'http://127.0.0.1:5678/workflow/1' };
		const entry = page.get('panels/exchange.js', 'callbackEntry');
		expect(entry(callback, [], [{ url: `${url}/other`, name: 'Other' }, listening])).toMatchObject({
			workflow: listening,
		});
		expect(entry(callback)).toMatchObject({ workflow: undefined });
	});

	it('shows in the list why a tap or message reached no workflow', async () => {
		await writeToWorkflow('Hello', 404, '{"message":"not registered"}');
		await eventually(async () => {
			const [callback] = await list('callbacks');
			expect(page.get('panels/exchange.js', 'callbackEntry')(callback)).toMatchObject({
				tone: 'bad',
				note: 'failed, HTTP 404',
			});
		});
	});
});

describe('the title of a callback', () => {
	const titleOf = (callback: unknown, ...more: unknown[]) =>
		asObject(page.get('panels/exchange.js', 'callbackEntry')(callback, ...more))['title'];

	it('has the name of a status, where the message has it', async () => {
		await startCalling('deliveryReportUrl');
		await send({ dest: '33600123401', callback: 1 });
		await advance(5);
		const callbacks = await list('callbacks');
		const titles = callbacks.map((callback) => titleOf(callback, [], [], { 0: 'Received' }));
		expect(titles.map((title) => String(title).slice(10)).sort()).toEqual([
			'Report 0 Received · +33600123401',
			'Report 9 · +33600123401',
		]);
	});

	it.each(['interactive', 'button'])('calls a tap a tap: %s', async (type) => {
		await writeToWorkflow('Hello', 200, 'OK');
		const [callback] = await list('callbacks');
		const body = { requestType: 'incoming_message', data: { type, from: '33600123456' } };
		expect(titleOf({ ...callback, body })).toBe('12:00:00  Message tap · +33600123456');
	});
});

describe('a callback of a kind that nobody knows', () => {
	it.each(['incoming_hologram', 'constructor'])('is called what it calls itself: %s', async (requestType) => {
		await startCalling('rcsWebhookUrl');
		await control('POST rcs/incoming', { from: '33600123456', requestType, data: {} });
		const [callback] = await list('callbacks');
		const { title } = asObject(page.get('panels/exchange.js', 'callbackEntry')(callback));
		expect(title).toBe(`12:00:00  ${requestType} · +33600123456`);
	});
});

describe('a message and what went over the wire', () => {
	it('know of each other', async () => {
		await startCalling('deliveryReportUrl');
		await send({ dest: '33600123401,33600123402', callback: 1 });
		await advance(5);
		const [request] = await list('requests');
		const messages = await list('messages');
		expect(messages.map(({ requestIds }) => requestIds)).toEqual([[request?.['id']], [request?.['id']]]);
		const [first] = messages;
		const about = await list('callbacks', `callbacks?message=${String(first?.['id'])}`);
		expect(about.map(({ url }) => new URL(String(url)).searchParams.get('accuse'))).toEqual(['9', '0']);
		expect(about.map(({ messageEntry }) => messageEntry)).toEqual([first?.['id'], first?.['id']]);
		expect(await list('requests', `requests?message=${String(first?.['id'])}`)).toEqual([request]);
	});

	it.each([
		['SMS', () => send({ callback: 1 })],
		['WhatsApp', () => sendWaba()],
		['RCS', () => sendRcs()],
	])('know of each other by %s', async (_name, sendOne) => {
		const { url } = await startReceiver();
		await start({ deliveryReportUrl: url, wabaWebhookUrl: url, rcsWebhookUrl: url });
		await sendOne();
		await advance(10);
		const [message] = await list('messages');
		const callbacks = await list('callbacks');
		expect(callbacks.length).toBeGreaterThan(1);
		expect(new Set(callbacks.map(({ messageEntry }) => messageEntry))).toEqual(new Set([message?.['id']]));
		expect(listOf(message?.['requestIds'])).toHaveLength(1);
	});

	it('know of the request that marked what a phone wrote as read', async () => {
		const { messageId } = await write({ type: 'text', text: 'é' });
		expect((await list('messages'))[0]).toMatchObject({ requestIds: [] });
		await callWaba('event', { message_id: messageId, status: 'read' });
		const [request] = await list('requests');
		expect((await list('messages'))[0]).toMatchObject({ requestIds: [request?.['id']] });
	});

	it('are listed from the newest, as many as are asked for', async () => {
		for (const msg of ['1', '2', '3']) await send({ msg });
		expect((await list('messages', 'messages?last=2')).map(({ text }) => text)).toEqual(['2', '3']);
		expect(await list('requests', 'requests?last=1')).toMatchObject([{ fields: { msg: '3' } }]);
		expect(await list('requests', 'requests?message=999')).toEqual([]);
		for (const query of ['last=0', 'last=x', 'message=x'])
			expect((await control(`GET requests?${query}`)).status).toBe(400);
	});
});

describe('the faults that are on', () => {
	const summary = async (): Promise<unknown> =>
		page.get('panels/faults.js', 'summaryOf')(await list('faults'));

	it('are added and taken away one by one, and said in words', async () => {
		await control('POST faults', { on: 'request', kind: 'refuse', times: 0 });
		await control('POST faults', { on: 'callback', kind: 'off', times: 2 });
		await control('POST faults', { on: 'request', kind: 'hang', match: { dest: '33600123456' } });
		expect(await summary()).toBe('Reject · No callbacks, 2 left · hang (request), 1 left');
		const [refuse] = await list('faults');
		await control(`DELETE faults?id=${String(refuse?.['id'])}`);
		expect(await summary()).toBe('No callbacks, 2 left · hang (request), 1 left');
		expect((await control(`DELETE faults?id=${String(refuse?.['id'])}`)).status).toBe(404);
		expect((await control('POST faults', { on: 'request', kind: 'gone' })).status).toBe(400);
	});

	it('are told to the page whenever one comes, strikes or goes', async () => {
		const response = await fetchFrom('/__sim/events');
		const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
		let seen = '';
		const readUntil = async (pattern: RegExp): Promise<void> => {
			while (!pattern.test(seen)) seen += (await reader?.read())?.value ?? '';
			seen = '';
		};
		await readUntil(/retry: /);
		await control('POST faults', { on: 'request', kind: 'refuse', times: 0 });
		await readUntil(/event: faults\ndata: [^\n]*"used":0/);
		await send();
		await readUntil(/event: faults\ndata: [^\n]*"used":1/);
		await control('DELETE faults');
		await readUntil(/event: faults\ndata: \{"faults":\[\]\}/);
		await reader?.cancel();
	});
});

describe('callbacks that are off', () => {
	it('are never sent, and the log says so', async () => {
		const receiver = await startCalling('deliveryReportUrl');
		await control('POST faults', { on: 'callback', kind: 'off' });
		await send({ callback: 1 });
		await advance(86_400);
		expect(receiver.received.map(({ query }) => query.get('accuse'))).toEqual(['0']);
		const [kept, sent] = await list('callbacks');
		expect(kept).toMatchObject({
			state: 'failed',
			nextAttemptAt: null,
			attempts: [{ status: null, error: 'not sent: a fault turned callbacks off' }],
		});
		expect(sent).toMatchObject({ state: 'acknowledged' });
	});
});

describe('a sample', () => {
	it.each([
		['sms', 'sms'],
		['waba-buttons', 'waba'],
		['waba-list', 'waba'],
		['waba-code', 'waba'],
		['waba-location', 'waba'],
		['rcs-suggestions', 'rcs'],
		['rcs-carousel', 'rcs'],
	])('%s arrives as a request that any client could make', async (sample, channel) => {
		await start({ key: 'another-key' });
		const { body } = await control('POST samples', { sample, number: '33600123456' });
		expect(body['status']).toBeLessThan(300);
		expect(await list('messages')).toMatchObject([{ channel, number: '33600123456' }]);
		expect(await list('undeclared')).toEqual([]);
		await advance(10);
		const [message] = await list('messages');
		expect(['Received', 'delivered']).toContain(message?.['statusName']);
	});

	it('has pictures that the simulator serves', async () => {
		await control('POST samples', { sample: 'rcs-carousel', number: '33600123456' });
		const [request] = await list('requests');
		const pictures = [...String(request?.['body']).matchAll(/"fileUrl":"([^"]+)"/g)].map(
			([, url = '']) => url,
		);
		expect(new Set(pictures).size).toBe(3);
		for (const url of pictures) expect((await fetch(url)).headers.get('content-type')).toBe('image/png');
	});

	it('says that no answer came where a fault is on', async () => {
		await control('POST faults', { on: 'request', kind: 'cut-before' });
		const { body } = await control('POST samples', { sample: 'sms', number: '33600123456' });
		expect(body).toEqual({ status: null, answer: null });
	});

	it.each([{ sample: 'fax', number: '33600123456' }, { sample: 'sms', number: 'nobody' }, { sample: 'sms' }])(
		'cannot be %j',
		async (given) => {
			expect((await control('POST samples', given)).status).toBe(400);
		},
	);
});
