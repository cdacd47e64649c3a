/** Draws histories from seeds, runs them, and shrinks those that fail. */
import * as fc from 'fast-check';
import type { History } from './history';
import { history } from './generate';
import { judge, type Violation } from './oracle';
import { runHistory } from './run';
import { showHistory, showTrace, showViolations } from './show';
import type { Trace } from './trace';

export interface Tried {
	history: History;
	trace: Trace;
	violations: Violation[];
}

export async function tryHistory(given: History): Promise<Tried> {
	const trace = await runHistory(given);
	return { history: given, trace, violations: judge(given, trace) };
}

/** The history of a seed. */
export function historyOf(seed: number): History {
	let drawn: History | undefined;
	const property = fc.property(history, (given) => {
		drawn = given;
	});
	fc.check(property, { seed, numRuns: 1, unbiased: true });
	if (drawn === undefined) throw new Error('Nothing was drawn');
	return drawn;
}

/** The smallest history that breaks the same rule. */
export async function shrink(seed: number, rule: string, tries = 400): Promise<Tried> {
	let smallest = await tryHistory(historyOf(seed));
	let left = tries;
	const property = fc.asyncProperty(history, async (given) => {
		if (left-- <= 0) return true;
		const tried = await tryHistory(given);
		const fails = tried.violations.some((violation) => violation.rule === rule);
		if (fails) smallest = tried;
		return !fails;
	});
	await fc.check(property, { seed, numRuns: 1, unbiased: true });
	return smallest;
}

export const report = (seed: number, { history: given, trace, violations }: Tried): string =>
	[`seed ${seed}`, showHistory(given), showTrace(trace), 'The oracle says:', showViolations(violations)].join(
		'\n',
	);
