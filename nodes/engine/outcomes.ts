import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { isCalledDirectly, isTool } from './agentTool';
import { type Failure, type FailureKind, failureOf } from './failure';
import { errorItem, nodeErrorOf, type Where } from './nodeError';
import type { Registry } from './operation';
import { type Ready, whereOf } from './plan';

/** What the items of a run come to. */
export interface Outcomes {
	/** An item is done. */
	put: (item: number, output: INodeExecutionData[]) => void;
	/** Items have failed, all for the same reason. */
	fail: (items: readonly Ready[], error: unknown) => Failure;
	/** An item could not even be read. */
	reject: (failure: Failure, where: Where) => void;
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
	return done === 0 || note === undefined ? failure : failure.withNote(note);
}

/**
 * Collects what the items of a run come to. A failure becomes an error item where the node goes on after errors, and
 * otherwise ends the run.
 */
export function createOutcomes(
	context: IExecuteFunctions,
	registry: Registry,
	signal: AbortSignal | undefined,
): Outcomes {
	const items = context.getInputData().length;
	const outputs = new Map<number, INodeExecutionData[]>();
	const fatal: Array<{ failure: Failure; where: Where }> = [];
	const isForAgent = isTool(context);
	const { retryOnFail = false } = context.getNode();
	// Of an error that is thrown, an agent that calls the node itself tells its model nothing at all.
	const tellsByItem = ({ kind }: Failure): boolean =>
		isCalledDirectly(context) && !(retryOnFail && isWorthARetry[kind]);
	const reject = (reason: Failure, where: Where): void => {
		const failure = isForAgent ? reason.forModel() : reason;
		if ((context.continueOnFail() || tellsByItem(failure)) && signal?.aborted !== true) {
			outputs.set(where.item, [errorItem(failure, where)]);
		} else {
			fatal.push({ failure, where });
		}
	};
	return {
		put: (item, output) => outputs.set(item, output),
		fail(failed, error) {
			const failure = failureOf(error, 'send');
			for (const { item, operation } of failed) {
				reject(failure, whereOf(failure, { registry, operation, item, items }));
			}
			return failure;
		},
		reject,
		isFatal: () => fatal.length > 0,
		inOrder() {
			const [first] = fatal.sort((a, b) => a.where.item - b.where.item);
			if (first) throw nodeErrorOf(context, withProgress(first.failure, outputs.size), first.where);
			return [...outputs].sort(([a], [b]) => a - b).flatMap(([, output]) => output);
		},
	};
}
