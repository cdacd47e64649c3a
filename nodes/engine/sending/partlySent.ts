import { Failure } from '../failure';
import type { Progress } from './sendLog';

/** References that are named one by one. */
const mostNamed = 20;

/** Names the first entries of a list, and counts the others. */
export function firstOf(entries: readonly unknown[], most: number): string {
	const more = entries.length - most;
	const named = entries.slice(0, most).join(', ');
	return more > 0 ? `${named} and ${more.toLocaleString('en')} more` : named;
}

const listOf = (label: string, entries: readonly string[]): string[] =>
	entries.length === 0 ? [] : [`${label}: ${firstOf(entries, mostNamed)}.`];

function whatToDo({ unknown, fits }: Progress): string {
	if (fits === false) return 'A retry sends nothing more of it: send the rest in a new execution.';
	return unknown.length > 0
		? 'A retry sends nothing more of it. Check in your SMSBOX account what left, then send the rest in a new execution.'
		: 'Retry On Fail and the first retry of this execution send only the rest. A new execution would send everything.';
}

/**
 * Turns the failure of an item some of whose requests were accepted into one that says so.
 *
 * @param cause why the rest was not accepted
 * @param label the parameter that it is about, as the editor calls it
 */
export function partlySent(progress: Progress, cause: Failure, label?: string): Failure {
	const { total, accepted, references, unknown, rest, fits } = progress;
	if (accepted.length === total) return cause;
	const reason = cause.message.replace(/\.$/, '');
	return new Failure({
		kind: 'partlySent',
		message: `Partly sent: ${accepted.length} of ${total} requests were accepted`,
		description: [
			...listOf('Accepted', accepted),
			...listOf('References', references),
			...listOf('May have been sent', unknown),
			...listOf('Not sent', rest),
			`Reason: ${label === undefined ? '' : `${label}: `}${reason}.`,
			...(fits === true ? [] : ['Recipients are counted as in the earlier list.']),
			whatToDo(progress),
		].join(' '),
		code: cause.code,
		lasting: cause.lasting,
		toModel: `Do not send it again: tell the user that only ${accepted.length} of ${total} parts were sent.`,
	});
}
