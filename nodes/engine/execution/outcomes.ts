import type { IBinaryKeyData, IDataObject, IExecuteFunctions, INode, INodeExecutionData } from 'n8n-workflow';
import { withCommas } from '../../../protocol/validation';
import { errorItem, nodeErrorOf, NodeFailure, nodeFailureOf, problemItem, type Where } from '../errors';
import type { Operation, OutputFile, Registry } from '../operations/operation';
import { labelOf, storedOperation } from '../operations/properties';
import { isCalledDirectly, isTool } from '../policy/sendPolicy';
import { isOpen, isRejected, type SendLog } from '../sending/sendLog';
import type { LoggedRequest } from '../sending/storedLog';

/** An item and what was asked of it; no operation where it could not, or need not, be read. */
interface AskedItem {
	item: number;
	operation?: Operation | undefined;
}

/** An item, whether it only says what it would send, and who was left out. */
interface ShownItem {
	item: number;
	isDryRun?: boolean;
	excluded?: string[];
}

const hasApproved = (data: unknown): boolean =>
	typeof data === 'object' && data !== null && 'approved' in data;

/** Whether an item has the answer to a question. */
const isAnswered = ({ outcome, approved, data }: IDataObject): boolean =>
	[outcome, approved].some((member) => member !== undefined) || hasApproved(data);

/** Members of outputs that are true where something was done, or shown. With another value, they are somebody else's. */
const successes = ['alreadySent', 'created', 'deleted', 'dryRun', 'markedAsRead', 'transferred', 'updated'];

/** Whether an item says that something was done: a message was sent, perhaps, or shown, somebody excluded, an account changed. */
const isDone = ({ accepted = false, added, excluded = [], outcome, ...members }: IDataObject): boolean =>
	accepted !== false ||
	successes.some((name) => members[name] === true) ||
	typeof added === 'number' ||
	(Array.isArray(excluded) && excluded.length > 0) ||
	outcome === 'excluded';

const asText = (value: unknown): string => (typeof value === 'string' ? value : '');

const passwordsOf = ({ fields }: Operation): string[] =>
	fields.flatMap(({ name, typeOptions }) => (typeOptions?.password === true ? [name] : []));

/** Whether a node takes a password from its input, perhaps: one that is an expression. Of an unknown operation, n8n drops it. */
function takesPassword(
	{ resources }: Registry,
	operation: Operation | undefined,
	{ parameters }: INode,
): boolean {
	if (operation === undefined)
		return resources.some(({ operations }) =>
			operations.some((possible) => passwordsOf(possible).length > 0),
		);
	return passwordsOf(operation).some((name) => asText(parameters[name]).startsWith('='));
}

/** Names the first entries of a list, and counts the others. */
export function firstOf(entries: readonly unknown[], maximum: number): string {
	const more = entries.length - maximum;
	const named = entries.slice(0, maximum).join(', ');
	return more > 0 ? `${named} and ${withCommas(more)} more` : named;
}

/**
 * Turns the failure of an item into one that says what was sent of it, where some of its requests were accepted.
 *
 * @param cause why the rest was not accepted
 * @param label the parameter that it is about, as the editor calls it
 */
export function partlySent(log: SendLog, item: number, cause: NodeFailure, label?: string): NodeFailure {
	const { requests = [], parts: partNames = [], key } = log.entryAt(item) ?? {};
	const total = Math.max(partNames.length, requests.length);
	const named = (isWanted: (request: LoggedRequest) => boolean): string[] =>
		requests.flatMap((request, number) =>
			isWanted(request) ? [partNames[number] ?? `request ${number + 1}`] : [],
		);
	const isAccepted = (request: LoggedRequest): boolean => !isOpen(request) && !isRejected(request);
	const accepted = named(isAccepted);
	const rejectedCount = requests.filter(isAccepted).reduce((count, { rejected = 0 }) => count + rejected, 0);
	const open = named(isOpen);
	const isCovered = open.length === 0 || cause.kind === 'unknown';
	if ((accepted.length === 0 && isCovered) || accepted.length === total) return cause;
	const listed = (what: string, entries: readonly string[], except = ''): string[] =>
		entries.length === 0 ? [] : [`${what}: ${firstOf(entries, 20)}${except}.`];
	const exceptRejected =
		rejectedCount > 0
			? `, except for rejected recipients (${withCommas(rejectedCount)}), who got no message`
			: '';
	const fitsEntry = log.fitsEntry(item);
	const reason = cause.message.replace(/\.$/, '');
	const retry =
		open.length > 0
			? 'Retries send nothing more. Check your SMSBOX account, then send the rest in a new execution.'
			: key === undefined
				? 'Retry On Fail and the first retry of this execution send only the rest. A new execution would send everything.'
				: 'Retry On Fail sends only the rest. In another execution, send the rest with another deduplication key.';
	const facts = [
		...listed('Accepted', accepted, exceptRejected),
		...listed(
			'References',
			requests.flatMap(({ references = [] }) => references),
		),
		...listed('Rejected', named(isRejected)),
		...listed('May have been sent', open),
		...listed('Not sent', partNames.slice(requests.length)),
		`Reason: ${label === undefined ? '' : `${label}: `}${reason}.`,
		...(partNames.length === 0
			? []
			: [
					`Recipients are counted${fitsEntry === true ? '' : ' as in the earlier list,'} without repeated and excluded ones.`,
				]),
	];
	return new NodeFailure({
		kind: 'partlySent',
		message: `Partly sent: ${accepted.length} of ${total} requests were accepted`,
		description: [
			...facts,
			fitsEntry === false ? 'Retries send nothing more. Send the rest in a new execution.' : retry,
		].join(' '),
		code: cause.code,
		isAccountLevel: cause.isAccountLevel,
		toModel: ['Do not send it again, not even to the rest. Tell the user what was sent.', ...facts].join(' '),
	});
}

/**
 * Collects what the items of a run come to. A failure becomes an error item where the node goes on after errors, and
 * otherwise ends the run; one of a dry run becomes a problem in its output. Of an item some of whose requests were accepted,
 * in whatever try, it says so.
 */
export class Outcomes {
	readonly outputs = new Map<number, INodeExecutionData[]>();
	/** Failures that end the run. */
	private readonly fatal: Array<{ failure: NodeFailure; where: Where }> = [];
	/** Items that were carried out, without those all of whose recipients were rejected. */
	private readonly done = new Set<number>();
	/** Items that send nothing, so that a failure of one stops no other. */
	readonly dryRuns = new Set<number>();
	/** How many of them have a problem. */
	problems = 0;

	constructor(
		private readonly context: IExecuteFunctions,
		private readonly registry: Registry,
		private readonly log: SendLog,
	) {}

	/** An item is done: its output makes one output item or several, paired with it. Returns them as they are put out. */
	complete(
		shownItem: ShownItem,
		output: IDataObject | IDataObject[],
		binary?: IBinaryKeyData,
	): IDataObject[] {
		if (![output].flat().some(({ accepted }) => accepted === false)) this.done.add(shownItem.item);
		return this.setOutput(shownItem, output, binary);
	}

	/** As {@link complete}, for an item that was not carried out. */
	setOutput(
		{ item, excluded = [], isDryRun = false }: ShownItem,
		output: IDataObject | IDataObject[],
		binary?: IBinaryKeyData,
	): IDataObject[] {
		const outputs = [output].flat().map((json) => ({
			...(isDryRun && { dryRun: true }),
			...json,
			...(excluded.length > 0 && { excluded }),
		}));
		this.outputs.set(
			item,
			outputs.map((json) => ({ json, pairedItem: { item }, ...(binary && { binary }) })),
		);
		return outputs;
	}

	/** Items have failed, all for the same reason. An error that nobody expects leaves open whether they were sent. */
	fail(failed: readonly AskedItem[], error: unknown): NodeFailure {
		const reason = nodeFailureOf(error, 'send');
		const items = this.context.getInputData().length;
		for (const { item, operation } of failed) {
			const isKnown = operation !== undefined && reason.field !== undefined;
			const label = isKnown ? labelOf(this.registry, operation, reason.field) : undefined;
			const failure = partlySent(this.log, item, reason, label);
			const where = { item, items, sends: operation?.sends };
			this.add(failure, failure === reason ? { ...where, label } : where, operation);
		}
		return reason;
	}

	/** Checks items, one after the other, until a failure ends the run. Returns those that passed: the others have failed. */
	async passing<Item extends AskedItem>(
		items: readonly Item[],
		check: (candidate: Item) => Promise<void>,
	): Promise<Item[]> {
		const passed: Item[] = [];
		for (const candidate of items) {
			if (this.isFatal()) break;
			await check(candidate).then(
				() => passed.push(candidate),
				(error: unknown) => this.fail([candidate], error),
			);
		}
		return passed;
	}

	/** The run can't go on: unless it ends anyway, the items that have no outcome yet have failed. */
	failRest(error: unknown): void {
		if (this.isFatal()) return;
		for (const item of this.context.getInputData().keys())
			if (!this.outputs.has(item)) this.fail([{ item }], error);
	}

	/** Whether a failure ends the run. */
	isFatal(): boolean {
		return this.fatal.length > 0;
	}

	/**
	 * n8n's error for the first failure that ends the run. A person may see nothing else, so it says also what happened to the
	 * other items, and what a retry does with them.
	 */
	fatalError(): Error | undefined {
		const { context, log, fatal, done, outputs } = this;
		const [first, ...laterFailures] = fatal.sort((a, b) => a.where.item - b.where.item);
		if (first === undefined) return undefined;
		const { failure, where } = first;
		const unknown = laterFailures.filter((later) => this.maySend(later.failure));
		const unknownItems = new Set(unknown.map((later) => later.where.item));
		const otherItems = [...context.getInputData().keys()].filter((item) => item !== where.item);
		const uncertain = new Set(otherItems.filter((item) => unknownItems.has(item) || log.isUnfinished(item)));
		const completed = [...done].filter((item) => !uncertain.has(item)).length;
		// Counted from 1, as `itemName` does.
		const numbers = [...uncertain].map((item) => item + 1);
		const isAllInvalid = fatal.every(({ failure: { kind } }) => kind === 'invalidInput');
		const isUntouched = outputs.size + uncertain.size === 0 && log.isEmpty;
		const isAllDone = otherItems.every((item) => outputs.has(item) || uncertain.has(item));
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
				uncertain.size > 0,
				`Other items were partly sent or have no known outcome: ${uncertain.size === 1 ? 'item' : 'items'} ${firstOf(numbers, 10)}. Check your SMSBOX account before sending them again.`,
			],
		];
		const noted = notes.reduce((error, [applies, note]) => (applies ? error.withNote(note) : error), failure);
		return nodeErrorOf(context, noted, where);
	}

	private add(reason: NodeFailure, where: Where, operation: Operation | undefined): void {
		const { context } = this;
		const failure = isTool(context) ? reason.forModel() : reason;
		if (context.getExecutionCancelSignal()?.aborted === true)
			this.fatal.push({ failure: failure.kind === 'unknown' ? failure.whenCanceled() : failure, where });
		else if (this.dryRuns.has(where.item) && !this.maySend(failure)) {
			this.problems += 1;
			this.outputs.set(where.item, [problemItem(reason, where)]);
		} else if (context.continueOnFail() || this.isForModel(failure))
			this.outputs.set(where.item, [this.itemOf(failure, where, operation)]);
		else this.fatal.push({ failure, where });
	}

	/** Whether something of the item may have been sent. In a dry run, which stays an error then, by an earlier attempt. */
	private maySend({ kind, isSafeToRetry }: NodeFailure): boolean {
		return kind === 'partlySent' || (kind === 'unknown' && !isSafeToRetry);
	}

	/**
	 * Behind an error output, n8n adds the fields of the paired item, unless the pairing is a plain number. Expressions resolve both
	 * alike, so an item that would say something false, or show a password, is paired by a number.
	 */
	private itemOf(failure: NodeFailure, where: Where, operation: Operation | undefined): INodeExecutionData {
		const item = errorItem(failure, where);
		const node = this.context.getNode();
		if (node.onError !== 'continueErrorOutput') return item;
		const json = this.context.getInputData()[where.item]?.json ?? {};
		const named = operation ?? storedOperation(this.registry, node);
		const isFalse = isDone(json) || (operation?.waits !== false && isAnswered(json));
		const isUnfit = isFalse || takesPassword(this.registry, named, node);
		return isUnfit ? { ...item, pairedItem: where.item } : item;
	}

	/** Of an error that is thrown, an agent that calls the node itself tells its model nothing at all. */
	private isForModel({ kind }: NodeFailure): boolean {
		const { retryOnFail = false } = this.context.getNode();
		const isEnded = kind === 'invalidInput' || kind === 'unknown' || kind === 'partlySent';
		return isCalledDirectly(this.context) && (!retryOnFail || isEnded);
	}
}

function notStored(): never {
	throw new NodeFailure({
		kind: 'notSent',
		message: 'The file was downloaded, but n8n could not store it',
		description: 'Check the disk space and binary data settings of n8n, then retry.',
	});
}

/** Hands a file to n8n. Throws a {@link NodeFailure} where it cannot be stored. */
export async function storeFile(
	{ helpers }: IExecuteFunctions,
	{ field, name, mimeType, bytes }: OutputFile,
): Promise<IBinaryKeyData> {
	// A view of the same bytes: a file may have 100 MB.
	const view = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
	return { [field]: await helpers.prepareBinaryData(view, name, mimeType).catch(notStored) };
}
