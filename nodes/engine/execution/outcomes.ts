import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { isCalledDirectly, isTool } from '../policy/agentTool';
import { type NodeFailure, type FailureKind, nodeFailureOf } from '../errors';
import type { Registry } from '../operations/operation';
import { firstOf, partlySent } from '../sending/partlySent';
import type { SendLog } from '../sending/sendLog';
import { errorItem, nodeErrorOf } from '../nodeErrors';
import { type InvalidItem, whereOf } from './invalidItem';
import type { Ready } from './readItems';

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

/**
 * Collects what the items of a run come to. A failure becomes an error item where the node goes on after errors, and
 * otherwise ends the run. Of an item some of whose requests were accepted, in whatever try, it says so.
 */
export class Outcomes {
	private readonly items: number;
	private readonly outputs = new Map<number, INodeExecutionData[]>();
	private readonly fatal: InvalidItem[] = [];
	/** Items that were carried out. */
	private done = 0;

	constructor(
		private readonly context: IExecuteFunctions,
		private readonly registry: Registry,
		private readonly log: SendLog,
		private readonly signal: AbortSignal | undefined,
	) {
		this.items = context.getInputData().length;
	}

	/** An item is done. */
	put(item: number, output: INodeExecutionData[]): void {
		this.done += 1;
		this.outputs.set(item, output);
	}

	/** Items have failed, all for the same reason. */
	fail(failed: readonly Ready[], error: unknown): NodeFailure {
		const failure = nodeFailureOf(error, 'send');
		const { registry, items } = this;
		for (const { item, operation } of failed)
			this.reject({ failure, where: whereOf(failure, { registry, operation, item, items }) });
		return failure;
	}

	/** An item has failed that was not, or could not be, read. */
	reject({ failure: reason, where: given }: InvalidItem): void {
		const { context, signal } = this;
		const known = partlySent(this.log, given.item, reason, given.label);
		const where = known === reason ? given : { ...given, label: undefined };
		const failure = isTool(context) ? known.forModel() : known;
		const isStopped = signal?.aborted === true;
		if (!isStopped && (context.continueOnFail() || this.isForModel(failure)))
			this.outputs.set(where.item, [errorItem(failure, where)]);
		else
			this.fatal.push({
				failure: isStopped && failure.kind === 'unknown' ? failure.whenCanceled() : failure,
				where,
			});
	}

	/** Checks items, one after the other, until a failure ends the run. Returns those that passed: the others have failed. */
	async passing(ready: readonly Ready[], check: (one: Ready) => Promise<void>): Promise<Ready[]> {
		const passed: Ready[] = [];
		for (const one of ready) {
			if (this.isFatal()) break;
			await check(one).then(
				() => passed.push(one),
				(error: unknown) => this.fail([one], error),
			);
		}
		return passed;
	}

	/** The run can't go on: unless it ends anyway, the items that have no outcome yet have failed. */
	failRest(error: unknown): void {
		if (this.isFatal()) return;
		for (let item = 0; item < this.items; item++)
			if (!this.outputs.has(item))
				this.reject({ failure: nodeFailureOf(error, 'send'), where: { item, items: this.items } });
	}

	/** Whether a failure ends the run. */
	isFatal(): boolean {
		return this.fatal.length > 0;
	}

	/** All output in the order of the items. */
	partitionKeys(): INodeExecutionData[] {
		return [...this.outputs].sort(([a], [b]) => a - b).flatMap(([, output]) => output);
	}

	/** n8n's error for the first failure that ends the run. Says also what nobody would learn of the other items. */
	fatalError(): Error | undefined {
		const [first, ...others] = this.fatal.sort((a, b) => a.where.item - b.where.item);
		if (first === undefined) return undefined;
		const { failure, where } = first;
		const unknown = others.filter(
			(other) => other.failure.kind === 'unknown' && !other.failure.isSafeToRetry,
		);
		const named = new Set(unknown.map((other) => other.where.item));
		const open = Array.from({ length: this.items }, (_, item) => item).filter(
			(item) => item !== where.item && (named.has(item) || this.log.isOpen(item)),
		);
		const isInvalid = this.fatal.every(({ failure: { kind } }) => kind === 'invalidInput');
		const isNoneSent = where.sends === true && isInvalid && this.outputs.size === 0 && open.length === 0;
		const carriedOut = this.done === 1 ? 'One other item was' : `${this.done} other items were`;
		const notes = [
			...(isNoneSent ? ['No items were sent.'] : []),
			...(this.done > 0 && !failure.isSafeToRetry
				? [`${carriedOut} carried out.`, ...afterRetry(failure.kind)]
				: []),
			...(open.length > 0
				? [
						`Other items were partly sent or have no known outcome: ${itemNumbers(open)}. Check your SMSBOX account before sending them again.`,
					]
				: []),
		];
		return nodeErrorOf(
			this.context,
			notes.reduce((noted, note) => noted.withNote(note), failure),
			where,
		);
	}

	/** Of an error that is thrown, an agent that calls the node itself tells its model nothing at all. */
	private isForModel({ kind }: NodeFailure): boolean {
		const { retryOnFail = false } = this.context.getNode();
		const isEnded = kind === 'invalidInput' || kind === 'unknown' || kind === 'partlySent';
		return isCalledDirectly(this.context) && (!retryOnFail || isEnded);
	}
}
