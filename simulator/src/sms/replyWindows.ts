/** "SMS API: sending", `mode` Reponse: the recipient may answer for 48 hours. */
const WINDOW_MS = 48 * 3_600_000;
const MAX_WINDOWS = 10_000;

export class ReplyWindows {
	/** When each number's window closes, in the order they were opened. */
	private readonly closing = new Map<string, number>();

	open(number: string, now: number): void {
		this.closing.delete(number);
		this.closing.set(number, now + WINDOW_MS);
		const [oldest] = this.closing.keys();
		if (this.closing.size > MAX_WINDOWS && oldest !== undefined) this.closing.delete(oldest);
	}

	isOpen(number: string, now: number): boolean {
		return now < (this.closing.get(number) ?? -Infinity);
	}
}
