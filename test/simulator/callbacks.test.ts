import type { ServerResponse } from 'node:http';

import {
	advance,
	control,
	eventually,
	list,
	onlyMessage,
	send,
	sendForReferences,
	start,
	startReported,
	state,
	startCalling,
} from './support';
import type { Received } from './support';

const QUARTER = 15 * 60;
const statuses = (received: readonly Received[]): (string | null)[] =>
	received.map(({ query }) => query.get('accuse'));

describe('delivery reports', () => {
	it('have the status of their number, by its name, at last', async () => {
		await send({ dest: [...'0123456789'].map((digit) => `+999${digit}123`).join(','), callback: 1 });
		await advance(60);
		expect((await list('messages')).map(({ status, statusName }) => [status, statusName].join(' '))).toEqual([
			...['0 Received', '1 Failure', '2 Rejected', '3 Inactive', '4 Not responding', '5 Reception error'],
			...['6 Saturated', '7 Unknown number', '8 Non-routable', '-3 Reimbursed'],
		]);
	});

	it('are a GET with number, reference, status and Unix time', async () => {
		const receiver = await startReported();
		const [reference] = await sendForReferences({ callback: 1 });
		await advance(60);
		const noon = 1_799_838_000;
		expect(receiver.received.map(({ method, target }) => [method, target])).toEqual([
			['GET', `/callback?numero=33600123456&reference=${reference}&accuse=9&ts=${noon + 2}`],
			['GET', `/callback?numero=33600123456&reference=${reference}&accuse=0&ts=${noon + 5}`],
		]);
	});

	it('are a posted form if so wanted, with the custom parameters in the address', async () => {
		const receiver = await startCalling('deliveryReportUrl', {}, '/hook?token=a');
		await control('PUT config', { smsCallbackMethod: 'POST' });
		const [reference] = await sendForReferences({
			dest: '9999123',
			callback: 1,
			cvar: 'mon_client=1%2B2',
		});
		await advance(2);
		const form = `numero=9999123&reference=${reference}&accuse=-3&ts=1799838002`;
		expect(receiver.received).toMatchObject([
			{
				method: 'POST',
				target: '/hook?token=a&mon_client=1%2B2',
				headers: { 'content-type': 'application/x-www-form-urlencoded' },
				body: form,
			},
		]);
		expect(await list('callbacks')).toMatchObject([{ method: 'POST', form, state: 'acknowledged' }]);
		expect(await state()).toMatchObject({ smsCallbackMethod: 'POST' });
	});

	it('keep a query that the address has already', async () => {
		const receiver = await startCalling('deliveryReportUrl', {}, '/hook?token=a%20b');
		await send({ callback: 1 });
		await advance(60);
		expect(receiver.received[0]?.target).toMatch(/^\/hook\?token=a%20b&numero=33600123456&/);
	});

	it('come for each part and recipient, each number in its order', async () => {
		const receiver = await startReported();
		const references = await sendForReferences({
			dest: '33600123401,33600123402',
			msg: 'x'.repeat(161),
			callback: 1,
		});
		await advance(60);
		for (const reference of references) {
			const own = receiver.received.filter(({ query }) => query.get('reference') === reference);
			expect(statuses(own)).toEqual(['9', '0']);
		}
		expect(receiver.received).toHaveLength(8);
	});

	it('do not come without callback=1, though the status moves', async () => {
		await startReported();
		await send({ callback: 0 });
		expect(await onlyMessage()).toMatchObject({ status: -1, statusName: 'Unknown' });
		await advance(2);
		expect(await onlyMessage()).toMatchObject({ status: 9, statusName: 'Transmitted' });
		await advance(3);
		expect(await onlyMessage()).toMatchObject({ status: 0, statusName: 'Received' });
		expect(await list('callbacks')).toEqual([]);
	});

	it('do not come where no address is configured', async () => {
		await send({ callback: 1 });
		await advance(60);
		expect(await list('callbacks')).toEqual([]);
	});

	it('of a refund give the credits back, once', async () => {
		await start({ balance: 10 });
		const [reference] = await sendForReferences({ dest: '9999123' });
		expect(await state()).toMatchObject({ balance: 9.95 });
		await advance(60);
		expect(await state()).toMatchObject({ balance: 10 });
		await control('POST report', { reference, status: -3 });
		expect(await state()).toMatchObject({ balance: 10 });
	});

	it('tell of a call where a landline is read its message', async () => {
		const receiver = await startReported();
		await send({ dest: '33100123456', allow_vocal: 1, callback: 1 });
		await advance(60);
		expect(statuses(receiver.received)).toEqual(['30', '33']);
	});

	it('come by themselves as the clock runs', async () => {
		const receiver = await startCalling('deliveryReportUrl', { speed: 1_000 });
		await send({ callback: 1 });
		await eventually(() => expect(statuses(receiver.received)).toEqual(['9', '0']));
	});
});

describe('a callback that is not acknowledged', () => {
	const refuse = (status: number, body: string) => (_call: Received, response: ServerResponse) => {
		response.statusCode = status;
		response.end(body);
	};

	it.each([
		[503, 'ERROR'],
		[500, 'OK'],
		[200, 'fine'],
		[200, ''],
		[202, 'OK'],
		[301, 'OK'],
	])('is tried again after 15 minutes: %i with the body "%s"', async (status, body) => {
		const receiver = await startReported();
		receiver.answer = refuse(status, body);
		await send({ dest: '9999123', callback: 1 });
		await advance(2);
		expect(await list('callbacks')).toMatchObject([
			{
				state: 'pending',
				nextAttemptAt: '2027-01-13T11:15:02.000Z',
				attempts: [{ status, body, error: null }],
			},
		]);
		receiver.answer = refuse(200, ' OK\n');
		await advance(QUARTER - 1);
		expect(receiver.received).toHaveLength(1);
		await advance(1);
		expect(receiver.received).toHaveLength(2);
		expect(receiver.received[1]?.target).toBe(receiver.received[0]?.target);
		expect(await list('callbacks')).toMatchObject([{ state: 'acknowledged', nextAttemptAt: null }]);
	});

	it('is given up after twelve hours', async () => {
		const receiver = await startReported();
		receiver.answer = refuse(503, 'ERROR');
		await send({ dest: '9999123', callback: 1 });
		await advance(24 * 3_600);
		const [callback] = await list('callbacks');
		expect(callback).toMatchObject({ state: 'failed', nextAttemptAt: null });
		expect(receiver.received).toHaveLength(49);
		expect(callback?.['attempts']).toHaveLength(49);
		expect(callback?.['attempts']).toMatchObject({
			0: { at: '2027-01-13T11:00:02.000Z' },
			48: { at: '2027-01-13T23:00:02.000Z' },
		});
	});

	it.each([401, 403, 404])('is given up at once for %i', async (status) => {
		const receiver = await startReported();
		receiver.answer = refuse(status, 'ERROR');
		await send({ dest: '9999123', callback: 1 });
		await advance(24 * 3_600);
		expect(receiver.received).toHaveLength(1);
		expect(await list('callbacks')).toMatchObject([{ state: 'failed', nextAttemptAt: null }]);
	});

	it('is tried again where nobody answers in time', async () => {
		const receiver = await startCalling('deliveryReportUrl', { callbackTimeoutMs: 100 });
		receiver.answer = () => undefined;
		await send({ dest: '9999123', callback: 1 });
		await advance(2);
		expect(await list('callbacks')).toMatchObject([
			{
				state: 'pending',
				attempts: [{ status: null, body: null, error: expect.stringContaining('100 ms') }],
			},
		]);
	});

	it('is tried again where nobody listens', async () => {
		await start({ deliveryReportUrl: 'http://127.0.0.1:1/' });
		await send({ dest: '9999123', callback: 1 });
		await advance(2 + QUARTER);
		expect(await list('callbacks')).toMatchObject([
			{ state: 'pending', attempts: [{ error: expect.any(String) }, { error: expect.any(String) }] },
		]);
	});

	it('holds back no later report of the same message', async () => {
		const receiver = await startReported();
		receiver.answer = (call, response) =>
			refuse(call.query.get('accuse') === '9' ? 503 : 200, 'OK')(call, response);
		await send({ callback: 1 });
		await advance(60);
		expect(statuses(receiver.received)).toEqual(['9', '0']);
	});
});

describe('a receiver that is slow', () => {
	it('is called for one SMS callback of a kind at a time', async () => {
		const receiver = await startReported();
		const waiting: (() => void)[] = [];
		receiver.answer = (_call, response) => void waiting.push(() => response.end('OK'));
		await send({ dest: '9999121,9999122,9999123', callback: 1 });
		const advanced = advance(2);
		for (const count of [1, 2, 3]) {
			await eventually(() => expect(waiting).toHaveLength(count));
			expect(receiver.received).toHaveLength(count);
			waiting.at(-1)?.();
		}
		await advanced;
	});

	it('gets them in the order in which they came about, whatever their number', async () => {
		const receiver = await startCalling('incomingSmsUrl');
		const waiting: (() => void)[] = [];
		receiver.answer = (_call, response) => void waiting.push(() => response.end('OK'));
		const texts = ['1 first', '1 second', '2 first', '3 first', '2 second', '1 third'];
		for (const text of texts) await control('POST incoming', { from: `3360012345${text.charAt(0)}`, text });
		await eventually(() => expect(waiting).toHaveLength(1));
		receiver.answer = (_call, response) => void response.end('OK');
		waiting[0]?.();
		await eventually(() => expect(receiver.received).toHaveLength(texts.length));
		expect(receiver.received.map(({ query }) => query.get('message'))).toEqual(texts);
	});

	it('is called for several at a time if so wanted, never for two of the same number', async () => {
		const receiver = await startCalling('deliveryReportUrl', { callbackParallelism: 4 });
		const waiting: (() => void)[] = [];
		receiver.answer = (_call, response) => void waiting.push(() => response.end('OK'));
		await send({ dest: '9999121,9999121,9999122,9999123,9999124,9999125', callback: 1 });
		const advanced = advance(2);
		await eventually(() => expect(waiting).toHaveLength(4));
		expect(new Set(receiver.received.map(({ query }) => query.get('numero'))).size).toBe(4);
		receiver.answer = (_call, response) => void response.end('OK');
		for (const answer of waiting) answer();
		await advanced;
		expect(receiver.received).toHaveLength(6);
	});
});
