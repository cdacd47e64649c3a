import {
	acceptedEntry,
	confirmedEntry,
	type KeyContext,
	type ProcessedValues,
	reservedEntry,
} from './processedValues';

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

const noAnswer = (): Error => new Error("n8n's database does not answer");

/**
 * Changes to a node's keys. n8n reads, changes and writes the whole list: two changes at once would undo each other, so they
 * take turns, over all executions of this process; what waits together is written together. Of other processes it knows nothing.
 *
 * A change that n8n doesn't carry out in time fails, and so do all that wait for it. None is begun before it has ended after
 * all: its late write would undo theirs.
 */
export class KeyQueue {
	private waiting: Task[] = [];
	private isBusy = false;
	private isStuck = false;

	/** @param onIdle called when nothing waits any more */
	constructor(private readonly onIdle: () => void) {}

	/**
	 * @returns for `reserve`, what was known of each key
	 * @throws where n8n can't write, or not in time
	 */
	async run(
		change: Change,
		keys: readonly string[],
		values: ProcessedValues,
		timeoutMs: number,
	): Promise<Reservation[]> {
		if (this.isStuck) throw noAnswer();
		return await new Promise((done, failed) => {
			this.waiting.push({ change, keys, done, failed });
			if (this.isBusy) return;
			this.isBusy = true;
			// In a moment: what goes out together is written together.
			void Promise.resolve().then(async () => await this.drain(values, timeoutMs));
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
				if (this.isStuck) await values.remove(unused(tasks, reservations).map(reservedEntry));
				else tasks.forEach(({ done }, index) => done(reservations[index] ?? []));
			} catch (error) {
				for (const { failed } of tasks) failed(error);
			}
			deadline.removeEventListener('abort', giveUp);
			this.isStuck = false;
		}
		this.isBusy = false;
		this.onIdle();
	}

	/** At least one task, and as many more as one write takes. */
	private next(): Task[] {
		let keys = 0;
		const end = this.waiting.findIndex((task, index) => {
			keys += task.keys.length;
			return index > 0 && keys > keysPerWrite;
		});
		return this.waiting.splice(0, end === -1 ? this.waiting.length : end);
	}
}

/** Keys that were reserved too late: nothing is sent under them. */
const unused = (tasks: readonly Task[], reservations: readonly Reservation[][]): string[] =>
	tasks.flatMap(({ keys }, task) => keys.filter((_, index) => reservations[task]?.[index] === 'reserved'));

/** Carries out tasks together: all that is appended in one write. Returns the reservations of each task. */
async function carryOut(tasks: readonly Task[], values: ProcessedValues): Promise<Reservation[][]> {
	const keysOf = (change: Change): string[] =>
		tasks.flatMap((task) => (task.change === change ? task.keys : []));
	const wanted = [...new Set(keysOf('reserve'))];
	const accepted = keysOf('accept');
	const entries = [
		...wanted.map(reservedEntry),
		...accepted.flatMap((key) => [reservedEntry(key), acceptedEntry(key), confirmedEntry(key)]),
	];
	const known = await values.append([...new Set(entries)]);
	const before = wanted.filter((key) => known.has(reservedEntry(key)));
	const sent = await values.acceptedAmong(before);
	await values.remove(keysOf('release').map(reservedEntry));
	const taken = new Set([...before, ...accepted]);
	const reserve = (key: string): Reservation => {
		if (sent.has(key)) return 'accepted';
		// Two executions may want a key in the same write: the second one finds it taken.
		if (taken.has(key)) return 'pending';
		taken.add(key);
		return 'reserved';
	};
	return tasks.map(({ change, keys }) => (change === 'reserve' ? keys.map(reserve) : []));
}

const queues = new Map<string, KeyQueue>();

/** Returns the queue of a node, shared by all executions of this process. */
export function queueOf(context: KeyContext): KeyQueue {
	const node = `${context.getWorkflow().id ?? ''}/${context.getNode().id}`;
	const queue = queues.get(node) ?? new KeyQueue(() => queues.delete(node));
	queues.set(node, queue);
	return queue;
}
