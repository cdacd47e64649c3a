/**
 * A queue that works on several entries at a time, but on no two of the same lane: what concerns one number keeps its
 * order, and one that is slow holds back those behind it.
 */
export class Lanes<Entry> {
	private readonly lanes = new Map<string, Entry[]>();
	/** The lanes whose first entry may be taken up, in their turn. */
	private ready: string[] = [];
	private busy = 0;
	private closed = false;

	constructor(
		private readonly parallelism: number,
		private readonly laneOf: (entry: Entry) => string,
		private readonly work: (entry: Entry) => Promise<void>,
		private readonly onIdle: () => void,
	) {}

	get idle(): boolean {
		return this.lanes.size === 0;
	}

	add(entry: Entry): void {
		if (this.closed) return;
		const lane = this.laneOf(entry);
		const waiting = this.lanes.get(lane);
		if (waiting === undefined) {
			this.lanes.set(lane, [entry]);
			this.ready.push(lane);
		} else {
			waiting.push(entry);
		}
		this.takeUp();
	}

	close(): void {
		this.closed = true;
		this.ready = [];
		this.lanes.clear();
		this.onIdle();
	}

	private takeUp(): void {
		while (this.busy < this.parallelism) {
			const lane = this.ready.shift();
			const entry = lane === undefined ? undefined : this.lanes.get(lane)?.[0];
			if (lane === undefined || entry === undefined) return;
			this.busy++;
			void this.work(entry).finally(() => this.finish(lane));
		}
	}

	private finish(lane: string): void {
		this.busy--;
		const waiting = this.lanes.get(lane);
		waiting?.shift();
		if (waiting !== undefined && waiting.length > 0) this.ready.push(lane);
		else this.lanes.delete(lane);
		this.takeUp();
		if (this.idle) this.onIdle();
	}
}
