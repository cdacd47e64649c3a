import { NodeFailure, unknownFailure } from '../errors';
import type { RunLimits } from '../limits';
import { type Changes, type KeyContext, ProcessedValues, type Reservation } from './processedValues';

/** Keys that one write takes at most: more would block n8n for too long. */
const keysPerWrite = 5_000;

/**
 * Changes to a node's keys. n8n reads, changes and writes the whole list: two changes at once would undo each other, so they
 * take turns, over all executions of this process; what waits together is written together. Of other processes it knows nothing.
 */
interface KeyQueue {
	/** See {@link ProcessedValues}. */
	falseMarks: Set<string>;
	lastWrite: Promise<unknown>;
	/** The write that others may still join, until its turn comes. Its result tells of each key to reserve what was known of it. */
	waiting?: { changes: Changes; size: number; result: Promise<(key: string) => Reservation> } | undefined;
}

/** By node, shared by all executions of this process. */
const queues = new Map<string, KeyQueue>();

export const pendingKeyFailure = (): NodeFailure =>
	unknownFailure('send', 'an earlier run used the same deduplication key and ended without a known outcome');

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
 * dies in between, it stays pending: unknown, never "sent". The rest of an item that a retry sends counts as one more key.
 */
export class KeyStore {
	private readonly queue: KeyQueue;
	private readonly values: ProcessedValues;

	constructor(
		private readonly context: KeyContext,
		limits: RunLimits,
	) {
		const node = `${context.getWorkflow().id ?? ''}/${context.getNode().id}`;
		this.queue = queues.get(node) ?? { falseMarks: new Set(), lastWrite: Promise.resolve() };
		queues.set(node, this.queue);
		this.values = new ProcessedValues(context.helpers, limits.deduplicationKeys, this.queue.falseMarks);
	}

	/** Reserves keys, all in one write. Throws a {@link NodeFailure}, `notSent`, where n8n can't record them. */
	async reserve(keys: readonly string[]): Promise<Reservation[]> {
		return await this.run('reserve', keys).catch(notRecorded);
	}

	/** Settles reserved keys: their messages were accepted, or (`release`) certainly reached nobody. */
	async settle(change: 'accept' | 'release', keys: readonly string[]): Promise<void> {
		// They stay pending: a later run does not send, and reports the outcome as unknown.
		const warning = 'SMSBOX: n8n could not update deduplication keys; their outcome counts as unknown';
		await this.run(change, keys).catch(() => this.context.logger.warn(warning));
	}

	private async run(change: keyof Changes, keys: readonly string[]): Promise<Reservation[]> {
		if (keys.length === 0) return [];
		const { waiting } = this.queue;
		const joined =
			waiting !== undefined && waiting.size + keys.length <= keysPerWrite ? waiting : this.newWrite();
		joined.size += keys.length;
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
		const waiting = { changes, size: 0, result };
		queue.lastWrite = result.catch(() => undefined);
		return (queue.waiting = waiting);
	}
}
