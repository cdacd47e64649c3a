/** The trigger under n8n 2's scheduler for polling triggers (N8N_SCHEDULER_POLL_TRIGGERS_ENABLED). */
import { Bench, found, minute } from './bench';

let bench: Bench;
afterEach(async () => {
	await bench.close();
});

const delivered = (...references: string[]): string[] =>
	references.map((reference) => `delivery_report ${reference} 0`);

describe.each([
	['the default time', 36_000],
	['8 minutes', 8 * minute],
])('a poll on schedule that may take %s', (_what, budget) => {
	beforeEach(async () => {
		bench = await Bench.open(true, { budget });
		await bench.publish();
		bench.now += minute;
		await bench.tick();
		bench.now += minute;
	});

	it('shows an error if it fails', async () => {
		bench.fault = () => 'cut';
		await expect(bench.tick()).rejects.toThrow('No valid response');
	});

	it('does not take the place of one in flight', async () => {
		bench.send('1', '0');
		const [first, second] = await Promise.all([bench.tick(), bench.tick()]);
		expect([found(first), found(second)]).toEqual([delivered('1'), []]);
	});
});
