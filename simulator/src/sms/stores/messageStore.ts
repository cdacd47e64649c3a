import { Ring } from '../../core/ring';
import type { Message, OutgoingMessage } from '../message';

/** What was sent and received, in the order it happened: the history, and what the phones show. */
export class MessageStore {
	private readonly ring: Ring<Message>;
	private readonly byReference = new Map<string, OutgoingMessage>();
	/** What was sent to each number, oldest first. */
	private readonly byNumber = new Map<string, OutgoingMessage[]>();

	/** @param capacity how many messages are kept; the oldest are forgotten first */
	constructor(capacity: number) {
		this.ring = new Ring<Message>({ capacity, onEvict: (message) => this.forget(message) });
	}

	get size(): number {
		return this.ring.size;
	}

	add(message: Message): void {
		if (message.direction === 'out') {
			for (const reference of message.references) this.byReference.set(reference, message);
			const sent = this.byNumber.get(message.number);
			if (sent === undefined) this.byNumber.set(message.number, [message]);
			else sent.push(message);
		}
		this.ring.push(message);
	}

	oldestFirst(): Iterable<Message> {
		return this.ring.oldestFirst();
	}

	*sentNewestFirst(): Generator<OutgoingMessage> {
		for (const message of this.ring.newestFirst()) if (message.direction === 'out') yield message;
	}

	find(reference: string): OutgoingMessage | undefined {
		return this.byReference.get(reference);
	}

	sentTo(number: string): readonly OutgoingMessage[] {
		return this.byNumber.get(number) ?? [];
	}

	private forget(message: Message): void {
		if (message.direction === 'in') return;
		for (const reference of message.references) this.byReference.delete(reference);
		const sent = this.byNumber.get(message.number);
		// The oldest message of all is the oldest to its number.
		sent?.shift();
		if (sent?.length === 0) this.byNumber.delete(message.number);
	}
}
