import { Ring } from '../core/ring';

/** What a store of messages looks at. */
interface Weighed {
	readonly weight: number;
}

/** Sent with a reference, the same for all recipients of one request. */
interface Sent extends Weighed {
	readonly direction: 'out';
	readonly reference: string;
}

interface Received extends Weighed {
	readonly direction: 'in';
}

/** How much the contents of all messages kept may take together, in bytes. */
const BYTES_KEPT = 64 * 1024 * 1024;

/** What was sent and received by one JSON interface, in the order it happened. */
export class ChannelStore<Outgoing extends Sent, Incoming extends Received> {
	private readonly ring: Ring<Outgoing | Incoming>;
	/** What was sent with each reference: one message a recipient. */
	private readonly byReference = new Map<string, Outgoing[]>();

	/**
	 * @param capacity how many messages are kept; the oldest are forgotten first
	 * @param onForget told of each that is forgotten
	 */
	constructor(capacity: number, onForget: (message: Outgoing | Incoming) => void = () => undefined) {
		this.ring = new Ring<Outgoing | Incoming>({
			capacity,
			weightLimit: BYTES_KEPT,
			weigh: ({ weight }) => weight,
			onEvict: (message) => {
				this.forget(message);
				onForget(message);
			},
		});
	}

	get size(): number {
		return this.ring.size;
	}

	add(message: Outgoing | Incoming): void {
		if (message.direction === 'out') {
			const alike = this.byReference.get(message.reference);
			if (alike === undefined) this.byReference.set(message.reference, [message]);
			else alike.push(message);
		}
		this.ring.push(message);
	}

	oldestFirst(): Iterable<Outgoing | Incoming> {
		return this.ring.oldestFirst();
	}

	sentWith(reference: string): readonly Outgoing[] {
		return this.byReference.get(reference) ?? [];
	}

	private forget(message: Outgoing | Incoming): void {
		if (message.direction === 'in') return;
		const alike = this.byReference.get(message.reference);
		// The oldest message of all is the oldest of its request.
		alike?.shift();
		if (alike?.length === 0) this.byReference.delete(message.reference);
	}
}
