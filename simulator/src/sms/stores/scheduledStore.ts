import type { OutgoingMessage } from '../message';

interface Waiting {
	readonly message: OutgoingMessage;
	readonly due: number;
	cancel: () => void;
}

/** Messages that wait for their time. They are never forgotten: what no longer fits is refused where it comes in. */
export class ScheduledStore {
	private readonly waiting = new Map<number, Waiting>();
	private readonly byReference = new Map<string, number>();

	constructor(private readonly capacity: number) {}

	get size(): number {
		return this.waiting.size;
	}

	hasRoomFor(count: number): boolean {
		return this.size + count <= this.capacity;
	}

	/** @param cancel takes back what would send the message when it is due */
	add(message: OutgoingMessage, due: number, cancel: () => void): void {
		this.waiting.set(message.id, { message, due, cancel });
		for (const reference of message.references) this.byReference.set(reference, message.id);
	}

	/** What comes first, first (*assumed*). */
	inOrder(): readonly { message: OutgoingMessage; due: number }[] {
		return [...this.waiting.values()].sort((a, b) => a.due - b.due || a.message.id - b.message.id);
	}

	/** Takes out a message that is sent now. */
	release(message: OutgoingMessage): void {
		this.waiting.delete(message.id);
		for (const reference of message.references) this.byReference.delete(reference);
	}

	/** Takes back a message by any of its references. */
	delete(reference: string): OutgoingMessage | undefined {
		const id = this.byReference.get(reference);
		const waiting = id === undefined ? undefined : this.waiting.get(id);
		if (waiting === undefined) return undefined;
		waiting.cancel();
		this.release(waiting.message);
		return waiting.message;
	}
}
