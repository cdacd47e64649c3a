/** How many windows are kept; the one opened longest ago is forgotten first. */
const CAPACITY = 10_000;

/** Windows of one length that something opens for a key, such as a phone number. */
export class Windows {
	/** When each window closes, in the order they were opened. */
	private readonly closing = new Map<string, number>();

	constructor(private readonly lengthMs: number) {}

	/** Opens a window, or starts an open one over. */
	open(key: string, now: number): void {
		this.closing.delete(key);
		this.closing.set(key, now + this.lengthMs);
		const [oldest] = this.closing.keys();
		if (this.closing.size > CAPACITY && oldest !== undefined) this.closing.delete(oldest);
	}

	isOpen(key: string, now: number): boolean {
		return now < (this.closing.get(key) ?? -Infinity);
	}
}
