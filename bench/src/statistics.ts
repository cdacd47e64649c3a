/** What a figure came to in several rounds. */
export interface Summary {
	median: number;
	least: number;
	most: number;
	rounds: number;
}

/** @throws RangeError without samples */
export function summaryOf(samples: readonly number[]): Summary {
	if (samples.length === 0) throw new RangeError('There is no sample');
	const sorted = [...samples].sort((a, b) => a - b);
	const middle = sorted.length / 2;
	const pair = [sorted[Math.ceil(middle) - 1] ?? NaN, sorted[Math.floor(middle)] ?? NaN];
	return {
		median: pair.reduce((sum, value) => sum + value, 0) / 2,
		least: sorted[0] ?? NaN,
		most: sorted.at(-1) ?? NaN,
		rounds: sorted.length,
	};
}

/**
 * The ratio in each round, so that what slows a whole round down does not count.
 *
 * @throws RangeError for lists of different length
 */
export function ratiosOf(dividends: readonly number[], divisors: readonly number[]): number[] {
	if (dividends.length !== divisors.length) throw new RangeError('The two sets of samples differ in size');
	return dividends.map((dividend, round) => dividend / (divisors[round] ?? NaN));
}

/**
 * Measures several things in turn, round by round, every other round in reverse order: so that a machine that grows slower
 * or faster meanwhile does so for all of them. Gives the samples of each.
 */
export async function interleaved<Sample>(
	rounds: number,
	measures: ReadonlyArray<() => Promise<Sample>>,
): Promise<Sample[][]> {
	const all = measures.map((measure) => ({ measure, samples: new Array<Sample>() }));
	for (let round = 0; round < rounds; round++) {
		for (const { measure, samples } of round % 2 === 0 ? all : [...all].reverse())
			samples.push(await measure());
	}
	return all.map(({ samples }) => samples);
}
