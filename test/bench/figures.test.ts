import fc from 'fast-check';
import { atLeast, atMost, exactly, isMet, lineOf, tell } from '../../bench/src/figures';
import { interleaved, ratiosOf, summaryOf } from '../../bench/src/statistics';

describe('a summary', () => {
	it('has the median, and the least and the most of all rounds, in whatever order they came', () => {
		expect(summaryOf([5, 1, 3])).toEqual({ median: 3, least: 1, most: 5, rounds: 3 });
		expect(summaryOf([4, 1, 3, 2])).toEqual({ median: 2.5, least: 1, most: 4, rounds: 4 });
		expect(() => summaryOf([])).toThrow(RangeError);
	});

	it('has as many samples above the median as below it', () => {
		fc.assert(
			fc.property(fc.array(fc.integer(), { minLength: 1 }), (samples) => {
				const { median } = summaryOf(samples);
				const above = samples.filter((sample) => sample > median).length;
				const below = samples.filter((sample) => sample < median).length;
				expect(above).toBeLessThanOrEqual(samples.length / 2);
				expect(below).toBeLessThanOrEqual(samples.length / 2);
			}),
		);
	});
});

describe('ratios', () => {
	it('are those of each round: a round that is slow for both sides changes nothing', () => {
		expect(ratiosOf([10, 100, 20], [5, 50, 10])).toEqual([2, 2, 2]);
		expect(() => ratiosOf([1, 2], [1])).toThrow(RangeError);
	});
});

describe('interleaved rounds', () => {
	it('measure in turn, every other round backwards, and keep the samples of each apart', async () => {
		const order: string[] = [];
		const measure = (name: string) => async () => `${name}${order.push(name)}`;
		const samples = await interleaved(3, [measure('a'), measure('b')]);
		expect(order).toEqual(['a', 'b', 'b', 'a', 'a', 'b']);
		expect(samples).toEqual([
			['a1', 'a4', 'a5'],
			['b2', 'b3', 'b6'],
		]);
	});
});

describe('a figure', () => {
	const name = 'Their time ÷ ours';

	it.each([
		[atLeast(10), [9, 10, 30], true],
		[atLeast(10), [9.99], false],
		[atMost(2.5), [2.5], true],
		[atMost(2.5), [2.6, 2.6, 1], false],
		[exactly(1), [1], true],
		[exactly(1), [2], false],
		[undefined, [1], true],
	])('with the goal %j is judged by the median of %j: %s', (goal, samples, met) => {
		expect(isMet({ name, samples, ...(goal && { goal }) })).toBe(met);
	});

	it('is told with its goal and its spread, and with a word where the goal is missed', () => {
		expect(lineOf({ name, samples: [9, 12.345, 20], goal: atLeast(10, 20) })).toBe(
			'Their time ÷ ours: 12.35 (≥ 10, aim 20) [9.00 to 20.00 in 3 rounds]',
		);
		expect(lineOf({ name, samples: [50], unit: 'ms', digits: 0, goal: atMost(40) })).toBe(
			'Their time ÷ ours: 50 ms (≤ 40 ms) MISSED',
		);
		expect(lineOf({ name, samples: [1234.5], unit: 'a second', digits: 0 })).toBe(
			'Their time ÷ ours: 1,235 a second',
		);
	});

	it('is told for a table: whether its goal is met stands there only where there is one', () => {
		expect(tell({ name, samples: [1], goal: exactly(2) })).toMatchObject({
			goal: '= 2',
			met: 'no',
			spread: '',
		});
		expect(tell({ name, samples: [1] })).toMatchObject({ goal: '', met: '' });
	});
});
