import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { startSimulator, type Simulator } from '../../../simulator/src';
import { historyPolling } from '../../support/historyPolling';
import type { PublishedPolling } from '../../support/polling';

const startAt = new Date('2026-06-15T10:00:00Z');
const delivered = '99900123456';
const failed = '99910123456';

let simulator: Simulator;
/** The time of the service, and of n8n. */
let now: number;

async function control(method: string, what: string, body?: object): Promise<unknown> {
	const response = await fetch(`${simulator.url}/__sim/${what}`, {
		method,
		...(body && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
	});
	if (!response.ok) throw new Error(`${what}: ${await response.text()}`);
	return await response.json();
}

async function pass(seconds: number): Promise<void> {
	await control('POST', 'clock', { advance: seconds });
	now += seconds * 1000;
}

async function breakNext(...faults: object[]): Promise<void> {
	await control('PUT', 'faults', { faults });
}

/** Waits until a request has met each fault. */
async function faultsUsed(): Promise<void> {
	for (;;) {
		const left = await control('GET', 'faults');
		if (JSON.stringify(left) === '{"faults":[]}') return;
	}
}

/** Returns the reference of each recipient's message. */
async function send(...numbers: string[]): Promise<string[]> {
	const references: string[] = [];
	for (const dest of numbers) {
		const response = await fetch(`${simulator.url}/1.1/api.php`, {
			method: 'POST',
			headers: { authorization: 'App demo' },
			body: new URLSearchParams({
				dest,
				msg: 'Hello',
				mode: 'Standard',
				strategy: '2',
				id: '1',
				charset: 'utf-8',
			}),
		});
		references.push((await response.text()).replace('OK ', ''));
	}
	return references;
}

const publishing = (parameters: INodeParameters = {}): PublishedPolling =>
	historyPolling(simulator.url, () => now, parameters);

async function published(parameters: INodeParameters = {}): Promise<PublishedPolling> {
	const trigger = publishing(parameters);
	await trigger.publish();
	return trigger;
}

const statusIds = (items: readonly IDataObject[]) => items.map(({ statusId }) => statusId);
const messageOf = (error: unknown) => (error instanceof Error ? error.message : '');

beforeEach(async () => {
	simulator = await startSimulator({ port: 0, key: 'demo', speed: 0, startAt });
	now = startAt.getTime();
});
afterEach(async () => {
	await simulator.close();
});

describe('polling', () => {
	it('starts the workflow once for the final status of each message, as its delivery report would', async () => {
		const [before] = await send(delivered);
		const trigger = await published();
		const [first, second] = await send(delivered, failed);
		await trigger.tick();
		expect(trigger.executions).toEqual([]);
		await pass(10);
		await trigger.tick();
		await trigger.tick();
		await pass(60);
		await trigger.tick();
		expect(trigger.errors).toEqual([]);
		expect(trigger.executions).toEqual([
			[
				{
					channel: 'sms',
					event: 'delivery_report',
					eventId: expect.stringMatching(/^[0-9a-f]{32}$/),
					timestamp: null,
					from: null,
					to: `+${delivered}`,
					reference: first,
					status: { code: '0', name: 'Received', description: 'Delivered', final: true, delivered: true },
					statusId: `${first}:${delivered}:0`,
					callbackData: {},
				},
				expect.objectContaining({ reference: second, statusId: `${second}:${failed}:1` }),
			],
		]);
		expect(statusIds(trigger.items)).not.toContain(`${before}:${delivered}:0`);
	});

	it('reports every event that is chosen', async () => {
		const trigger = await published({
			events: ['newMessage', 'statusChanged', 'statusUnknown'],
			lookBack: 1,
		});
		await send(delivered);
		for (const seconds of [0, 3, 7, 60]) {
			await pass(seconds);
			await trigger.tick();
		}
		expect(trigger.executions.map((items) => items.map(({ event, status }) => [event, status]))).toEqual([
			[['new_message', expect.objectContaining({ code: '-1', final: null })]],
			[['delivery_report', expect.objectContaining({ code: '9' })]],
			[['delivery_report', expect.objectContaining({ code: '0' })]],
		]);
		expect(trigger.items[0]?.['timestamp']).toBe('2026-06-15T10:00:00.000Z');
	});

	it.each<[output: string, item: object]>([
		['raw', { raw: expect.stringMatching(/^15\/06\/2026 12:00:00;\d+;99900123456;[^;]*;0;1;0$/) }],
		['both', { event: 'delivery_report', raw: { raw: expect.stringContaining(delivered) } }],
	])('gives the line of the history in %s', async (output, item) => {
		const trigger = await published({ output });
		await send(delivered);
		await pass(10);
		await trigger.tick();
		expect(trigger.items).toEqual([expect.objectContaining(item)]);
	});

	it('filters by recipient, in national format too, and by status', async () => {
		const trigger = await published({ filters: { to: '+33 6 00 12 34 56' } });
		const byStatus = await published({ filters: { statuses: ['1'] } });
		const [mine, bad] = await send('33600123456', failed);
		await pass(10);
		await trigger.tick();
		await byStatus.tick();
		expect(statusIds(trigger.items)).toEqual([`${mine}:33600123456:0`]);
		expect(statusIds(byStatus.items)).toEqual([`${bad}:${failed}:1`]);
	});

	it('lets a message go at the end of the look-back, once', async () => {
		const trigger = await published({ events: ['finalStatus', 'statusUnknown'], lookBack: 1 });
		const [reference] = await send(delivered);
		// 9, and 0 never comes.
		await pass(3);
		await trigger.tick();
		await control('POST', 'clock', { advance: 24 * 3600 });
		now += 24 * 3600 * 1000;
		await control('POST', 'report', { reference, status: 9 });
		await trigger.tick();
		await pass(15 * 60);
		await trigger.tick();
		await trigger.tick();
		expect(trigger.items.map(({ event, reference: which }) => [event, which])).toEqual([
			['status_unknown', reference],
		]);
		await control('POST', 'report', { reference, status: 0 });
		await trigger.tick();
		expect(trigger.items).toHaveLength(1);
	});
});

describe('a poll that fails', () => {
	it.each<[what: string, fault: object, message: RegExp]>([
		['cut', { kind: 'cut-mid' }, /No valid response/],
		['cut before it was read', { kind: 'cut-before' }, /No valid response/],
		['rejected', { kind: 'refuse' }, /Rejected by SMSBOX/],
		['a bad gateway', { kind: 'status', status: 502, body: '<html>' }, /HTTP 502/],
		[
			'an invalid status',
			{ kind: 'body', body: '15/06/2026 12:00:00;1;33600123456;A;0;1;x' },
			/history record 1 has an invalid status/,
		],
	])('%s: shows an error, and the next poll goes on', async (_what, fault, message) => {
		const trigger = await published();
		const [first] = await send(delivered);
		await pass(10);
		await trigger.tick();
		const [second] = await send(failed);
		await pass(10);
		await breakNext({ on: 'request', ...fault });
		await trigger.tick();
		expect(trigger.errors.map(messageOf)).toEqual([expect.stringMatching(message)]);
		await trigger.tick();
		expect(statusIds(trigger.items)).toEqual([`${first}:${delivered}:0`, `${second}:${failed}:1`]);
	});

	it('keeps it from being published for the first time, or with other filters', async () => {
		const trigger = publishing();
		const outage = { on: 'request', kind: 'cut-before' };
		await breakNext(outage);
		await expect(trigger.publish()).rejects.toThrow(/No valid response/);
		await trigger.publish();
		await breakNext(outage);
		trigger.parameters = { filters: { statuses: ['1'] } };
		await expect(trigger.publish()).rejects.toThrow(/No valid response/);
	});

	it('does not keep it from being published again, and nothing is lost', async () => {
		const trigger = await published();
		const [first] = await send(delivered);
		await pass(10);
		await breakNext({ on: 'request', kind: 'status', status: 503 });
		await trigger.publish();
		expect(trigger.errors).toEqual([]);
		await trigger.tick();
		expect(statusIds(trigger.items)).toEqual([`${first}:${delivered}:0`]);
	});

	it('keeps it from being published where the key is rejected', async () => {
		await breakNext({ on: 'request', kind: 'refuse' });
		await expect(published()).rejects.toThrow(/Rejected by SMSBOX/);
	});

	it.each<[parameters: INodeParameters, message: string]>([
		[{ lookBack: 0 }, 'Look-Back (Days): The value must be a whole number from 1 to 30.'],
		[{ lookBack: 31 }, 'Look-Back (Days): The value must be a whole number from 1 to 30.'],
		[{ lookBack: 1.5 }, 'Look-Back (Days): The value must be a whole number from 1 to 30.'],
		[{ lookBack: '' }, 'Look-Back (Days): The value must be a whole number from 1 to 30.'],
		[{ events: [] }, 'Watch For: No event is selected.'],
		[{ filters: { to: 'Jean' } }, 'Recipient: '],
		[{ filters: { to: '0600123456' } }, 'Recipient: The history requires international numbers.'],
	])('keeps settings from being published that cannot work: %j', async (parameters, message) => {
		await expect(published(parameters)).rejects.toThrow(message);
		await expect(publishing(parameters).test()).rejects.toThrow(message);
	});
});

describe('n8n that is killed', () => {
	it('repeats the items of its last poll with the same statusId, and nothing else', async () => {
		const trigger = await published();
		const [first] = await send(delivered);
		await pass(10);
		await trigger.tick();
		const [second] = await send(delivered);
		await trigger.tick();
		await pass(10);
		await trigger.tick();
		const [third] = await send(failed);
		await pass(10);
		await trigger.restart();
		const [a, b, c] = [`${first}:${delivered}:0`, `${second}:${delivered}:0`, `${third}:${failed}:1`];
		expect(trigger.executions.map(statusIds)).toEqual([[a], [b], [b, c]]);
		const [, one, again] = trigger.executions;
		expect(again?.[0]).toEqual(one?.[0]);
	});

	it('loses nothing when the state was saved, but not the execution', async () => {
		const trigger = await published();
		const [first] = await send(delivered);
		await pass(10);
		await trigger.tickAndDie();
		expect(trigger.items).toEqual([]);
		await trigger.restart();
		expect(statusIds(trigger.items)).toEqual([`${first}:${delivered}:0`]);
	});

	it('goes on from an older state after polls without items', async () => {
		const trigger = await published();
		await send(delivered);
		await trigger.tick();
		await trigger.restart();
		await pass(3);
		await trigger.tick();
		await pass(10);
		await trigger.restart();
		await trigger.tick();
		expect(trigger.items).toHaveLength(1);
	});
});

describe('a workflow that is published again', () => {
	it('repeats nothing, and finds what happened while it was unpublished', async () => {
		const trigger = await published();
		await send(delivered);
		await pass(10);
		await trigger.tick();
		await pass(3600);
		await send(failed);
		await pass(3600);
		await trigger.publish();
		expect(trigger.items.map(({ to }) => to)).toEqual([`+${delivered}`, `+${failed}`]);
	});

	it('gets again what n8n has discarded', async () => {
		const trigger = await published();
		await send(delivered);
		await pass(10);
		const saved = trigger.saved;
		await trigger.tickAndDie();
		trigger.saved = saved;
		await trigger.publish();
		expect(trigger.items).toHaveLength(1);
	});
});

describe('a node that is renamed', () => {
	it('goes on, and repeats nothing', async () => {
		const trigger = await published();
		await send(delivered);
		await trigger.tick();
		trigger.name = 'Poller';
		await trigger.publish();
		await pass(10);
		await trigger.tick();
		expect(trigger.items).toHaveLength(1);
		trigger.name = 'Trigger';
		await trigger.publish();
		await trigger.tick();
		expect(trigger.items).toHaveLength(1);
	});
});

describe('a second poll', () => {
	it('returns at once while one is in flight, until its deadline', async () => {
		const trigger = await published();
		await send(delivered);
		await pass(10);
		await breakNext({ on: 'request', kind: 'latency', ms: 1_000 });
		const first = trigger.tick();
		// Its deadline passes while the service holds its request, and not before.
		await faultsUsed();
		await trigger.tick();
		expect(trigger.executions).toEqual([]);
		now += 5 * 60_000;
		await trigger.tick();
		expect(trigger.executions).toHaveLength(1);
		await first;
		await trigger.tick();
		expect([trigger.executions.length, trigger.errors]).toEqual([1, []]);
	});
});

describe('Fetch Test Event', () => {
	it('shows the newest records, whenever they were sent, and changes nothing', async () => {
		const trigger = publishing();
		await expect(trigger.test()).resolves.toBeNull();
		await send(...Array.from({ length: 12 }, () => delivered));
		await pass(10);
		const items = await trigger.test();
		expect(items).toHaveLength(10);
		expect(items?.[0]).toMatchObject({ event: 'delivery_report', statusId: expect.any(String) });
		expect(trigger.saved).toEqual({});
		await trigger.publish();
		await trigger.tick();
		expect(trigger.items).toEqual([]);
	});
});
