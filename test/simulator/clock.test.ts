import fc from 'fast-check';

import { SimulatedClock } from '../../simulator/src/core/clock';
import { TaskQueue } from '../../simulator/src/core/taskQueue';
import { NOON, advance, eventually, state } from './support';

const BASE = NOON.getTime();
const stopped = (): SimulatedClock => new SimulatedClock({ startAt: BASE, speed: 0 });

describe('the simulated clock', () => {
	it('runs what falls due on the way, in order, each at its own moment', () => {
		const clock = stopped();
		const ran: string[] = [];
		const note = (name: string) => () => ran.push(`${name} at ${clock.now() - BASE}`);
		clock.schedule(BASE + 3_000, note('c'));
		clock.schedule(BASE + 1_000, note('a'));
		clock.schedule(BASE + 1_000, note('b'));
		clock.schedule(BASE + 9_000, note('d'));
		clock.advance(5_000);
		expect(ran).toEqual(['a at 1000', 'b at 1000', 'c at 3000']);
		expect(clock.now()).toBe(BASE + 5_000);
		clock.close();
	});

	it('runs what a task schedules within the same advance', () => {
		const clock = stopped();
		const ran: number[] = [];
		const again = (): void => {
			ran.push(clock.now() - BASE);
			clock.schedule(clock.now() + 1_000, again);
		};
		clock.schedule(BASE + 1_000, again);
		clock.advance(3_000);
		expect(ran).toEqual([1_000, 2_000, 3_000]);
		clock.close();
	});

	it('does not run what was taken back, nor anything once it is closed', () => {
		const clock = stopped();
		const ran: string[] = [];
		const cancel = clock.schedule(BASE + 1_000, () => ran.push('taken back'));
		clock.schedule(BASE + 2_000, () => ran.push('kept'));
		cancel();
		clock.advance(3_000);
		clock.schedule(BASE + 4_000, () => ran.push('after the end'));
		clock.close();
		clock.advance(3_000);
		expect(ran).toEqual(['kept']);
	});

	it('runs what is due already without being advanced, even while it stands still', async () => {
		const clock = stopped();
		const ran: string[] = [];
		clock.schedule(BASE - 1_000, () => ran.push('overdue'));
		await eventually(() => expect(ran).toEqual(['overdue']));
		clock.close();
	});

	it('runs faster than real time as it is told, and never backwards when its speed changes', async () => {
		const clock = new SimulatedClock({ startAt: BASE, speed: 100_000 });
		await eventually(() => expect(clock.now() - BASE).toBeGreaterThan(60_000));
		const before = clock.now();
		clock.setSpeed(0);
		const at = clock.now();
		expect(at).toBeGreaterThanOrEqual(before);
		await eventually(() => expect(clock.now()).toBe(at));
		clock.close();
	});

	it('fires by itself at the speed it has', async () => {
		const clock = new SimulatedClock({ startAt: BASE, speed: 10_000 });
		const ran: number[] = [];
		clock.schedule(BASE + 60_000, () => ran.push(clock.now() - BASE));
		await eventually(() => expect(ran).toEqual([60_000]));
		clock.close();
	});
});

describe('the queue of what is due', () => {
	it('gives everything back in order of time, then of arrival, less what was taken back', () => {
		const entry = fc.record({ due: fc.integer({ min: 0, max: 20 }), canceled: fc.boolean() });
		fc.assert(
			fc.property(fc.array(entry, { maxLength: 200 }), (entries) => {
				const queue = new TaskQueue();
				const ran: number[] = [];
				const cancels = entries.map(({ due }, index) => queue.add(due, () => ran.push(index)));
				entries.forEach(({ canceled }, index) => canceled && cancels[index]?.());
				for (let task = queue.take(20); task !== undefined; task = queue.take(20)) task.run();
				const expected = entries
					.map(({ due, canceled }, index) => ({ due, canceled, index }))
					.filter(({ canceled }) => !canceled)
					.sort((a, b) => a.due - b.due || a.index - b.index)
					.map(({ index }) => index);
				expect(ran).toEqual(expected);
			}),
		);
	});

	it('stays in order after thousands of tasks were taken back', () => {
		const queue = new TaskQueue();
		const kept: number[] = [];
		for (let index = 0; index < 5_000; index++) {
			const cancel = queue.add((index * 7_919) % 5_000, () => kept.push((index * 7_919) % 5_000));
			if (index % 10 !== 0) cancel();
		}
		for (let task = queue.take(Infinity); task !== undefined; task = queue.take(Infinity)) task.run();
		expect(kept).toHaveLength(500);
		expect(kept).toEqual([...kept].sort((a, b) => a - b));
	});
});

it('the clock of the control API is advanced by seconds', async () => {
	expect(await state()).toMatchObject({ now: '2027-01-13T11:00:00.000Z', speed: 0 });
	expect((await advance(90)).body).toEqual({ now: '2027-01-13T11:01:30.000Z', settled: true });
});
