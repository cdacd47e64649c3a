/** A failing history, for people. */
import { numberOfPerson, type Call, type History, type Item } from './history';
import type { Violation } from './oracle';
import type { Trace } from './trace';

const peopleIn = (to: readonly number[]): string => to.map((one) => `p${one}`).join('+');

const setIn = (flags: object): string =>
	Object.entries(flags)
		.filter(([, value]) => value !== false && value !== undefined)
		.map(([name, value]) => (value === true ? name : `${name}=${JSON.stringify(value)}`))
		.join(' ');

const itemLine = ({ to, later, ...own }: Item, round: number, index: number): string =>
	`  item ${round}.${index} to ${peopleIn(to)} (later ${peopleIn(later)}) ${setIn(own)}`;

const callLine = ({ to, ...own }: Call): string => `${peopleIn(to)} ${setIn(own)}`;

export function showHistory(history: History): string {
	const { rounds, turns, faults, interruption, steps, options, clocks, limits, ...own } = history;
	return [
		`${setIn({ ...own, ...options })} | changes with time: ${setIn(clocks) || 'nothing'}`,
		...rounds.flatMap((items, round) => items.map((item, index) => itemLine(item, round, index))),
		...turns.map((calls, turn) => `  turn ${turn}: ${calls.map(callLine).join(' | ')}`),
		...faults.map((fault) => `  fault ${setIn(fault)}`),
		`  ${setIn(interruption ?? {})}`,
		...steps.map(({ kind, edit, interruption: end }) => `  then ${kind} ${setIn(edit)} ${setIn(end ?? {})}`),
		`  ${setIn(limits)}; p0 is ${numberOfPerson(0)}`,
	].join('\n');
}

/** What happened, as far as it fits. */
export function showTrace({ executions, attempts, requests }: Trace): string {
	return [
		...executions.map(
			({ kind, status, parent }, index) =>
				`  execution ${index}: ${kind}${parent === undefined ? '' : ` of ${parent}`}, ${status}`,
		),
		...requests.map(
			({ execution, attempt, fault, numbers, taken }) =>
				`  request of try ${attempt} (${execution}) to ${numbers.length}: ${fault ?? 'ok'}; taken ${taken.join(', ') || 'nothing'}`,
		),
		...attempts.map(
			({ output, error, execution }, index) =>
				`  try ${index} (${execution}): ${error ? `${error.message} | ${error.description}` : JSON.stringify(output?.map(({ json }) => json))}`,
		),
	]
		.join('\n')
		.slice(0, 6_000);
}

export const showViolations = (violations: readonly Violation[]): string =>
	violations
		.slice(0, 10)
		.map(({ rule, says }) => `  ${rule}: ${says}`)
		.join('\n');
