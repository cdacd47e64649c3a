import type { INodeProperties } from 'n8n-workflow';
import { InvalidInput } from '../../../protocol/errors';
import { tooLong, withCommas } from '../../../protocol/validation';
import { itemName, NodeFailure, unknownFailure } from '../errors';
import type { RunLimits } from '../limits';
import { hasNoCharacter } from '../operations/expressions/references';
import type { Reader } from '../operations/reader';
import { hashOf } from './messageIdentity';
import {
	type Changes,
	type KeyContext,
	type ListState,
	ProcessedValues,
	type Reservation,
} from './processedValues';

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
const missingValue =
	/undefined|Invalid Date|(?<![\p{L}\p{N}])(?:null|NaN|Infinity)(?![\p{L}\p{N}])|\[object |#(?:N\/A|REF!|VALUE!|NAME\?|DIV\/0!|NUM!|NULL!)|^(?:NULL|nan|None|nil|N\/A|n\/a)$/u;

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
			'Check its expression: {{ $json.orderNumber }} must have a value in every item.',
		);
	const problem =
		(hasNoCharacter(key) && 'The key is empty.') ||
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

/** Keys that one write takes at most: more would block n8n for too long. */
const keysPerWrite = 5_000;

/**
 * Changes to a node's keys. n8n reads, changes and writes the whole list: two changes at once would undo each other, so they
 * take turns, over all executions of this process; what waits together is written together. Of other processes it knows nothing.
 */
interface KeyQueue extends ListState {
	/** Keys that runs have reserved and not settled yet, with the run's store. */
	inProgress: Map<string, KeyStore>;
	lastWrite: Promise<unknown>;
	/** The write that others may still join, until its turn comes. Its result tells of each key to reserve what was known of it. */
	waiting?: { changes: Changes; result: Promise<(key: string) => Reservation> } | undefined;
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
