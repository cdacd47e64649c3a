import { Ring } from '../core/ring';
import type { CallbackRecord } from './record';

/** How much addresses and bodies of all callbacks kept may take together, of those that are over and those that are not. */
const BYTES_KEPT = 64 * 1024 * 1024;
/** How many may be pending for each one that is kept when it is over: a bulk send makes thousands within seconds. */
const PENDING_FACTOR = 10;

const weigh = ({ url, target }: CallbackRecord): number => url.length + (target.body?.length ?? 0);

/** The callbacks: all that are pending, and the last of those that are over. */
export class CallbackLog {
	private readonly over: Ring<CallbackRecord>;
	private readonly pending = new Map<number, CallbackRecord>();
	private pendingWeight = 0;

	/** @param giveUp told of a pending callback for which there is no room any more */
	constructor(
		private readonly capacity: number,
		private readonly giveUp: (record: CallbackRecord) => void,
	) {
		this.over = new Ring<CallbackRecord>({ capacity, weightLimit: BYTES_KEPT, weigh });
	}

	add(record: CallbackRecord): void {
		this.pending.set(record.id, record);
		this.pendingWeight += weigh(record);
		while (this.pending.size > 1 && this.isOverfull()) {
			const [oldest] = this.pending.values();
			if (oldest !== undefined) this.giveUp(oldest);
		}
	}

	/** Call when a callback is acknowledged or failed. */
	close(record: CallbackRecord): void {
		if (!this.pending.delete(record.id)) return;
		this.pendingWeight -= weigh(record);
		this.over.push(record);
	}

	/** In the order they were made. */
	all(): readonly CallbackRecord[] {
		return [...this.over.oldestFirst(), ...this.pending.values()].sort((a, b) => a.id - b.id);
	}

	private isOverfull(): boolean {
		return this.pending.size > this.capacity * PENDING_FACTOR || this.pendingWeight > BYTES_KEPT;
	}
}
