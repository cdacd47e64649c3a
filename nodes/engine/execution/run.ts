import type { IDataObject, IExecuteData, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { NodeFailure } from '../errors';
import type { Account } from '../http/transport';
import type { RunLimits } from '../limits';
import type { AddHint, Registry } from '../operations/operation';
import { storedOperation } from '../operations/properties';
import { isReview, isTool } from '../policy/sendPolicy';
import type { KeyStore } from '../sending/keyStore';
import type { SendLog } from '../sending/sendLog';
import { messageFactsOf, type Outcome, type Question, questionIn, storeQuestion } from '../waiting/question';
import { waitAfterLimitMs } from '../waiting/waitFields';
import type { Outcomes } from './outcomes';

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

/** An execution waits for one answer. n8n's own nodes would ask for the first item only. */
export function checkOneQuestion(context: IExecuteFunctions): void {
	if (isTool(context) && !isReview(context))
		throw new NodeFailure({
			kind: 'invalidInput',
			message: 'A tool of an agent cannot wait for a response',
			description: 'Add the node as a review step of the tool, or wait in the workflow.',
		});
	const items = context.getInputData().length;
	if (items === 1) return;
	throw new NodeFailure({
		kind: 'invalidInput',
		message: `One item is asked at a time, and the input has ${items}`,
		description: 'Use Loop Over Items with a batch size of 1.',
	});
}

/** The run as n8n keeps it in its queue: another n8n may keep it otherwise. */
export const entryOf = (context: IExecuteFunctions): Partial<IExecuteData> | undefined =>
	context.getExecuteData();

/**
 * Gives this run, as n8n keeps it, a copy of its node. Once a question is answered or its time is over, n8n disables the node
 * object of the run, which all queued runs of the node share: without a copy, they would pass their items on unasked.
 *
 * @throws NodeFailure where n8n keeps another run than this one: what it would do then is unknown
 */
export function takeOwnNode(context: IExecuteFunctions): void {
	const entry = entryOf(context);
	const node = entry?.node;
	const item = entry?.data?.['main']?.[0]?.[0];
	if (entry && node && node.name === context.getNode().name && item === context.getInputData()[0]) {
		const copy = { ...node };
		if (Reflect.set(entry, 'node', copy) && entryOf(context)?.node === copy) return;
	}
	throw new NodeFailure({
		kind: 'notSent',
		message: 'Not sent: this n8n keeps waiting executions in an unknown way',
		description:
			'Another item could pass without a response. Update n8n and this package, or report it as a bug.',
	});
}

/** n8n 1 checks the signature of a resume URL only if it is told to. */
function requireSignature(context: object): void {
	const require: unknown = Reflect.get(context, 'setSignatureValidationRequired');
	if (typeof require === 'function') Reflect.apply(require, context, []);
}

/** Members of an item that are an answer, or that say of an earlier message whom it went to and whether it was sent. */
const ofOthers: ReadonlySet<string> = new Set([
	...['approved', 'answeredBy', 'data'],
	...['to', 'reference', 'accepted', 'alreadySent', 'dryRun'],
]);

/**
 * Returns what passes on where nobody answers in time: the input, without what n8n or a workflow would take for an answer, or for
 * this message's. Of a review, no input passes: all of it is the model's, and agents quote `chatInput` as feedback of the user's.
 */
function withoutAnswer(json: IDataObject, question: Question, isModels: boolean): IDataObject {
	const outcome: Outcome = 'noAnswer';
	const members = isModels ? [] : Object.entries(json);
	return {
		...Object.fromEntries(members.filter(([name]) => !ofOthers.has(name))),
		outcome,
		...messageFactsOf(question),
	};
}

/** Says of a question that wasn't asked, and is no error, why: for branches, which would take it for one without an answer. */
function withOutcome(item: INodeExecutionData): INodeExecutionData {
	if ('error' in item.json) return item;
	const outcome: Outcome = item.json['dryRun'] === true ? 'dryRun' : 'alreadySent';
	return { ...item, json: { outcome, ...item.json } };
}

/** What n8n keeps of the runs that this process has put to wait. */
const waitingEntries = new WeakSet();

/**
 * Returns the output of an item that an earlier attempt has completed. A question is never completed without its answer. The answer
 * is the input where an execution has crashed after it, and is retried with the saved workflow.
 *
 * @param sent the stored output
 */
export function restoredOutput(
	context: IExecuteFunctions,
	item: number,
	sent: IDataObject[],
): IDataObject[] | NodeFailure {
	const question = questionIn(context.getContext('node'));
	const entry = entryOf(context);
	// n8n has thrown after the node has returned: it waits nevertheless, and ignores the output.
	if (question === undefined || (entry && waitingEntries.has(entry))) return sent;
	const answer = context.getInputData()[item]?.json ?? {};
	const { answeredBy, reference } = answer;
	if (answeredBy !== undefined && reference !== undefined && reference === question.reference)
		return [answer];
	return new NodeFailure({
		kind: 'unknown',
		message: 'Not sent again: the answer to the earlier question is unknown',
		description: 'Look for the answer in the earlier execution. To ask again, start a new execution.',
	});
}

/**
 * Puts the execution to wait, if a question was accepted; all other output passes, of a question with its outcome. The node doesn't
 * run again when the wait ends: n8n passes on the input as it is now.
 */
export async function waitForAnswer(
	{ context, registry, askedQuestions }: Run,
	output: INodeExecutionData[],
): Promise<INodeExecutionData[]> {
	const [question] = askedQuestions;
	if (question === undefined) {
		const waits = storedOperation(registry, context.getNode())?.waits === true;
		return waits ? output.map(withOutcome) : output;
	}
	storeQuestion(context.getContext('node'), question);
	const [entry, [item]] = [entryOf(context), context.getInputData()];
	// Items and lists are also the output of the node before. With Execute Once, there are items that were not asked for.
	if (entry && item) {
		// Without the item's error, with which n8n would replace the output.
		const { json, binary, pairedItem } = item;
		const passing = { json: withoutAnswer(json, question, isReview(context)), ...(binary && { binary }) };
		entry.data = { ...entry.data, main: [[{ ...passing, ...(pairedItem !== undefined && { pairedItem }) }]] };
		waitingEntries.add(entry);
	}
	requireSignature(context);
	await context.putExecutionToWait(new Date(question.until + waitAfterLimitMs));
	// With the input here, n8n would run the node again where Retry On Fail meets an item with an error.
	return [{ json: {} }];
}

/** Ends a run. Returns all output in the order of the items, and throws the failure that ended it. */
export function outputItems(run: Run): INodeExecutionData[] {
	const { context, log, outcomes, hints } = run;
	context.addExecutionHints(...[...hints].map((message) => ({ message, location: 'outputPane' as const })));
	const failure = outcomes.fatalError();
	const output = [...outcomes.outputs].sort(([a], [b]) => a - b).flatMap(([, items]) => items);
	const { retryOnFail, onError } = context.getNode();
	// n8n runs a returned node again if its first item has an error, and it can throw where there is an error output.
	const canRepeat =
		onError === 'continueErrorOutput' || (retryOnFail === true && output[0]?.json.error !== undefined);
	log.end(failure !== undefined || canRepeat);
	if (failure !== undefined) throw failure;
	return output;
}
