import { Failure, unknownFailure } from '../failure';
import type { RunLimits } from '../limits';
import { type KeyContext, ProcessedValues, reservedEntry } from './processedValues';

/** What was known of a key when it was to be reserved. `pending`: the outcome of its message is not known. */
export type Reservation = 'reserved' | 'pending' | 'accepted';

/** A change that waits for its turn. */
interface Task {
	change: 'reserve' | 'accept' | 'release';
	keys: readonly string[];
	done: (reservations: Reservation[]) => void;
	failed: (error: Error) => void;
}

/** Keys that one write takes at most: more would block n8n for too long. */
const keysPerWrite = 5_000;

const noAnswer = (): Error => new Error("n8n's database does not answer");

/**
 * Changes to a node's keys. n8n reads, changes and writes the whole list: two changes at once would undo each other, so they
 * take turns, over all executions of this process; what waits together is written together. Of other processes it knows nothing.
 *
 * A change that n8n doesn't carry out in time fails, and so do all that wait for it. None is begun before it has ended after
 * all: its late write would undo theirs.
 */
class KeyQueue {
	/** See {@link ProcessedValues}. */
	readonly falseMarks = new Set<string>();
	private waiting: Task[] = [];
	private isBusy = false;
	private isStuck = false;

	async run(
		change: Task['change'],
		keys: readonly string[],
		values: ProcessedValues,
		timeoutMs: number,
	): Promise<Reservation[]> {
		if (this.isStuck) throw noAnswer();
		return await new Promise((done, failed) => {
			this.waiting.push({ change, keys, done, failed });
			// In a moment: what goes out together is written together.
			if (!this.isBusy) void Promise.resolve().then(async () => await this.drain(values, timeoutMs));
			this.isBusy = true;
		});
	}

	private async drain(values: ProcessedValues, timeoutMs: number): Promise<void> {
		while (this.waiting.length > 0) {
			const tasks = this.next();
			const giveUp = (): void => {
				this.isStuck = true;
				for (const { failed } of [...tasks, ...this.waiting.splice(0)]) failed(noAnswer());
			};
			const deadline = AbortSignal.timeout(timeoutMs);
			deadline.addEventListener('abort', giveUp, { once: true });
			try {
				const reservations = await carryOut(tasks, values);
				tasks.forEach(({ done }, index) => done(reservations[index] ?? []));
				// Reserved too late: nothing is sent under them.
				const isReserved = (task: number, key: number): boolean => reservations[task]?.[key] === 'reserved';
				const reserved = tasks.flatMap(({ keys }, task) => keys.filter((_, key) => isReserved(task, key)));
				if (this.isStuck) await values.remove(reserved.map(reservedEntry));
			} catch {
				for (const { failed } of tasks) failed(noAnswer());
			}
			deadline.removeEventListener('abort', giveUp);
			this.isStuck = false;
		}
		this.isBusy = false;
	}

	/** At least one task, and as many more as one write takes. */
	private next(): Task[] {
		let keys = 0;
		const end = this.waiting.findIndex(
			(task, index) => (keys += task.keys.length) > keysPerWrite && index > 0,
		);
		return this.waiting.splice(0, end === -1 ? this.waiting.length : end);
	}
}

/** Carries out tasks together: all that is appended in one write. Returns the reservations of each task. */
async function carryOut(tasks: readonly Task[], values: ProcessedValues): Promise<Reservation[][]> {
	const keysOf = (change: Task['change']): string[] =>
		tasks.flatMap((task) => (task.change === change ? task.keys : []));
	const wanted = [...new Set(keysOf('reserve'))];
	const accepted = keysOf('accept');
	const known = await values.accept(accepted, wanted.map(reservedEntry));
	const before = wanted.filter((key) => known.has(reservedEntry(key)));
	const taken = new Set([...before, ...accepted]);
	const undo = async (): Promise<never> => {
		await values.remove(wanted.filter((key) => !taken.has(key)).map(reservedEntry));
		throw noAnswer();
	};
	const read = async (): Promise<Set<string>> => {
		const sent = await values.acceptedAmong(before);
		await values.remove(keysOf('release').map(reservedEntry));
		return sent;
	};
	const sent = await read().catch(undo);
	const reserve = (key: string): Reservation => {
		if (sent.has(key)) return 'accepted';
		// Two executions may want a key in the same write: the second one finds it taken.
		if (taken.has(key)) return 'pending';
		taken.add(key);
		return 'reserved';
	};
	return tasks.map(({ change, keys }) => (change === 'reserve' ? keys.map(reserve) : []));
}

/** By node, shared by all executions of this process. */
const queues = new Map<string, KeyQueue>();

export const pendingKeyFailure = (): Failure =>
	unknownFailure('send', 'an earlier run used the same Send Only Once key and ended without a known outcome');

function notRecorded(): never {
	throw new Failure({
		kind: 'notSent',
		message: 'Not sent: n8n could not record the Send Only Once key',
		description: 'Save the workflow, then check the log of n8n and its database.',
	});
}

/**
 * The deduplication keys that a node has used, in n8n's database: written at once, so that they outlive a kill. A key is
 * reserved before its message leaves, then accepted; it is released only where the message certainly did not leave. If n8n
 * dies in between, it stays pending: unknown, never "sent".
 */
export interface KeyStore {
	/**
	 * Reserves keys, all in one write.
	 *
	 * @throws Failure `notSent` where n8n can't record them
	 */
	reserve: (keys: readonly string[]) => Promise<Reservation[]>;
	/** The messages of reserved keys were accepted. */
	accept: (keys: readonly string[]) => Promise<void>;
	/** The messages of reserved keys were certainly not sent. */
	release: (keys: readonly string[]) => Promise<void>;
}

/** Keys over n8n's list of processed values. */
export function createKeyStore(context: KeyContext, limits: RunLimits): KeyStore {
	const node = `${context.getWorkflow().id ?? ''}/${context.getNode().id}`;
	const queue = queues.get(node) ?? new KeyQueue();
	queues.set(node, queue);
	const values = new ProcessedValues(context.helpers, limits.deduplicationKeys, queue.falseMarks);
	const run = async (change: Task['change'], keys: readonly string[]): Promise<Reservation[]> =>
		keys.length === 0 ? [] : await queue.run(change, keys, values, limits.databaseTimeoutMs);
	const note = async (change: Task['change'], keys: readonly string[]): Promise<void> => {
		await run(change, keys).catch(() => {
			// They stay pending: a later run does not send, and reports the outcome as unknown.
			context.logger.warn(
				'SMSBOX: n8n could not update Send Only Once keys; their outcome counts as unknown',
			);
		});
	};
	return {
		reserve: async (keys) => await run('reserve', keys).catch(notRecorded),
		accept: async (keys) => await note('accept', keys),
		release: async (keys) => await note('release', keys),
	};
}
