/** The trigger under n8n 2's scheduler for polling triggers (N8N_SCHEDULER_POLL_TRIGGERS_ENABLED). */
import { Bench, found, minute } from './bench';

let bench: Bench;
afterEach(async () => {
	await bench.close();
});

const delivered = (...references: string[]): string[] =>
	references.map((reference) => `delivery_report ${reference} 0`);

describe.each([
	['with durable cursors', true],
	['without durable cursors', false],
])('%s', (_what, isDurable) => {
	it.each([1, 2])('each status comes once, with %d main processes that poll in turn', async (mains) => {
		bench = await Bench.open(isDurable, { isScheduled: true });
		await bench.publish();
		const items = [];
		for (let round = 0; round < 12; round++) {
			bench.now += minute;
			if (round % 3 === 1) bench.send(String(round), '0');
			if (mains === 2) bench.stage.changeMain();
			items.push(...(await bench.tick()));
		}
		expect(found(items)).toEqual(delivered('1', '4', '7', '10'));
	});
});
