import type { INodeExecutionData } from 'n8n-workflow';
import type { FailureKind } from '../errors';
import { nodeErrorOf } from '../errors';
import { firstOf } from '../sending/partlySent';
import type { Run } from './run';

/** What a person should know who sees only the error that ended the run: what a retry does with the other items. */
function afterRetry(kind: FailureKind): string[] {
	if (kind === 'partlySent') return [];
	if (kind !== 'unknown')
		return ['Retry On Fail and the first retry of this execution skip completed items.'];
	return [
		'A retry stops at this item again. Run the others in a new execution, or set On Error to Continue.',
	];
}

/** Items that are named one by one. */
const mostNamed = 10;

/** Counted from 1, as `itemName` does. */
const itemNumbers = (items: readonly number[]): string =>
	`${items.length === 1 ? 'item' : 'items'} ${firstOf(
		items.map((item) => item + 1),
		mostNamed,
	)}`;

/** n8n's error for the first failure that ends the run. Says also what nobody would learn of the other items. */
function fatalError({ context, log, outcomes }: Run): Error | undefined {
	const { fatal, done, outputs } = outcomes;
	const [first, ...others] = fatal.sort((a, b) => a.where.item - b.where.item);
	if (first === undefined) return undefined;
	const { failure, where } = first;
	const unknown = others.filter((other) => other.failure.kind === 'unknown' && !other.failure.isSafeToRetry);
	const named = new Set(unknown.map((other) => other.where.item));
	const open = [...context.getInputData().keys()].filter(
		(item) => item !== where.item && (named.has(item) || log.isOpen(item)),
	);
	const isInvalid = fatal.every(({ failure: { kind } }) => kind === 'invalidInput');
	const isNoneSent = where.sends === true && isInvalid && outputs.size === 0 && open.length === 0;
	const carriedOut = done === 1 ? 'One other item was' : `${done} other items were`;
	const notes = [
		...(isNoneSent ? ['No items were sent.'] : []),
		...(done > 0 && !failure.isSafeToRetry
			? [`${carriedOut} carried out.`, ...afterRetry(failure.kind)]
			: []),
		...(open.length > 0
			? [
					`Other items were partly sent or have no known outcome: ${itemNumbers(open)}. Check your SMSBOX account before sending them again.`,
				]
			: []),
	];
	return nodeErrorOf(
		context,
		notes.reduce((noted, note) => noted.withNote(note), failure),
		where,
	);
}

/** Ends a run. Returns all output in the order of the items, and throws the failure that ended it. */
export function outputItems(run: Run): INodeExecutionData[] {
	const { context, log, outcomes, hints } = run;
	context.addExecutionHints(...[...hints].map((message) => ({ message, location: 'outputPane' as const })));
	const failure = fatalError(run);
	const output = [...outcomes.outputs].sort(([a], [b]) => a - b).flatMap(([, items]) => items);
	// n8n runs a node that has returned once more only with Retry On Fail and an error in its first item.
	const canRepeat = context.getNode().retryOnFail === true && output[0]?.json.error !== undefined;
	log.end(failure === undefined && !canRepeat);
	if (failure !== undefined) throw failure;
	return output;
}
