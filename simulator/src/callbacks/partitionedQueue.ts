import { TaskQueue } from '../core/taskQueue';

interface Numbered<Entry> {
	readonly entry: Entry;
	/** Its place among all entries. */
	readonly place: number;
}

/**
 * A queue that works on several entries at a time, but on no two of the same partition: what concerns one number keeps its
 * order, and one that is slow holds back those behind it. Of those that may be taken up, the one that came first is.
 */
export class PartitionedQueue<Entry> {
	private readonly partitions = new Map<string, Numbered<Entry>[]>();
	/** The first entries of the partitions that nothing is done for. */
	private readonly ready = new TaskQueue();
	private added = 0;
	private busy = 0;
	private closed = false;

	constructor(
		private readonly parallelism: number,
		private readonly partitionOf: (entry: Entry) => string,
		private readonly work: (entry: Entry) => Promise<void>,
		private readonly onIdle: () => void,
	) {}

	get idle(): boolean {
		return this.partitions.size === 0;
	}

	add(entry: Entry): void {
		if (this.closed) return;
		const partition = this.partitionOf(entry);
		const numbered = { entry, place: this.added++ };
		const waiting = this.partitions.get(partition);
		if (waiting === undefined) {
			this.partitions.set(partition, [numbered]);
			this.makeReady(partition, numbered);
		} else {
			waiting.push(numbered);
		}
		this.takeUp();
	}

	close(): void {
		this.closed = true;
		this.ready.clear();
		this.partitions.clear();
		this.onIdle();
	}

	private makeReady(partition: string, { entry, place }: Numbered<Entry>): void {
		this.ready.add(place, () => void this.work(entry).finally(() => this.finish(partition)));
	}

	private takeUp(): void {
		while (this.busy < this.parallelism) {
			const next = this.ready.take(Infinity);
			if (next === undefined) return;
			this.busy++;
			next.run();
		}
	}

	private finish(partition: string): void {
		this.busy--;
		const waiting = this.partitions.get(partition);
		waiting?.shift();
		const [next] = waiting ?? [];
		if (next === undefined) this.partitions.delete(partition);
		else this.makeReady(partition, next);
		this.takeUp();
		if (this.idle) this.onIdle();
	}
}
