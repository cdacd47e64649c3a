import { toldOf, webhooksOf } from './jsonSupport';
import { simulatedChannels } from './simulatedChannels';
import {
	advance,
	answering,
	control,
	eventually,
	holdCalls,
	list,
	onlyMessage,
	reported,
	send,
	sendForReferences,
	start,
	startCalling,
	startReported,
	state,
} from './support';
import type { Receiver } from './support';

const QUARTER = 15 * 60;

describe('delivery reports', () => {
	it('have the status of their number, by its name, at last', async () => {
		await send({ dest: [...'0123456789'].map((digit) => `+999${digit}123`).join(','), callback: 1 });
		await advance(60);
		expect((await list('messages')).map(({ status, statusName }) => [status, statusName].join(' '))).toEqual([
			...['0 Received', '1 Failure', '2 Rejected', '3 Inactive', '4 Not responding', '5 Reception error'],
			...['6 Saturated', '7 Unknown number', '8 Non-routable', '-3 Reimbursed'],
		]);
	});

	it('are a GET of their URL, with number, reference, status and Unix time behind its own query', async () => {
		const receiver = await startCalling('deliveryReportUrl', {}, '/hook?token=a%20b');
		const [reference] = await sendForReferences({ callback: 1 });
		await advance(60);
		const report = `/hook?token=a%20b&numero=33600123456&reference=${reference}`;
		expect(receiver.received.map(({ method, path }) => [method, path])).toEqual([
			['GET', `${report}&accuse=9&ts=1799838002`],
			['GET', `${report}&accuse=0&ts=1799838005`],
		]);
	});

	it('are a posted form if so wanted, with the custom parameters in the address', async () => {
		const receiver = await startCalling('deliveryReportUrl', {}, '/hook?token=a');
		await control('PUT config', { smsCallbackMethod: 'POST' });
		const [reference] = await sendForReferences({ dest: '9999123', callback: 1, cvar: 'mon_client=1%2B2' });
		await advance(2);
		const form = `numero=9999123&reference=${reference}&accuse=-3&ts=1799838002`;
		const path = '/hook?token=a&mon_client=1%2B2';
		const headers = { 'content-type': 'application/x-www-form-urlencoded' };
		expect(receiver.received).toMatchObject([{ method: 'POST', path, headers, body: form }]);
		expect(await list('callbacks')).toMatchObject([{ method: 'POST', form, state: 'acknowledged' }]);
		expect(await state()).toMatchObject({ smsCallbackMethod: 'POST' });
	});

	it('come for each part and recipient, each number in its order', async () => {
		const receiver = await startReported();
		const both = { dest: '33600123401,33600123402', msg: 'x'.repeat(161) };
		const references = await sendForReferences({ ...both, callback: 1 });
		await advance(60);
		for (const reference of references) {
			const received = receiver.received.filter(({ query }) => query.get('reference') === reference);
			expect(reported({ ...receiver, received })).toEqual(['9', '0']);
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
		expect(reported(receiver)).toEqual(['30', '33']);
	});
});

const kindOf = ({ prefix }: { prefix: string }): string => `${prefix}_webhook`;

/** By channel: a message of which one callback tells at 12:00:02, and one of which the arrival is told. */
const channels = [
	{
		channel: 'SMS',
		startTold: startReported,
		causeOne: async () => {
			await send({ dest: '9999123', callback: 1 });
			await advance(2);
		},
		logged: (): object => ({ kind: 'delivery_report', method: 'GET' }),
		sendOne: () => send({ callback: 1 }),
		told: reported,
		arriving: ['9', '0'],
		twice: { status: '0', match: { accuse: '0' } },
		late: { kind: 'delivery_report' },
	},
	...simulatedChannels.map((json) => ({
		channel: json.channel,
		startTold: json.startTold,
		causeOne: async () => {
			await advance(2);
			await json.write({ type: 'text', text: 'Hi' });
			await advance(0);
		},
		logged: ({ url }: Receiver): object => ({
			kind: kindOf(json),
			method: 'POST',
			url,
			body: { requestType: json.textEvent },
		}),
		sendOne: () => json.send(),
		told: (receiver: Receiver) => toldOf(receiver, json.statusWord),
		arriving: json.arriving,
		twice: { status: json.sent, match: { kind: kindOf(json), [`data.${json.statusWord}`]: json.sent } },
		late: { requestType: 'status_update' },
	})),
];

describe.each(channels)('a callback by $channel', ({ startTold, causeOne, logged, ...channel }) => {
	it.each([
		[503, 'ERROR'],
		[500, 'OK'],
		[200, 'fine'],
		[200, ''],
		[200, '"OK"'],
		[202, 'OK'],
		[301, 'OK'],
	])('is tried again the same after 15 minutes where it is answered %i with "%s"', async (status, body) => {
		const receiver = await startTold();
		receiver.answer = answering(status, body);
		await causeOne();
		const nextAttemptAt = '2027-01-13T11:15:02.000Z';
		const attempts = [{ status, body, error: null }];
		const pending = { ...logged(receiver), state: 'pending', nextAttemptAt, attempts };
		expect(await list('callbacks')).toMatchObject([pending]);
		receiver.answer = answering(200, ' OK\n');
		await advance(QUARTER - 1);
		expect(receiver.received).toHaveLength(1);
		await advance(1);
		const [first, second, ...more] = receiver.received.map((call) => [call.path, call.body]);
		expect([second, more]).toEqual([first, []]);
		expect(await list('callbacks')).toMatchObject([{ state: 'acknowledged', nextAttemptAt: null }]);
	});

	it.each([401, 403, 404])('is given up at once for %i', async (status) => {
		const receiver = await startTold();
		receiver.answer = answering(status, 'ERROR');
		await causeOne();
		await advance(24 * 3_600);
		expect(receiver.received).toHaveLength(1);
		expect(await list('callbacks')).toMatchObject([{ state: 'failed', nextAttemptAt: null }]);
	});

	it('can be made to come twice, or late, by what is in it', async () => {
		const { twice, arriving } = channel;
		const receiver = await startTold();
		const faults = [
			{ on: 'callback', kind: 'duplicate', match: twice.match },
			{ on: 'callback', kind: 'slow', ms: 1, match: channel.late },
		];
		await control('PUT faults', { faults });
		await channel.sendOne();
		await advance(60);
		const told = channel.told(receiver);
		const times = arriving.map((status) => (status === twice.status ? [status, status] : [status]));
		expect(told).toEqual(times.flat());
		const [first, second] = receiver.received.slice(told.indexOf(twice.status));
		expect([second?.path, second?.body]).toEqual([first?.path, first?.body]);
		const attempts = (await list('callbacks')).map((callback) => callback['attempts']);
		expect(attempts).toMatchObject(times.map((calls) => calls.map(() => ({ status: 200 }))));
		expect(await list('faults')).toEqual([]);
	});
});

describe('a callback that is not acknowledged', () => {
	it('is given up after twelve hours', async () => {
		const receiver = await startReported();
		receiver.answer = answering(503, 'ERROR');
		await send({ dest: '9999123', callback: 1 });
		await advance(24 * 3_600);
		expect(receiver.received).toHaveLength(49);
		const [callback] = await list('callbacks');
		expect(callback).toMatchObject({ state: 'failed', nextAttemptAt: null });
		expect(callback?.['attempts']).toHaveLength(49);
		expect(callback?.['attempts']).toMatchObject({
			0: { at: '2027-01-13T11:00:02.000Z' },
			48: { at: '2027-01-13T23:00:02.000Z' },
		});
	});

	it('is tried again where nobody answers in time', async () => {
		holdCalls(await startCalling('deliveryReportUrl', { callbackTimeoutMs: 100 }));
		await send({ dest: '9999123', callback: 1 });
		await advance(2);
		const attempts = [{ status: null, body: null, error: expect.stringContaining('100 ms') }];
		expect(await list('callbacks')).toMatchObject([{ state: 'pending', attempts }]);
	});

	it('is tried again where nobody listens', async () => {
		await start({ deliveryReportUrl: 'http://127.0.0.1:1/' });
		await send({ dest: '9999123', callback: 1 });
		await advance(2 + QUARTER);
		const attempts = Array(2).fill({ error: expect.any(String) });
		expect(await list('callbacks')).toMatchObject([{ state: 'pending', attempts }]);
	});

	it('holds back no later report of the same message', async () => {
		const receiver = await startReported();
		receiver.answer = ({ query }) => ({ status: query.get('accuse') === '9' ? 503 : 200, body: 'OK' });
		await send({ callback: 1 });
		await advance(60);
		expect(reported(receiver)).toEqual(['9', '0']);
	});
});

describe('a receiver that is slow', () => {
	it('is called for one SMS callback of a kind at a time', async () => {
		const receiver = await startReported();
		const waiting = holdCalls(receiver);
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
		const waiting = holdCalls(receiver);
		const texts = ['1 first', '1 second', '2 first', '3 first', '2 second', '1 third'];
		for (const text of texts) await control('POST incoming', { from: `3360012345${text.charAt(0)}`, text });
		await eventually(() => expect(waiting).toHaveLength(1));
		receiver.answer = answering(200, 'OK');
		waiting[0]?.();
		await eventually(() => expect(receiver.received).toHaveLength(texts.length));
		expect(receiver.received.map(({ query }) => query.get('message'))).toEqual(texts);
	});

	it.each(simulatedChannels)('gets those of one number by $channel in their order', async (channel) => {
		const receiver = await channel.startTold();
		const texts = Array.from({ length: 20 }, (_, index) => `${index}`);
		for (const text of texts) await channel.write({ type: 'text', text });
		await advance(0);
		expect(webhooksOf(receiver).map(({ data }) => channel.textOf(data))).toEqual(texts);
	});

	it('is called for several at a time if so wanted, never for two of the same number', async () => {
		const receiver = await startCalling('deliveryReportUrl', { callbackParallelism: 4 });
		const waiting = holdCalls(receiver);
		await send({ dest: '9999121,9999121,9999122,9999123,9999124,9999125', callback: 1 });
		const advanced = advance(2);
		await eventually(() => expect(waiting).toHaveLength(4));
		expect(new Set(receiver.received.map(({ query }) => query.get('numero'))).size).toBe(4);
		receiver.answer = answering(200, 'OK');
		for (const answer of waiting) answer();
		await advanced;
		expect(receiver.received).toHaveLength(6);
	});
});
