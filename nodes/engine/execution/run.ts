import type { IContextObject, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { type Account, readAccounts } from '../http/accounts';
import type { RunLimits } from '../limits';
import type { AddHint, Registry } from '../operations/operation';
import type { Question } from '../waiting/question';
import { isReview, isTool } from '../policy/agentTool';
import { KeyStore } from '../sending/keyStore';
import { SendLog } from '../sending/sendLog';
import { Outcomes } from './outcomes';
import { nodeErrorOf } from '../errors';
import { firstOf } from '../sending/partlySent';

/** One run of a node: what its stages share. */
export interface Run {
	context: IExecuteFunctions;
	registry: Registry;
	limits: RunLimits;
	log: SendLog;
	keys: KeyStore;
	outcomes: Outcomes;
	/** By item: what it sends with. */
	accountOf: (item: number) => Account;
	/** The question that was accepted, of which there is one at most. */
	askedQuestions: Question[];
	hints: ReadonlySet<string>;
	addHint: AddHint;
}

/** Where n8n runs a node outside of an execution (a tool of its MCP server), there is nothing that could be kept. */
function contextOf(context: IExecuteFunctions): IContextObject {
	try {
		return context.getContext('node');
	} catch {
		return {};
	}
}

/** Starts a run: nothing is known of its items yet. */
export async function startRun(
	context: IExecuteFunctions,
	registry: Registry,
	limits: RunLimits,
): Promise<Run> {
	const isForModel = isTool(context) && !isReview(context);
	const log = new SendLog(contextOf(context), {
		// It distinguishes a retry of the same run from the next round of a loop.
		run: isForModel ? undefined : Number(context.getWorkflowDataProxy(0).$runIndex) || 0,
		items: context.getInputData().length,
	});
	const hints = new Set<string>();
	return {
		context,
		registry,
		limits,
		log,
		keys: new KeyStore(context, limits),
		outcomes: new Outcomes(context, registry, log),
		accountOf: await readAccounts(context),
		askedQuestions: [],
		hints,
		addHint: (hint) => void hints.add(hint),
	};
}

/**
 * n8n's error for the first failure that ends the run. A person may see nothing else, so it says also what happened to the
 * other items, and what a retry does with them.
 */
function fatalError({ context, log, outcomes }: Run): Error | undefined {
	const { fatal, done, outputs } = outcomes;
	const [first, ...laterFailures] = fatal.sort((a, b) => a.where.item - b.where.item);
	if (first === undefined) return undefined;
	const { failure, where } = first;
	const unknown = laterFailures.filter(
		(later) => later.failure.kind === 'unknown' && !later.failure.isSafeToRetry,
	);
	const unknownItems = new Set(unknown.map((later) => later.where.item));
	const uncertain = [...context.getInputData().keys()].filter(
		(item) => item !== where.item && (unknownItems.has(item) || log.isUnfinished(item)),
	);
	const uncertainItems = new Set(uncertain);
	const completed = [...done].filter((item) => !uncertainItems.has(item)).length;
	// Counted from 1, as `itemName` does.
	const numbers = uncertain.map((item) => item + 1);
	const isAllInvalid = fatal.every(({ failure: { kind } }) => kind === 'invalidInput');
	const isUntouched = outputs.size + uncertain.length === 0 && log.isEmpty;
	const isAllDone = [...context.getInputData().keys()].every(
		(item) => item === where.item || outputs.has(item) || uncertainItems.has(item),
	);
	// Where a retry is safe anyway, the others need no word.
	const hasCompleted = completed > 0 && !failure.isSafeToRetry;
	const skipsCompleted = failure.kind !== 'unknown' && failure.kind !== 'partlySent';
	const notes: ReadonlyArray<readonly [applies: boolean, note: string]> = [
		[where.sends === true && isAllInvalid && isUntouched, 'No items were sent.'],
		[
			hasCompleted,
			`${completed === 1 ? 'One other item was' : `${completed} other items were`} carried out.`,
		],
		[
			hasCompleted && failure.kind === 'unknown',
			isAllDone
				? 'A retry stops at this item again.'
				: 'A retry stops at this item again. Run the items that were not carried out in a new execution, or set On Error to Continue.',
		],
		[
			hasCompleted && skipsCompleted,
			'Retry On Fail and the first retry of this execution skip completed items.',
		],
		[
			uncertain.length > 0,
			`Other items were partly sent or have no known outcome: ${uncertain.length === 1 ? 'item' : 'items'} ${firstOf(numbers, 10)}. Check your SMSBOX account before sending them again.`,
		],
	];
	const noted = notes.reduce((error, [applies, note]) => (applies ? error.withNote(note) : error), failure);
	return nodeErrorOf(context, noted, where);
}

/** Ends a run. Returns all output in the order of the items, and throws the failure that ended it. */
export function outputItems(run: Run): INodeExecutionData[] {
	const { context, log, outcomes, hints } = run;
	context.addExecutionHints(...[...hints].map((message) => ({ message, location: 'outputPane' as const })));
	const failure = fatalError(run);
	const output = [...outcomes.outputs].sort(([a], [b]) => a - b).flatMap(([, items]) => items);
	const { retryOnFail, onError } = context.getNode();
	// n8n runs a returned node again if its first item has an error, and it can throw where there is an error output.
	const canRepeat =
		onError === 'continueErrorOutput' || (retryOnFail === true && output[0]?.json.error !== undefined);
	log.end(failure !== undefined || canRepeat);
	if (failure !== undefined) throw failure;
	return output;
}
