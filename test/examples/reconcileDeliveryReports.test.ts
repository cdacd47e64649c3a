import { z } from 'zod';
import { jsonOf, type RunResult } from '../support/engine';
import type { ServedTrigger } from '../support/triggers';
import { readExample, reportTrigger } from './exampleHarness';
import { setUpExample } from './setUpExample';

const name = 'reconcile-delivery-reports';
const [delivered, failed] = ['+99900123456', '+99930123456'];

describe('the example "reconcile delivery reports"', () => {
	const began = Date.parse('2026-06-15T10:00:00Z');
	const at = setUpExample(name, { startAt: new Date(began), speed: 0 });
	let served: ServedTrigger;
	let poll: () => Promise<RunResult | undefined>;
	let now: number;

	beforeEach(async () => {
		now = began;
		served = await at.harness.serve(readExample(name), reportTrigger);
		poll = await at.harness.publishHistory(readExample(name), 'From the history', () => now);
	});

	/** Sends to each of these numbers with another example, which asks for a delivery report, and lets all of it arrive. */
	async function send(...numbers: string[]): Promise<void> {
		for (const number of numbers) {
			const sending = readExample('send-and-branch-on-delivery', { '+99900123456': number });
			expect((await at.harness.run(sending, 'Run by hand')).status).toBe('success');
		}
		await at.harness.pass(60);
		now += 60_000;
	}

	/** The recipients in each branch. */
	function branches(result: RunResult | undefined): unknown[][] {
		expect(result?.status).toBe('success');
		return [0, 1, 2].map((output) =>
			(result ? jsonOf(result, 'Which status?', output) : []).map(({ to }) => to),
		);
	}

	it('passes a report that comes, and its status in the history no more', async () => {
		await at.harness.configure({ deliveryReportUrl: served.url });
		await send(delivered);
		expect(branches(await at.harness.execution(served))).toEqual([[delivered], [], []]);
		const again = await poll();
		expect(again && jsonOf(again, 'From the history')).toHaveLength(1);
		expect(branches(again)).toEqual([[], [], []]);
	});

	it('passes what was missed, once', async () => {
		await send(delivered, failed);
		expect(branches(await poll())).toEqual([[delivered], [failed], []]);
		expect(await poll()).toBeUndefined();
	});

	it('does nothing for a report that comes after the history was faster', async () => {
		await send(failed);
		const found = await poll();
		const reference = found?.data['Not seen before']?.[0]?.[0]?.json['reference'];
		const query = `numero=${failed}&reference=${z.string().parse(reference)}&accuse=3&ts=1705326600`;
		expect((await fetch(`${served.url}?${query}`)).status).toBe(200);
		expect(branches(await at.harness.execution(served))).toEqual([[], [], []]);
	});

	it('takes a status that nobody knows to the last branch', async () => {
		const query = 'numero=33600123456&reference=123456789&accuse=';
		await fetch(`${served.url}?${query}42&ts=1705326600`);
		expect(branches(await at.harness.execution(served))).toEqual([[], [], ['+33600123456']]);
		await fetch(`${served.url}?${query}43&ts=1705326600`);
		expect(branches(await at.harness.execution(served, 1))).toEqual([[], [], ['+33600123456']]);
	});
});
