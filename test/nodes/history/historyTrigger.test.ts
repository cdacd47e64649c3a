import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { advance, control, sendForReferences, start } from '../../simulator/support';
import { HistoryPolling } from '../../support/historyPolling';

const startAt = new Date('2026-06-15T10:00:00Z');
const delivered = '99900123456';
const failed = '99910123456';

let url: string;
/** The time of the service, and of n8n. */
let now: number;

async function pass(seconds: number): Promise<void> {
	await advance(seconds);
	now += seconds * 1000;
}

/** Returns the reference of each recipient's message. */
async function send(...numbers: string[]): Promise<string[]> {
	const references: string[] = [];
	for (const dest of numbers) references.push(...(await sendForReferences({ dest })));
	return references;
}

const publishing = (parameters: INodeParameters = {}): HistoryPolling =>
	new HistoryPolling(url, () => now, parameters);

async function published(parameters: INodeParameters = {}): Promise<HistoryPolling> {
	const trigger = publishing(parameters);
	await trigger.publish();
	return trigger;
}

const statusIds = (items: readonly IDataObject[]) => items.map(({ statusId }) => statusId);

beforeEach(async () => {
	({ url } = await start({ startAt }));
	now = startAt.getTime();
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
});

describe('a poll that fails', () => {
	it('does not keep it from being published again, and nothing is lost', async () => {
		const trigger = await published();
		const [first] = await send(delivered);
		await pass(10);
		await control('PUT faults', { faults: [{ on: 'request', kind: 'status', status: 503 }] });
		await trigger.publish();
		expect(trigger.errors).toEqual([]);
		await trigger.tick();
		expect(statusIds(trigger.items)).toEqual([`${first}:${delivered}:0`]);
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

it('n8n that is killed repeats the items of its last poll with the same statusId, and nothing else', async () => {
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
	trigger.stage.stop();
	await trigger.publish();
	const [a, b, c] = [`${first}:${delivered}:0`, `${second}:${delivered}:0`, `${third}:${failed}:1`];
	expect(trigger.executions.map(statusIds)).toEqual([[a], [b], [b, c]]);
	const [, one, again] = trigger.executions;
	expect(again?.[0]).toEqual(one?.[0]);
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
		expect(trigger.stage.saved).toEqual({});
		await trigger.publish();
		await trigger.tick();
		expect(trigger.items).toEqual([]);
	});

	it.each<[what: string, parameters: INodeParameters, shown: unknown[]]>([
		['new messages for New Message', { events: ['newMessage'] }, ['new_message', 'new_message']],
		['no final status for Status Unknown', { events: ['statusUnknown'] }, []],
		['no status for Final Status before there is one', {}, ['delivery_report']],
		[
			'both for two kinds, the newest first',
			{ events: ['newMessage', 'finalStatus'] },
			[...['new_message', 'delivery_report', 'new_message']],
		],
	])('shows %s, as the published workflow gets them', async (_what, parameters, shown) => {
		const trigger = await published(parameters);
		await send(failed);
		await pass(10);
		await send(delivered);
		await trigger.tick();
		const items = (await trigger.test()) ?? [];
		expect(items.map(({ event }) => event)).toEqual(shown);
		expect(items.reverse()).toEqual(trigger.items);
	});

	it('finds a chosen status below the newest ten messages', async () => {
		await send(failed);
		await pass(10);
		await send(...Array.from({ length: 12 }, () => delivered));
		await pass(10);
		const items = await publishing({ filters: { statuses: ['1'] } }).test();
		expect(items).toMatchObject([{ to: `+${failed}`, status: { code: '1' } }]);
	});
});
