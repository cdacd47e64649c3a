/** A priority queue of what is due when: earliest first, and first come first served among equals. */

interface Entry {
	readonly due: number;
	readonly sequence: number;
	/** Emptied when the task is canceled; the entry itself leaves the heap later. */
	run: (() => void) | undefined;
}

export interface DueTask {
	readonly due: number;
	readonly run: () => void;
}

const earlier = (a: Entry, b: Entry): boolean =>
	a.due < b.due || (a.due === b.due && a.sequence < b.sequence);

/** Canceled entries are only swept when they are many: sweeping costs a whole pass. */
const SWEEP_AT = 1_000;

export class TaskQueue {
	private heap: Entry[] = [];
	private sequence = 0;
	private canceled = 0;

	/** @returns a function that takes the task back; harmless once the task has run */
	add(due: number, run: () => void): () => void {
		const entry: Entry = { due, sequence: this.sequence++, run };
		this.heap.push(entry);
		this.rise(this.heap.length - 1);
		return () => {
			if (entry.run === undefined) return;
			entry.run = undefined;
			this.canceled++;
			this.sweep();
		};
	}

	/** When the earliest task is due, if there is one. */
	nextDue(): number | undefined {
		this.dropCanceled();
		return this.heap[0]?.due;
	}

	/** Takes out the earliest task that is due at `until` or before. */
	take(until: number): DueTask | undefined {
		this.dropCanceled();
		const first = this.heap[0];
		if (first?.run === undefined || first.due > until) return undefined;
		const task = { due: first.due, run: first.run };
		first.run = undefined;
		this.removeFirst();
		return task;
	}

	clear(): void {
		this.heap = [];
		this.canceled = 0;
	}

	private dropCanceled(): void {
		while (this.heap[0] !== undefined && this.heap[0].run === undefined) {
			this.removeFirst();
			this.canceled--;
		}
	}

	private sweep(): void {
		if (this.canceled < SWEEP_AT || this.canceled * 2 < this.heap.length) return;
		// A sorted array is a heap.
		this.heap = this.heap.filter((entry) => entry.run !== undefined).sort((a, b) => (earlier(a, b) ? -1 : 1));
		this.canceled = 0;
	}

	private removeFirst(): void {
		const last = this.heap.pop();
		if (last === undefined || this.heap.length === 0) return;
		this.heap[0] = last;
		this.sink(0);
	}

	private rise(start: number): void {
		for (let index = start; index > 0;) {
			const parent = (index - 1) >> 1;
			if (!this.swapIfEarlier(index, parent)) return;
			index = parent;
		}
	}

	private sink(start: number): void {
		for (let index = start; ;) {
			const left = 2 * index + 1;
			const right = left + 1;
			const [a, b] = [this.heap[left], this.heap[right]];
			if (a === undefined) return;
			const child = b !== undefined && earlier(b, a) ? right : left;
			if (!this.swapIfEarlier(child, index)) return;
			index = child;
		}
	}

	/** @returns whether the two changed places */
	private swapIfEarlier(lower: number, upper: number): boolean {
		const [a, b] = [this.heap[lower], this.heap[upper]];
		if (a === undefined || b === undefined || !earlier(a, b)) return false;
		this.heap[lower] = b;
		this.heap[upper] = a;
		return true;
	}
}
