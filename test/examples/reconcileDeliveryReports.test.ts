import { z } from 'zod';
import { jsonOf, type RunResult } from '../support/engine';
import type { ServedTrigger } from '../support/triggers';
import { ExampleHarness, readExample } from './exampleHarness';

const name = 'reconcile-delivery-reports';
const trigger = 'n8n-nodes-smsbox.smsboxDeliveryReportTrigger';
const [delivered, failed] = ['+99900123456', '+99930123456'];

describe('the example "reconcile delivery reports"', () => {
	let harness: ExampleHarness;
	let served: ServedTrigger;
	let poll: () => Promise<RunResult | undefined>;
	let now: number;

	beforeEach(async () => {
		now = Date.parse('2026-06-15T10:00:00Z');
		harness = await ExampleHarness.start({ startAt: new Date(now), speed: 0 });
		const example = readExample(name);
		served = await harness.serve(example, trigger);
		poll = await harness.publishHistory(example, 'From the history', () => now);
	});
	afterEach(async () => await harness.close());

	/** Sends to each of these numbers with another example, which asks for a delivery report, and lets all of it arrive. */
	async function send(...numbers: string[]): Promise<void> {
		for (const number of numbers) {
			const sending = readExample('send-and-branch-on-delivery', { '+99900123456': number });
			expect((await harness.run(sending, 'Run by hand')).status).toBe('success');
		}
		await harness.pass(60);
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
		await harness.configure({ deliveryReportUrl: served.url });
		await send(delivered);
		expect(branches(await harness.execution(served))).toEqual([[delivered], [], []]);
		const again = await poll();
		expect(again && jsonOf(again, 'From the history')).toHaveLength(1);
		expect(branches(again)).toEqual([[], [], []]);
		expect(await harness.undeclared()).toEqual([]);
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
		expect(branches(await harness.execution(served))).toEqual([[], [], []]);
	});

	it('takes a status that nobody knows to the last branch', async () => {
		const query = 'numero=33600123456&reference=123456789&accuse=';
		await fetch(`${served.url}?${query}42&ts=1705326600`);
		expect(branches(await harness.execution(served))).toEqual([[], [], ['+33600123456']]);
		await fetch(`${served.url}?${query}43&ts=1705326600`);
		expect(branches(await harness.execution(served, 1))).toEqual([[], [], ['+33600123456']]);
	});
});
