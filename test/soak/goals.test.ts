import { isMet } from '../../bench/src/figures';
import { figuresOf, memoryBySixths, type Measured, type MemorySample } from './goals';
import type { Problem } from './ledger';

const minutes = 60;

/** A sample each 10 s. @param megabytes by the second */
const memoryOf = (megabytes: (second: number) => number): MemorySample[] =>
	Array.from({ length: minutes * 6 }, (_, index) => ({
		seconds: index * 10,
		megabytes: megabytes(index * 10),
	}));

const good: Measured = {
	minutes,
	memory: memoryOf(() => 500),
	staticBytes: new Map([
		['history', 45_000],
		['reports', 5_000],
	]),
	mostExecutions: 1_500,
	refused: 0,
	failed: 0,
	problems: [],
	busy: 0.4,
};

const missed = (change: Partial<Measured>): string[] =>
	figuresOf({ ...good, ...change })
		.filter((one) => !isMet(one))
		.map(({ name }) => name);

const problem = (kind: Problem['problem']): Problem => ({
	problem: kind,
	fact: 'message',
	order: '1',
	traffic: 'Sends',
});

/** Grows after the warm-up, by so many percent until the end. */
const growing = (percent: number): MemorySample[] =>
	memoryOf((second) => 500 * (1 + (percent / 100) * Math.max(0, (second - 600) / 3_000)));

it('a good run meets every goal', () => {
	expect(missed({})).toEqual([]);
});

it.each<[string, Partial<Measured>, string]>([
	['a fact is lost', { problems: [problem('lost')] }, 'Lost'],
	['a message is counted twice', { problems: [problem('twice')] }, 'Twice'],
	['a message is unexpected', { problems: [problem('unexpected')] }, 'Unexpected'],
	['n8n does not accept an order', { refused: 1 }, 'Submissions that n8n did not accept'],
	['an execution fails', { failed: 1 }, 'Executions that failed'],
	['memory grows', { memory: growing(10) }, 'Memory of n8n, last ÷ second sixth of the time'],
	['static data grows', { staticBytes: new Map([['reports', 8_001]]) }, 'Static data, reports'],
	[
		'the static data of polls grows',
		{ staticBytes: new Map([['history', 1_587_601]]) },
		'Static data, history',
	],
	['nothing is pruned', { mostExecutions: 30_000 }, 'Stored executions, the most'],
])('a run fails where %s', (_, change, name) => {
	expect(missed(change)).toEqual([name]);
});

describe('memory', () => {
	it('may grow a little, and as much as it needs in the warm-up', () => {
		expect(missed({ memory: growing(5) })).toEqual([]);
		expect(missed({ memory: memoryOf((second) => (second < 600 ? second : 600)) })).toEqual([]);
	});

	it('is shown but not judged in a short run', () => {
		const short = growing(10).map(({ seconds, megabytes }) => ({ seconds: seconds / 12, megabytes }));
		expect(missed({ memory: short, minutes: 5 })).toEqual([]);
		const judged = growing(10).map(({ seconds, megabytes }) => ({ seconds: seconds / 10, megabytes }));
		expect(missed({ memory: judged, minutes: 6 })).toHaveLength(1);
	});

	it('is the median of each sixth of the time', () => {
		const steps = memoryOf((second) => 100 + Math.floor(second / 600));
		const peak = { seconds: 5, megabytes: 9_000 };
		expect(memoryBySixths({ minutes, memory: [peak, ...steps] })).toEqual([100, 101, 102, 103, 104, 105]);
	});
});
