import type { ICheckProcessedOptions, IExecuteFunctions, INodeProperties } from 'n8n-workflow';
import { InvalidInput } from '../../../protocol/errors';
import { tooLong, withCommas } from '../../../protocol/validation';
import { itemName, NodeFailure, unknownFailure } from '../errors';
import type { RunLimits } from '../limits';
import { exportedWords, hasNoCharacter, sheetErrors } from '../operations/expressions/code';
import type { Reader } from '../operations/reader';
import { hashOf } from './messageIdentity';

export const deduplicationKeyName = 'deduplicationKey';

/** The option of every operation that sends. */
export const deduplicationKeyOption: INodeProperties = {
	displayName: 'Deduplication Key',
	name: deduplicationKeyName,
	type: 'string',
	default: '',
	placeholder: 'e.g. {{ $json.orderNumber }}',
	description:
		'Unique key for this message, such as an order number. If this node has already used the key, it does not send the message again. The last 20,000 keys are remembered, across executions and restarts.',
};

/** Longer ones are no keys, but texts by mistake. */
const longestKey = 500;

/**
 * What JavaScript, spreadsheets and exports make of a missing value: `order-undefined` would be the key of every such item. The
 * shorter words count only by themselves: an ID of random letters can contain them.
 */
const missingValue = new RegExp(
	String.raw`undefined|Invalid Date|(?<![\p{L}\p{N}])(?:null|NaN|Infinity)(?![\p{L}\p{N}])|\[object |${sheetErrors}|^(?:${exportedWords})$`,
	'u',
);

/** What to do about a key that others have. */
export const whatFor = 'Give each message its own key, such as an order number, or remove the option.';

/** Reads {@link deduplicationKeyOption}; undefined where it is not set. Who adds it relies on it, so it must not be empty. */
export function readDeduplicationKey(options: Reader): string | undefined {
	if (!options.isThere(deduplicationKeyName)) return undefined;
	if (typeof options.value(deduplicationKeyName) === 'boolean')
		throw new InvalidInput(
			deduplicationKeyName,
			'The key is true or false, the same for many messages.',
			whatFor,
		);
	const key = options.keyText(deduplicationKeyName).trim();
	const [missingWord] = missingValue.exec(key) ?? [];
	if (missingWord !== undefined)
		throw new InvalidInput(
			deduplicationKeyName,
			missingWord.startsWith('[')
				? 'The key contains an object instead of a text.'
				: `The key contains “${missingWord}”: a value is missing or invalid.`,
			'Check its expression: $json.orderNumber must have a value in every item.',
		);
	const problem =
		(key === '' && 'The key is empty.') ||
		(hasNoCharacter(key) && 'The key has no letter or digit.') ||
		(key.length > longestKey && tooLong('The key', key.length, longestKey));
	if (problem !== false) throw new InvalidInput(deduplicationKeyName, problem, whatFor);
	return key;
}

/**
 * Returns a check of a run's keys. Two messages with the same key are a mistake: the second one would never leave, and nobody
 * would know. More keys than the node remembers would forget each other.
 *
 * @param maximum keys that the node remembers
 * @param owners items that own a key since an earlier try, by its hash
 * @throws InvalidInput
 */
export function uniqueKeys(
	maximum: number,
	owners: ReadonlyMap<string, number>,
): (item: number, key: string | undefined) => string | undefined {
	const used = new Map(owners);
	return (item, key) => {
		if (key === undefined) return undefined;
		const hash = hashOf(key);
		const owner = used.get(hash) ?? item;
		if (owner !== item)
			throw new InvalidInput(deduplicationKeyName, `The ${itemName(owner)} has the same key.`, whatFor);
		if (used.size === maximum && !used.has(hash)) {
			throw new InvalidInput(
				deduplicationKeyName,
				`The run has more than ${withCommas(maximum)} keys; the node remembers no more.`,
				'Use Loop Over Items to send them in several runs.',
			);
		}
		used.set(hash, item);
		return key;
	};
}

/** What of n8n the keys need. */
export type KeyContext = Pick<IExecuteFunctions, 'helpers' | 'logger' | 'getNode' | 'getWorkflow'>;

/**
 * What was known of a key when it was to be reserved. `pending`: the outcome of its message is unknown; `inProgress`: another
 * execution of this process is sending it.
 */
type Reservation = 'reserved' | 'pending' | 'inProgress' | 'accepted';

/** Keys to reserve, to accept and to release, in one write. */
type Changes = Record<'reserve' | 'accept' | 'release', string[]>;

/** Entries of a key: when it is reserved, when its message was accepted, and while it is asked about. */
const reservedEntry = (key: string): string => `reserved:${key}`;
const acceptedEntry = (key: string): string => `accepted:${key}`;
const askedEntry = (key: string): string => `asked:${key}`;
const entriesPerKey = 3;
/** What part of all keys is asked about at once: their entries push out others, and so have room of their own. */
const questionsPart = 20;
/** The first entry of a list, and so the first that n8n drops: while it is there, nothing was dropped. */
const firstEntry = 'first';

/** Removing is slow, by the length of the list: chunks of keys grow and shrink so that none blocks n8n for long. */
const firstChunk = 50;
const longestStepMs = 50;

/** Keys that one write takes at most: more would block n8n for too long. */
const keysPerWrite = 5_000;

/**
 * Changes to a node's keys. n8n reads, changes and writes the whole list: two changes at once would undo each other, so they
 * take turns, over all executions of this process; what waits together is written together. Of other processes it knows nothing.
 */
interface KeyQueue {
	/** By key that was asked about: entries of that question, not removed yet. */
	questions: Map<string, string[]>;
	/** Keys that are known as accepted: asking about them costs a removal each. */
	accepted: Set<string>;
	/** Whether n8n has dropped entries of the list, as far as this process knows. */
	hasDropped: boolean;
	/** Keys that runs have reserved and not settled yet, with the run's store. */
	inProgress: Map<string, KeyStore>;
	lastWrite: Promise<unknown>;
	/** The write that others may still join, until its turn comes. Its result tells of each key to reserve what was known of it. */
	waiting?: { changes: Changes; result: Promise<(key: string) => Reservation> } | undefined;
}

/** The keys in n8n's list of processed values of one node, which can be appended to, and tells then what was there, and removed from. */
class ProcessedValues {
	private readonly options: ICheckProcessedOptions;
	private readonly questionsAtOnce: number;
	private chunk = firstChunk;

	/** @param keys that are remembered at least */
	constructor(
		private readonly helpers: KeyContext['helpers'],
		keys: number,
		private readonly state: KeyQueue,
	) {
		this.questionsAtOnce = Math.ceil(keys / questionsPart);
		this.options = { mode: 'entries', maxEntries: keys * entriesPerKey + 2 * this.questionsAtOnce + 1 };
	}

	/**
	 * Writes changes: all that is appended goes together. Returns what was known of each key to reserve: of two who want one in the
	 * same write, the second finds it taken.
	 */
	async write({ reserve, accept, release }: Changes): Promise<(key: string) => Reservation> {
		const reservations = [...new Set(reserve)];
		const marks = accept.flatMap((key) => [reservedEntry(key), acceptedEntry(key)]);
		const isReserving = reservations.length > 0;
		const isProbing = isReserving && !this.state.hasDropped;
		const entries = [
			...new Set([...(isProbing ? [firstEntry] : []), ...reservations.map(reservedEntry), ...marks]),
		];
		const knownEntries = await this.append(entries);
		for (const key of accept)
			if (this.state.questions.has(key)) this.state.questions.set(key, [askedEntry(key)]);
		this.keepAccepted(accept);
		const fresh = new Set(reservations.filter((key) => !knownEntries.has(reservedEntry(key))));
		const lookUp = async (): Promise<ReadonlyMap<string, Reservation>> => {
			if (isReserving) await this.noteDropped(isProbing, knownEntries, entries.length);
			const { hasDropped } = this.state;
			// The reservation of a key is its oldest entry, and n8n drops it first: what came of its message can still be there.
			const outcomes = await this.outcomesOf(
				hasDropped ? reservations : reservations.filter((key) => !fresh.has(key)),
			);
			// Marks move to the end of the list, behind their reservations, which have just been made anew.
			const renewed = [...fresh].filter((key) => outcomes.get(key) === 'accepted');
			await this.remove(renewed, (key) => [acceptedEntry(key)]);
			await this.append(renewed.map(acceptedEntry));
			await this.remove(release, (key) => [reservedEntry(key)]);
			return outcomes;
		};
		const outcomes = await lookUp().catch(async (error: unknown) => {
			await this.remove(fresh, (key) => [reservedEntry(key)]);
			if (isProbing && this.state.hasDropped) await this.remove([firstEntry], (entry) => [entry]);
			throw error;
		});
		return (key) => outcomes.get(key) ?? (fresh.delete(key) ? 'reserved' : 'pending');
	}

	/**
	 * Notes whether n8n has dropped entries. Asking for the first one leaves it at the end, where it says nothing: what follows can
	 * fail, so until the list is in order again, entries count as dropped.
	 */
	private async noteDropped(isProbing: boolean, earlier: Set<unknown>, written: number): Promise<void> {
		const hasFirst = isProbing && earlier.has(firstEntry);
		this.state.hasDropped = !hasFirst;
		if (hasFirst) return;
		// Where the list has only what was just appended, it is new.
		if ((await this.helpers.getProcessedDataCount('node', this.options)) === written) {
			this.state.hasDropped = false;
			// What this process knows is of a list that somebody has cleared.
			this.state.accepted.clear();
		} else if (isProbing) await this.remove([firstEntry], (entry) => [entry]);
	}

	/** Appends entries. Returns those that were there before. */
	private async append(entries: string[]): Promise<Set<unknown>> {
		if (entries.length === 0) return new Set();
		const record = async (): Promise<Set<unknown>> =>
			new Set((await this.helpers.checkProcessedAndRecord(entries, 'node', this.options)).processed);
		// A second try: where another process has just made the list, n8n fails to make it once more. If the first try was stored
		// nevertheless, the first entry proves nothing.
		return await record().catch(async () => {
			const earlier = await record();
			if (entries.every((entry) => earlier.has(entry))) earlier.delete(firstEntry);
			return earlier;
		});
	}

	/** Removes entries of keys, in chunks of measured size; those of one key in one write. */
	private async remove(keys: Iterable<string>, entriesOf: (key: string) => string[]): Promise<void> {
		const remaining = [...keys];
		while (remaining.length > 0) {
			const slice = remaining.splice(0, this.chunk);
			const began = Date.now();
			await this.helpers.removeProcessed(slice.flatMap(entriesOf), 'node', this.options);
			const tookMs = Date.now() - began;
			if (tookMs > longestStepMs) this.chunk = Math.max(1, Math.floor(this.chunk / 2));
			else if (tookMs < longestStepMs / 4) this.chunk *= 2;
		}
	}

	/**
	 * Tells of reserved keys that have a mark what came of their messages. n8n's list can only be read by writing to it, so asking about a pending key marks
	 * it as accepted until that is removed. Each question has an entry of its own, which is written and removed together with
	 * such a mark, and behind it, so that n8n never drops it alone. Where it was there before, n8n was killed meanwhile: what the mark
	 * says is unknown, and the key stays pending.
	 */
	private async outcomesOf(reservedKeys: readonly string[]): Promise<ReadonlyMap<string, Reservation>> {
		const { questions, accepted } = this.state;
		const outcomes = new Map<string, Reservation>();
		for (const key of reservedKeys) if (accepted.has(key)) outcomes.set(key, 'accepted');
		const keys = reservedKeys.filter((key) => !outcomes.has(key));
		await this.removeQuestions();
		while (keys.length > 0) {
			const inTurn = keys.splice(0, this.questionsAtOnce);
			const entries = await this.append(inTurn.flatMap((key) => [acceptedEntry(key), askedEntry(key)]));
			for (const key of inTurn) {
				const isMarked = entries.has(acceptedEntry(key));
				const isOpen = entries.has(askedEntry(key));
				if (!isMarked) questions.set(key, [acceptedEntry(key), askedEntry(key)]);
				else if (!isOpen) questions.set(key, [askedEntry(key)]);
				if (isMarked) outcomes.set(key, isOpen ? 'pending' : 'accepted');
			}
			await this.removeQuestions();
		}
		this.keepAccepted([...outcomes.keys()].filter((key) => outcomes.get(key) === 'accepted'));
		return outcomes;
	}

	/** Remembers accepted keys in this process, as many as n8n's list. */
	private keepAccepted(keys: Iterable<string>): void {
		const { accepted } = this.state;
		if (accepted.size > (this.options.maxEntries ?? 0)) accepted.clear();
		for (const key of keys) accepted.add(key);
	}

	private async removeQuestions(): Promise<void> {
		const { questions } = this.state;
		await this.remove(questions.keys(), (key) => questions.get(key) ?? []);
		questions.clear();
	}
}

/** By node, shared by all executions of this process. */
const queues = new Map<string, KeyQueue>();

/** Why a message is not sent whose key is taken, and not known to have been accepted. */
export const keyFailures = {
	pending: (): NodeFailure =>
		unknownFailure(
			'send',
			'an earlier run used the same deduplication key and ended without a known outcome',
		),
	inProgress: (): NodeFailure =>
		new NodeFailure({
			kind: 'notSent',
			message: 'Not sent: another execution is sending the message with this deduplication key now',
			description: 'Retry later: the message is sent only if the other execution did not send it.',
		}),
	/** Of a partly sent message, in a later execution: a further one would know nothing of what this one sends. */
	rest: (): NodeFailure =>
		new NodeFailure({
			kind: 'notSent',
			message: 'Not sent: a retry skips the rest of a message that has a deduplication key',
			description: 'Send the rest in a new execution with another key.',
		}),
};

function notRecorded(): never {
	throw new NodeFailure({
		kind: 'notSent',
		message: 'Not sent: n8n could not record the deduplication key',
		description: 'Save the workflow, then check the log of n8n and its database.',
	});
}

/**
 * The deduplication keys that a node has used, in n8n's database: written at once, so that they outlive a kill. A key is
 * reserved before its message leaves, then accepted; it is released only where the message certainly reached nobody. If n8n
 * dies in between, or the service doesn't say whether it took the message, it stays pending: unknown, never "sent".
 */
export class KeyStore {
	private readonly queue: KeyQueue;
	private readonly values: ProcessedValues;

	constructor(
		private readonly context: KeyContext,
		limits: RunLimits,
	) {
		const node = `${context.getWorkflow().id ?? ''}/${context.getNode().id}`;
		this.queue = queues.get(node) ?? {
			questions: new Map(),
			accepted: new Set(),
			hasDropped: false,
			inProgress: new Map(),
			lastWrite: Promise.resolve(),
		};
		queues.set(node, this.queue);
		this.values = new ProcessedValues(context.helpers, limits.deduplicationKeys, this.queue);
	}

	/** Whether this run has reserved a key and not settled it yet. */
	holds(key: string): boolean {
		return this.queue.inProgress.get(key) === this;
	}

	/** Reserves keys, all in one write. Throws a {@link NodeFailure}, `notSent`, where n8n can't record them. */
	async reserve(keys: readonly string[]): Promise<Reservation[]> {
		const { inProgress } = this.queue;
		// Before and after: another run may release its key, or reserve it, in the same write.
		const inProgressBefore = new Set(keys.filter((key) => inProgress.has(key)));
		const reservations = await this.run('reserve', keys).catch(notRecorded);
		return reservations.map((reservation, index) => {
			const key = keys[index] ?? '';
			const isInProgress = inProgress.has(key) || (reservation === 'pending' && inProgressBefore.has(key));
			if (reservation !== 'accepted' && isInProgress && !this.holds(key)) return 'inProgress';
			if (reservation !== 'reserved') return reservation;
			inProgress.set(key, this);
			return reservation;
		});
	}

	/**
	 * Settles reserved keys: their messages were accepted, or (`release`) certainly reached nobody. Only what this run has reserved
	 * is released: all else may be another's.
	 */
	async settle(change: 'accept' | 'release', keys: readonly string[]): Promise<void> {
		// They stay pending: a later run does not send, and reports the outcome as unknown.
		const warning = 'SMSBOX: n8n could not update deduplication keys; their outcome counts as unknown';
		const settled = change === 'accept' ? keys : keys.filter((key) => this.holds(key));
		await this.run(change, settled).catch(() => this.context.logger.warn(warning));
		this.forget(keys);
	}

	/** Ends a run: keys that it has not settled are pending from now on. */
	close(): void {
		this.forget(this.queue.inProgress.keys());
	}

	private forget(keys: Iterable<string>): void {
		for (const key of keys) if (this.holds(key)) this.queue.inProgress.delete(key);
	}

	private async run(change: keyof Changes, keys: readonly string[]): Promise<Reservation[]> {
		if (keys.length === 0) return [];
		const { waiting } = this.queue;
		const size = Object.values(waiting?.changes ?? {}).flat().length;
		const joined = waiting !== undefined && size + keys.length <= keysPerWrite ? waiting : this.newWrite();
		for (const key of keys) joined.changes[change].push(key);
		return keys.map(await joined.result);
	}

	private newWrite(): NonNullable<KeyQueue['waiting']> {
		const { queue, values } = this;
		const changes: Changes = { reserve: [], accept: [], release: [] };
		const result = queue.lastWrite.then(async () => {
			if (queue.waiting === waiting) queue.waiting = undefined;
			return await values.write(changes);
		});
		const waiting = { changes, result };
		queue.lastWrite = result.catch(() => undefined);
		return (queue.waiting = waiting);
	}
}
