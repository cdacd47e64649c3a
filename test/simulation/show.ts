/** A failing history, for people. */
import { numberOfPerson, type History, type Item } from './history';
import type { Violation } from './oracle';
import type { Trace } from './trace';

const peopleIn = (to: readonly number[]): string => to.map((one) => `p${one}`).join('+');

function itemLine(item: Item, round: number, index: number): string {
	const { to, later, text, key, bad, dry, second } = item;
	return [
		`  item ${round}.${index}`,
		`to ${peopleIn(to)} (later ${peopleIn(later)})`,
		`text T${text}`,
		...(key === undefined ? [] : [`key ${key}`]),
		...(dry ? ['dry'] : []),
		...(second ? ['second account'] : []),
		...(bad === undefined ? [] : [`bad ${bad}`]),
	].join(' | ');
}

const setIn = (flags: object): string =>
	Object.entries(flags)
		.filter(([, value]) => value !== false && value !== undefined)
		.map(([name, value]) => (value === true ? name : `${name}=${JSON.stringify(value)}`))
		.join(' ');

export function showHistory(history: History): string {
	const { channel, runs, rounds, turns, options, clocks, faults, interruption, steps, schedule } = history;
	const { onError, retryOnFail, loopsBack, throwsAfter, twin } = history;
	return [
		`${channel} as ${runs} | ${setIn({ ...options, onError, retryOnFail, loopsBack, throwsAfter, twin })} | changes with time: ${setIn(clocks) || 'nothing'}`,
		...rounds.flatMap((items, round) => items.map((item, index) => itemLine(item, round, index))),
		...turns.map(
			(calls, turn) =>
				`  turn ${turn}: ${calls.map(({ to, text, format, isReversed, isExplained }) => `${peopleIn(to)} T${text} format ${format}${isReversed ? ' reversed' : ''}${isExplained ? ' explained' : ''}`).join(' | ')}`,
		),
		...faults.map((fault) => `  fault ${setIn(fault)}`),
		...(interruption === undefined ? [] : [`  ${setIn(interruption)}`]),
		...steps.map(
			({ kind, edit, interruption: ending }) =>
				`  then ${kind} ${setIn(edit)} ${ending ? setIn(ending) : ''}`,
		),
		`  schedule ${schedule}; p0 is ${numberOfPerson(0)}`,
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
