import { Ring } from '../core/ring';
import type { WabaMessage, WabaOutgoing } from './message';

/** How much the contents of all messages kept may take together. */
const BYTES_KEPT = 64 * 1024 * 1024;

/** What was sent and received, in the order it happened. */
export class WabaStore {
	private readonly ring: Ring<WabaMessage>;
	private readonly byMessageId = new Map<string, WabaMessage>();
	/** What was sent with each reference: one message a recipient. */
	private readonly byReference = new Map<string, WabaOutgoing[]>();

	/** @param capacity how many messages are kept; the oldest are forgotten first */
	constructor(capacity: number) {
		this.ring = new Ring<WabaMessage>({
			capacity,
			weightLimit: BYTES_KEPT,
			weigh: ({ weight }) => weight,
			onEvict: (message) => this.forget(message),
		});
	}

	get size(): number {
		return this.ring.size;
	}

	add(message: WabaMessage): void {
		this.byMessageId.set(message.messageId, message);
		if (message.direction === 'out') {
			const alike = this.byReference.get(message.reference);
			if (alike === undefined) this.byReference.set(message.reference, [message]);
			else alike.push(message);
		}
		this.ring.push(message);
	}

	oldestFirst(): Iterable<WabaMessage> {
		return this.ring.oldestFirst();
	}

	find(messageId: string): WabaMessage | undefined {
		return this.byMessageId.get(messageId);
	}

	sentWith(reference: string): readonly WabaOutgoing[] {
		return this.byReference.get(reference) ?? [];
	}

	private forget(message: WabaMessage): void {
		this.byMessageId.delete(message.messageId);
		if (message.direction === 'in') return;
		const alike = this.byReference.get(message.reference);
		// The oldest message of all is the oldest of its request.
		alike?.shift();
		if (alike?.length === 0) this.byReference.delete(message.reference);
	}
}
