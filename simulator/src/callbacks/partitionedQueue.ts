/**
 * A queue that works on several entries at a time, but on no two of the same partition: what concerns one number keeps its
 * order, and one that is slow holds back those behind it.
 */
export class PartitionedQueue<Entry> {
	private readonly partitions = new Map<string, Entry[]>();
	/** The partitions whose first entry may be taken up, in their turn. */
	private ready: string[] = [];
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
		const waiting = this.partitions.get(partition);
		if (waiting === undefined) {
			this.partitions.set(partition, [entry]);
			this.ready.push(partition);
		} else {
			waiting.push(entry);
		}
		this.takeUp();
	}

	close(): void {
		this.closed = true;
		this.ready = [];
		this.partitions.clear();
		this.onIdle();
	}

	private takeUp(): void {
		while (this.busy < this.parallelism) {
			const partition = this.ready.shift();
			const entry = partition === undefined ? undefined : this.partitions.get(partition)?.[0];
			if (partition === undefined || entry === undefined) return;
			this.busy++;
			void this.work(entry).finally(() => this.finish(partition));
		}
	}

	private finish(partition: string): void {
		this.busy--;
		const waiting = this.partitions.get(partition);
		waiting?.shift();
		if (waiting !== undefined && waiting.length > 0) this.ready.push(partition);
		else this.partitions.delete(partition);
		this.takeUp();
		if (this.idle) this.onIdle();
	}
}
