import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { isCalledDirectly, isTool } from '../policy/agentTool';
import { type Failure, type FailureKind, failureOf } from '../failure';
import type { Registry } from '../operations/operation';
import { firstOf, partlySent } from '../sending/partlySent';
import type { SendLog } from '../sending/sendLog';
import { errorItem, nodeErrorOf, type Where } from './nodeError';
import { type Ready, type Reject, whereOf } from './plan';

/** What the items of a run come to. */
export interface Outcomes {
	/** An item is done. */
	put: (item: number, output: INodeExecutionData[]) => void;
	/** Items have failed, all for the same reason. */
	fail: (items: readonly Ready[], error: unknown) => Failure;
	/** An item has failed that was not read. */
	failItem: (item: number, failure: Failure) => void;
	/** An item could not even be read. */
	reject: (reject: Reject) => void;
	/** A fault of this package: unless the run ends anyway, the items that have come to nothing yet have failed. */
	failRest: (error: unknown) => void;
	/** Whether a failure ends the run. */
	isFatal: () => boolean;
	/** All output in the order of the items; throws n8n's error for the first failure that ends the run. */
	inOrder: () => INodeExecutionData[];
}

/** What a person should know who sees only the error that ended the run: what a retry does with the other items. */
const retryOf: Record<FailureKind, string> = {
	input: 'Retry On Fail and the first retry of this execution do only the rest.',
	notSent: 'Retry On Fail and the first retry of this execution do only the rest.',
	refused: 'Retry On Fail and the first retry of this execution do only the rest.',
	partlySent: '',
	unknown:
		'A retry stops at this item again: run the others in a new execution, or set On Error to Continue.',
};

function withProgress(failure: Failure, done: number): Failure {
	if (done === 0 || failure.harmless) return failure;
	const others = done === 1 ? 'One other item was' : `${done} other items were`;
	return failure.withNote(`${others} carried out. ${retryOf[failure.kind]}`.trim());
}

/** Items that are named one by one. */
const mostNamed = 10;

/** What nobody would learn of other items: the error that ends the run is about the first that failed. */
function withOpen(failure: Failure, open: readonly number[]): Failure {
	if (open.length === 0) return failure;
	const which = firstOf(open, mostNamed);
	return failure.withNote(
		`Other items were partly sent or have no known outcome, counted from 0: ${which}. Check them in your SMSBOX account before you send them again.`,
	);
}

/**
 * Collects what the items of a run come to. A failure becomes an error item where the node goes on after errors, and
 * otherwise ends the run. Of an item some of whose requests were accepted, in whatever try, it says so.
 */
export function createOutcomes(
	context: IExecuteFunctions,
	registry: Registry,
	signal: AbortSignal | undefined,
	log: SendLog,
): Outcomes {
	const items = context.getInputData().length;
	const outputs = new Map<number, INodeExecutionData[]>();
	const fatal: Array<{ failure: Failure; where: Where }> = [];
	const isForAgent = isTool(context);
	const { retryOnFail = false } = context.getNode();
	// Of an error that is thrown, an agent that calls the node itself tells its model nothing at all.
	const tellsByItem = ({ kind }: Failure): boolean =>
		isCalledDirectly(context) && !(retryOnFail && !['input', 'unknown'].includes(kind));
	const settle = (reason: Failure, given: Where): void => {
		const progress = log.progressOf(given.item);
		const known = progress === undefined ? reason : partlySent(progress, reason, given.label);
		const where = known === reason ? given : { ...given, label: undefined };
		const failure = isForAgent ? known.forModel() : known;
		if ((context.continueOnFail() || tellsByItem(failure)) && signal?.aborted !== true) {
			outputs.set(where.item, [errorItem(failure, where)]);
		} else {
			const isOpenAtStop = signal?.aborted === true && failure.kind === 'unknown';
			fatal.push({ failure: isOpenAtStop ? failure.whenCanceled() : failure, where });
		}
	};
	return {
		put: (item, output) => outputs.set(item, output),
		fail(failed, error) {
			const failure = failureOf(error, 'send');
			for (const { item, operation } of failed) {
				settle(failure, whereOf(failure, { registry, operation, item, items }));
			}
			return failure;
		},
		failItem: (item, failure) => settle(failure, { item, items }),
		reject: ({ failure, where }) => settle(failure, where),
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
					['partlySent', 'unknown'].includes(kind) && !harmless ? [where.item] : [],
				);
				throw nodeErrorOf(context, withOpen(withProgress(first.failure, outputs.size), open), first.where);
			}
			return [...outputs].sort(([a], [b]) => a - b).flatMap(([, output]) => output);
		},
	};
}
