import { z } from 'zod';
import { SAMPLE_NAMES } from '../../simulator/src/control/samples';
import { openPage } from './pageSupport';
import {
	SEND,
	advance,
	answering,
	asObject,
	control,
	eventually,
	list,
	ofMessages,
	send,
	start,
	startCalling,
} from './support';
import { simulatedChannels } from './simulatedChannels';
import { callWaba, sendWaba, write } from './wabaSupport';

const page = openPage({ origin: 'http://localhost:4010' });

const shown = z.object({
	blocks: z.array(
		z.object({
			heading: z.string().default(''),
			pairs: z.array(z.array(z.unknown())).optional(),
			text: z.unknown(),
		}),
	),
});

/** What the inspector says, without its looks. */
const linesOf = (entry: unknown): string[] =>
	shown.parse(entry).blocks.flatMap(({ heading, pairs, text }) => {
		if (pairs === undefined) return [`${heading}: ${String(text)}`];
		return pairs.map((pair) => [heading, ...pair].filter((word) => word !== '').join(' | '));
	});

const onlyRequest = async (): Promise<string[]> =>
	linesOf(page.get('panels/exchange.js', 'requestEntry')((await list('requests'))[0]));

const callbackEntry = page.get('panels/exchange.js', 'callbackEntry');

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
		const contentMessage = { type: 'text', text: { body: 'é €' } };
		await sendWaba(contentMessage);
		const body = { recipients: ['33600123456'], contentMessage };
		expect(await onlyRequest()).toContain(`JSON body: ${JSON.stringify(body, null, 2)}`);
	});

	it('says that there was no answer, and which fault took it', async () => {
		await control('POST faults', { on: 'request', kind: 'cut-after' });
		await expect(send()).rejects.toThrow();
		const lines = await onlyRequest();
		expect(lines).toContain('Fault | cut-after');
		expect(lines).toContain('Response: None. The connection was cut or the request timed out.');
	});

	it('says why it was refused', async () => {
		await send({ dest: 'nobody' });
		expect((await onlyRequest()).join()).toContain('Rejection reason');
	});
});

/** Lets a phone write an SMS to a workflow that answers like this. @returns the callback */
async function writeToWorkflow(text: string, status: number, answer: string) {
	const receiver = await startCalling('incomingSmsUrl');
	receiver.answer = answering(status, answer);
	await control('POST incoming', { from: '33600123456', text });
	await eventually(async () => expect((await list('callbacks'))[0]?.['attempts']).toHaveLength(1));
	return (await list('callbacks'))[0];
}

describe('a callback in the inspector', () => {
	it('shows the query, each answer, and when the next try is', async () => {
		const callback = await writeToWorkflow('é €', 503, 'ERROR');
		expect(linesOf(callbackEntry(callback))).toEqual(
			expect.arrayContaining([
				`GET | ${String(callback?.['url'])}`,
				'Query | message | é €',
				'Attempts | 12:00:00 | HTTP 503, "ERROR"',
				'Attempts | Next attempt | 12:15:00',
			]),
		);
	});

	it('names the workflow that listens at its URL, where it is known', async () => {
		const callback = await writeToWorkflow('Hello', 200, 'OK');
		const url = String(callback?.['url']).replace(/\?.*/, '');
		const listening = { url: `${url}?token=a`, name: 'Answer', link: 'http://127.0.0.1:5678/workflow/1' };
		expect(callbackEntry(callback, [], [{ url: `${url}/other`, name: 'Other' }, listening])).toMatchObject({
			workflow: listening,
		});
		expect(callbackEntry(callback)).toMatchObject({ workflow: undefined });
	});

	it('shows in the list why a tap or message reached no workflow', async () => {
		const callback = await writeToWorkflow('Hello', 404, '{"message":"not registered"}');
		expect(callbackEntry(callback)).toMatchObject({ tone: 'bad', note: 'failed, HTTP 404' });
	});
});

describe('the title of a callback', () => {
	const titleOf = (callback: unknown, ...more: unknown[]) =>
		asObject(callbackEntry(callback, ...more))['title'];

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
		const callback = await writeToWorkflow('Hello', 200, 'OK');
		const body = { requestType: 'incoming_message', data: { type, from: '33600123456' } };
		expect(titleOf({ ...callback, body })).toBe('12:00:00  Message tap · +33600123456');
	});

	it.each(['incoming_hologram', 'constructor'])(
		'is what an unknown kind calls itself: %s',
		async (requestType) => {
			await startCalling('rcsWebhookUrl');
			await control('POST rcs/incoming', { from: '33600123456', requestType, data: {} });
			expect(titleOf((await list('callbacks'))[0])).toBe(`12:00:00  ${requestType} · +33600123456`);
		},
	);
});

describe('a message and what went over the wire', () => {
	it('know of each other', async () => {
		await startCalling('deliveryReportUrl');
		await send({ dest: '33600123401,33600123402', callback: 1 });
		await advance(5);
		const [request] = await list('requests');
		expect(await ofMessages('requestIds')).toEqual([[request?.['id']], [request?.['id']]]);
		const [id] = await ofMessages('id');
		const about = await list('callbacks', `callbacks?message=${String(id)}`);
		expect(about.map(({ url }) => new URL(String(url)).searchParams.get('accuse'))).toEqual(['9', '0']);
		expect(about.map(({ messageEntry }) => messageEntry)).toEqual([id, id]);
		expect(await list('requests', `requests?message=${String(id)}`)).toEqual([request]);
	});

	it.each(simulatedChannels)('know of each other by $channel', async ({ startTold, send: sendOne }) => {
		await startTold();
		await sendOne();
		await advance(10);
		const [message] = await list('messages');
		const callbacks = await list('callbacks');
		expect(callbacks.length).toBeGreaterThan(1);
		expect(new Set(callbacks.map(({ messageEntry }) => messageEntry))).toEqual(new Set([message?.['id']]));
		expect(message?.['requestIds']).toHaveLength(1);
	});

	it('know of the request that marked what a phone wrote as read', async () => {
		const { messageId } = await write({ type: 'text', text: 'é' });
		expect(await ofMessages('requestIds')).toEqual([[]]);
		await callWaba('event', { message_id: messageId, status: 'read' });
		const [request] = await list('requests');
		expect(await ofMessages('requestIds')).toEqual([[request?.['id']]]);
	});

	it('are listed from the newest, as many as are asked for', async () => {
		for (const msg of ['1', '2', '3']) await send({ msg });
		expect((await list('messages', 'messages?last=2')).map(({ text }) => text)).toEqual(['2', '3']);
		expect(await list('requests', 'requests?last=1')).toMatchObject([{ fields: { msg: '3' } }]);
		expect(await list('requests', 'requests?message=999')).toEqual([]);
	});
});

it('the faults that are on are added and taken away one by one, and said in words', async () => {
	const summary = async () => page.get('panels/faults.js', 'summaryOf')(await list('faults'));
	await control('POST faults', { on: 'request', kind: 'refuse', times: 0 });
	await control('POST faults', { on: 'callback', kind: 'off', times: 2 });
	await control('POST faults', { on: 'request', kind: 'hang', match: { dest: '33600123456' } });
	expect(await summary()).toBe('Reject · No callbacks, 2 left · hang (request), 1 left');
	const [refuse] = await list('faults');
	await control(`DELETE faults?id=${String(refuse?.['id'])}`);
	expect(await summary()).toBe('No callbacks, 2 left · hang (request), 1 left');
	expect((await control(`DELETE faults?id=${String(refuse?.['id'])}`)).status).toBe(404);
});

describe('a sample', () => {
	it.each(SAMPLE_NAMES)('%s arrives as a request that any client could make', async (sample) => {
		await start({ key: 'another-key' });
		const { body } = await control('POST samples', { sample, number: '33600123456' });
		expect(body['status']).toBeLessThan(300);
		expect(await list('messages')).toMatchObject([{ channel: sample.split('-')[0], number: '33600123456' }]);
		expect(await list('undeclared')).toEqual([]);
		await advance(10);
		expect(['Received', 'delivered']).toContain((await ofMessages('statusName'))[0]);
	});

	it('has pictures that the simulator serves', async () => {
		await control('POST samples', { sample: 'rcs-carousel', number: '33600123456' });
		const [request] = await list('requests');
		const named = String(request?.['body']).matchAll(/"fileUrl":"([^"]+)"/g);
		const pictures = [...named].map(([, url = '']) => url);
		expect(new Set(pictures).size).toBe(3);
		for (const url of pictures) expect((await fetch(url)).headers.get('content-type')).toBe('image/png');
	});

	it('says that no answer came where a fault is on', async () => {
		await control('POST faults', { on: 'request', kind: 'cut-before' });
		const { body } = await control('POST samples', { sample: 'sms', number: '33600123456' });
		expect(body).toEqual({ status: null, answer: null });
	});
});
