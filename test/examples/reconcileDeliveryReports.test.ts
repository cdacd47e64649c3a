import { z } from 'zod';
import { jsonOf, type RunResult } from '../support/engine';
import { readExample } from './exampleHarness';
import { setUpExample } from './setUpExample';

const [delivered, failed] = ['+99900123456', '+99930123456'];

describe('the example "reconcile delivery reports"', () => {
	const startAt = new Date('2026-06-15T10:00:00Z');
	const at = setUpExample('reconcile-delivery-reports', { published: 'report', startAt, speed: 0 });
	let poll: () => Promise<RunResult | undefined>;
	let now: number;
	beforeEach(async () => {
		now = startAt.getTime();
		poll = await at.harness.publishHistory(at.read(), 'From the history', () => now);
	});

	/** Sends to each of these numbers with another example, which asks for a delivery report, and lets all of it arrive. */
	async function send(...numbers: string[]): Promise<void> {
		for (const number of numbers) {
			const sending = readExample('send-and-branch-on-delivery', { [delivered]: number });
			expect((await at.harness.run(sending, 'Run by hand')).status).toBe('success');
		}
		await at.harness.pass(60);
		now += 60_000;
	}

	/** The recipients in each branch. */
	function branches(result: RunResult | undefined): unknown[][] {
		expect(result?.status).toBe('success');
		const itemsOf = (output: number) => (result ? jsonOf(result, 'Which status?', output) : []);
		return [0, 1, 2].map((output) => itemsOf(output).map(({ to }) => to));
	}

	it('passes a report that comes, and its status in the history no more', async () => {
		await send(delivered);
		expect(branches(await at.started())).toEqual([[delivered], [], []]);
		const again = await poll();
		expect(again && jsonOf(again, 'From the history')).toHaveLength(1);
		expect(branches(again)).toEqual([[], [], []]);
	});

	it('passes what was missed, once', async () => {
		await at.harness.configure({ deliveryReportUrl: '' });
		await send(delivered, failed);
		expect(branches(await poll())).toEqual([[delivered], [failed], []]);
		expect(await poll()).toBeUndefined();
	});

	it('does nothing for a report that comes after the history was faster', async () => {
		await at.harness.configure({ deliveryReportUrl: '' });
		await send(failed);
		const found = await poll();
		const reference = z.string().parse(found?.data['Not seen before']?.[0]?.[0]?.json['reference']);
		await at.call(`numero=${failed}&reference=${reference}&accuse=3&ts=1705326600`);
		expect(branches(await at.started())).toEqual([[], [], []]);
	});

	it('passes a status again without the node that the note says to deactivate after a crash', async () => {
		await at.call(`numero=${failed}&reference=123456789&accuse=3&ts=1705326600`);
		const [event = {}] = jsonOf(await at.started(), 'Delivery report');
		// A retry of a crashed execution starts at the trigger's item.
		expect(branches(await at.run({}, 'Delivery report', event))).toEqual([[], [], []]);
		const deactivated = { '"name": "Not seen before",': '"name": "Not seen before", "disabled": true,' };
		expect(branches(await at.run(deactivated, 'Delivery report', event))).toEqual([[], [failed], []]);
		expect(JSON.stringify(at.read().nodes)).toContain('deactivate **Not seen before**');
	});

	it('takes a status that nobody knows to the last branch', async () => {
		for (const [index, status] of [42, 43].entries()) {
			await at.call(`numero=33600123456&reference=123456789&accuse=${status}&ts=1705326600`);
			expect(branches(await at.started(index))).toEqual([[], [], ['+33600123456']]);
		}
	});
});
