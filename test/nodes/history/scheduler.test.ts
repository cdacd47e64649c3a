/** The trigger under n8n 2's scheduler for polling triggers (N8N_SCHEDULER_POLL_TRIGGERS_ENABLED). */
import { benchForEachTest, delivered, found, minute } from './bench';

const bench = benchForEachTest();

describe.each([
	['the default time', 36_000],
	['8 minutes', 8 * minute],
])('a poll on schedule that may take %s', (_what, budget) => {
	beforeEach(async () => {
		await bench.open(true, { budget });
		await bench.publish(minute);
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
