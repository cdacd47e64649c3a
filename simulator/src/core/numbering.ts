/** Numbers that are never given twice, not even after a reset, so that no receiver takes a new event for an old one. */
export class Numbering {
	private lastId = 0;
	/** A random start keeps the references of two runs apart without anything being stored. */
	private lastReference = 100_000_000_000 + Math.floor(Math.random() * 800_000_000_000);

	/** A number of the simulator's own, counting up: for requests, messages, callbacks and faults. */
	nextId(): number {
		return ++this.lastId;
	}

	/** A message reference as the service gives it: twelve digits (the length is that of the samples). */
	nextReference(): string {
		return String(++this.lastReference);
	}

	/** A message ID in the form that WhatsApp gives it: `wamid.` and base64 with its padding. */
	nextMessageId(): string {
		return `wamid.${Buffer.from(`message ${this.nextReference()}`).toString('base64')}`;
	}
}
