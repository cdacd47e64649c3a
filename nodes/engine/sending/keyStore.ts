import { NodeFailure, unknownFailure } from '../errors';
import type { RunLimits } from '../limits';
import { type KeyContext, ProcessedValues, reservedEntry } from './processedValues';

/** What was known of a key when it was to be reserved. `pending`: the outcome of its message is not known. */
export type Reservation = 'reserved' | 'pending' | 'accepted';

type Change = 'reserve' | 'accept' | 'release';

/** A change that waits for its turn. */
interface Task {
	change: Change;
	keys: readonly string[];
	done: (reservations: Reservation[]) => void;
	failed: (error: unknown) => void;
}

/** Keys that one write takes at most: more would block n8n for too long. */
const keysPerWrite = 5_000;

/**
 * Changes to a node's keys. n8n reads, changes and writes the whole list: two changes at once would undo each other, so they
 * take turns, over all executions of this process; what waits together is written together. Of other processes it knows nothing.
 */
class KeyQueue {
	/** See {@link ProcessedValues}. */
	readonly falseMarks = new Set<string>();
	private waiting: Task[] = [];
	private turn = Promise.resolve();

	async run(change: Change, keys: readonly string[], values: ProcessedValues): Promise<Reservation[]> {
		return await new Promise((done, failed) => {
			this.waiting.push({ change, keys, done, failed });
			this.turn = this.turn.then(async () => await this.takeTurn(values));
		});
	}

	/** Carries out what waits, as much as one write takes: the turns of all of it but the first find nothing to do. */
	private async takeTurn(values: ProcessedValues): Promise<void> {
		let size = 0;
		const tasks = this.waiting.filter(
			({ keys }, index) => (size += keys.length) <= keysPerWrite || index === 0,
		);
		this.waiting = this.waiting.slice(tasks.length);
		if (tasks.length === 0) return;
		await carryOut(tasks, values).then(
			(reserve) => tasks.forEach(({ keys, done }) => done(keys.map(reserve))),
			(error: unknown) => tasks.forEach(({ failed }) => failed(error)),
		);
	}
}

/** Carries out tasks together: all that is appended in one write. Returns what becomes of each key to reserve, in turn. */
async function carryOut(
	tasks: readonly Task[],
	values: ProcessedValues,
): Promise<(key: string) => Reservation> {
	const keysOf = (change: Change): string[] =>
		tasks.flatMap((task) => (task.change === change ? task.keys : []));
	const wanted = [...new Set(keysOf('reserve'))];
	const known = await values.accept(keysOf('accept'), wanted.map(reservedEntry));
	const fresh = new Set(wanted.filter((key) => !known.has(reservedEntry(key))));
	const rest = async (): Promise<Set<string>> => {
		const accepted = await values.acceptedAmong(wanted.filter((key) => !fresh.has(key)));
		await values.remove(keysOf('release').map(reservedEntry));
		return accepted;
	};
	const accepted = await rest().catch(async (error: unknown) => {
		await values.remove([...fresh].map(reservedEntry));
		throw error;
	});
	// Two executions may want a key in the same write: the second one finds it taken.
	return (key) => (fresh.delete(key) ? 'reserved' : accepted.has(key) ? 'accepted' : 'pending');
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
 * reserved before its message leaves, then accepted; it is released only where the message certainly did not leave. If n8n
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
		this.queue = queues.get(node) ?? new KeyQueue();
		queues.set(node, this.queue);
		this.values = new ProcessedValues(context.helpers, limits.deduplicationKeys, this.queue.falseMarks);
	}

	/** Reserves keys, all in one write. Throws a {@link NodeFailure}, `notSent`, where n8n can't record them. */
	async reserve(keys: readonly string[]): Promise<Reservation[]> {
		return await this.run('reserve', keys).catch(notRecorded);
	}

	/** Settles reserved keys: their messages were accepted, or (`release`) certainly not sent. */
	async settle(change: 'accept' | 'release', keys: readonly string[]): Promise<void> {
		// They stay pending: a later run does not send, and reports the outcome as unknown.
		const warning = 'SMSBOX: n8n could not update deduplication keys; their outcome counts as unknown';
		await this.run(change, keys).catch(() => this.context.logger.warn(warning));
	}

	private async run(change: Change, keys: readonly string[]): Promise<Reservation[]> {
		return keys.length === 0 ? [] : await this.queue.run(change, keys, this.values);
	}
}
