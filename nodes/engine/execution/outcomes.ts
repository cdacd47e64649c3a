import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { isCalledDirectly, isTool } from '../policy/agentTool';
import { type Failure, type FailureKind, failureOf, unknownFailure } from '../failure';
import { errorItem, nodeErrorOf, type Where } from './nodeError';
import type { Operation, Registry } from '../operations/operation';
import { type Ready, type Reject, whereOf } from './plan';

/** What the items of a run come to. */
export interface Outcomes {
	/** An item is done. */
	put: (item: number, output: INodeExecutionData[]) => void;
	/** Items have failed, all for the same reason, which also says what earlier tries have sent. */
	fail: (items: readonly Ready[], error: unknown) => Failure;
	/** Items have failed before it was looked up what earlier tries have sent. */
	failBefore: (items: readonly Ready[], error: unknown) => void;
	/** An item could not even be read. */
	reject: (reject: Reject) => void;
	/** A fault of this package: unless the run ends anyway, the items that have come to nothing yet have failed. */
	failRest: (error: unknown) => void;
	/** Whether a failure ends the run. */
	isFatal: () => boolean;
	/** All output in the order of the items; throws n8n's error for the first failure that ends the run. */
	inOrder: () => INodeExecutionData[];
}

const memoryLasts = 'Retry On Fail and the first retry of this execution';

/** What a person should know who sees only the error that ended the run: what becomes of the other items. */
const progressNotes: Record<FailureKind, (done: string) => string | undefined> = {
	input: () => undefined,
	notSent: (done) => `${done} carried out. ${memoryLasts} do only the rest.`,
	refused: (done) => `${done} carried out. ${memoryLasts} do only the rest.`,
	unknown: (done) =>
		`${done} carried out. A retry stops at this item again: run the others in a new execution, or set On Error to Continue.`,
};

/** Whether a retry may come out differently. */
const isWorthARetry: Record<FailureKind, boolean> = {
	input: false,
	notSent: true,
	refused: true,
	unknown: false,
};

function withProgress(failure: Failure, done: number): Failure {
	const note = progressNotes[failure.kind](done === 1 ? 'One other item was' : `${done} other items were`);
	return done === 0 || failure.harmless || note === undefined ? failure : failure.withNote(note);
}

/** Items that are named one by one. */
const mostNamed = 10;

/** What nobody would learn of other items: the error that ends the run is about the first that failed. */
function withOpen(failure: Failure, open: readonly number[]): Failure {
	if (open.length === 0) return failure;
	const more = open.length - mostNamed;
	const named = open.slice(0, mostNamed).join(', ');
	const which = more > 0 ? `${named} and ${more.toLocaleString('en')} more` : named;
	return failure.withNote(
		`Of other items it is not known whether they were carried out, counted from 0: ${which}. Check them in your SMSBOX account before you run them again; a retry does not repeat them.`,
	);
}

/** An earlier try may have sent what this one could not even begin: nobody must take it for not sent. */
function afterEarlierTry(
	failure: Failure,
	label: string | undefined,
	operation: Operation | undefined,
): Failure {
	const ended = label === undefined ? failure.message : `${label}: ${failure.message}`;
	return unknownFailure(
		operation?.sends === false ? 'change' : 'send',
		'an earlier try was accepted or has no known outcome, and this one ended before',
		`This one ended with: ${ended.replace(/\.$/, '')}.`,
	);
}

/**
 * Collects what the items of a run come to. A failure becomes an error item where the node goes on after errors, and
 * otherwise ends the run.
 *
 * @param tried the items of which an earlier try was accepted, or may have been
 */
export function createOutcomes(
	context: IExecuteFunctions,
	registry: Registry,
	signal: AbortSignal | undefined,
	tried: ReadonlySet<number>,
): Outcomes {
	const items = context.getInputData().length;
	const outputs = new Map<number, INodeExecutionData[]>();
	const fatal: Array<{ failure: Failure; where: Where }> = [];
	const isForAgent = isTool(context);
	const { retryOnFail = false } = context.getNode();
	// Of an error that is thrown, an agent that calls the node itself tells its model nothing at all.
	const tellsByItem = ({ kind }: Failure): boolean =>
		isCalledDirectly(context) && !(retryOnFail && isWorthARetry[kind]);
	const settle = (reason: Failure, where: Where): void => {
		const failure = isForAgent ? reason.forModel() : reason;
		if ((context.continueOnFail() || tellsByItem(failure)) && signal?.aborted !== true) {
			outputs.set(where.item, [errorItem(failure, where)]);
		} else {
			const isOpenAtStop = signal?.aborted === true && failure.kind === 'unknown';
			fatal.push({ failure: isOpenAtStop ? failure.whenCanceled() : failure, where });
		}
	};
	const reject = ({ failure, where, operation }: Reject): void => {
		const { item } = where;
		if (tried.has(item)) settle(afterEarlierTry(failure, where.label, operation), { item, items });
		else settle(failure, where);
	};
	const rejectsOf = (failure: Failure, failed: readonly Ready[]): Reject[] =>
		failed.map(({ item, operation }) => ({
			failure,
			where: whereOf(failure, { registry, operation, item, items }),
			operation,
		}));
	return {
		put: (item, output) => outputs.set(item, output),
		fail(failed, error) {
			const failure = failureOf(error, 'send');
			for (const { where } of rejectsOf(failure, failed)) settle(failure, where);
			return failure;
		},
		failBefore(failed, error) {
			rejectsOf(failureOf(error, 'send'), failed).forEach(reject);
		},
		reject,
		failRest(error) {
			if (fatal.length > 0) return;
			for (let item = 0; item < items; item++) {
				if (!outputs.has(item)) settle(failureOf(error, 'send'), { item, items });
			}
		},
		isFatal: () => fatal.length > 0,
		inOrder() {
			const [first, ...others] = fatal.sort((a, b) => a.where.item - b.where.item);
			if (first) {
				const open = others.flatMap(({ failure: { kind, harmless }, where }) =>
					kind === 'unknown' && !harmless ? [where.item] : [],
				);
				throw nodeErrorOf(context, withOpen(withProgress(first.failure, outputs.size), open), first.where);
			}
			return [...outputs].sort(([a], [b]) => a - b).flatMap(([, output]) => output);
		},
	};
}
