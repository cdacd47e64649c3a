/** A store that forgets its oldest entries: bounded in their number and in their total weight. */

export interface RingOptions<Entry> {
	/** How many entries are kept. */
	capacity: number;
	/** How heavy all entries may be together, in the unit of `weigh` (bytes, as a rule). */
	weightLimit?: number;
	weigh?: (entry: Entry) => number;
	/** Told of each entry that is forgotten. */
	onEvict?: (entry: Entry) => void;
}

export class Ring<Entry> {
	/** Entries before `start` are forgotten; they are cut off in blocks, since cutting costs a copy. */
	private entries: (Entry | undefined)[] = [];
	private start = 0;
	private weight = 0;

	constructor(private readonly options: RingOptions<Entry>) {}

	get size(): number {
		return this.entries.length - this.start;
	}

	push(entry: Entry): void {
		this.entries.push(entry);
		this.weight += this.weigh(entry);
		const { capacity, weightLimit = Infinity } = this.options;
		// The newest entry always stays, however heavy it is: it has been bounded where it came in.
		while (this.size > 1 && (this.size > capacity || this.weight > weightLimit)) this.evictOldest();
	}

	/** Oldest first. */
	*oldestFirst(): Generator<Entry> {
		for (let index = this.start; index < this.entries.length; index++) {
			const entry = this.entries[index];
			if (entry !== undefined) yield entry;
		}
	}

	*newestFirst(): Generator<Entry> {
		for (let index = this.entries.length - 1; index >= this.start; index--) {
			const entry = this.entries[index];
			if (entry !== undefined) yield entry;
		}
	}

	private weigh(entry: Entry): number {
		return this.options.weigh?.(entry) ?? 0;
	}

	private evictOldest(): void {
		const oldest = this.entries[this.start];
		this.entries[this.start] = undefined;
		this.start++;
		if (this.start > this.options.capacity) {
			this.entries = this.entries.slice(this.start);
			this.start = 0;
		}
		if (oldest === undefined) return;
		this.weight -= this.weigh(oldest);
		this.options.onEvict?.(oldest);
	}
}
