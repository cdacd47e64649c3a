/** How long a question that was answered stays closed in this process, in milliseconds: n8n has gone on by then. */
export const closedForMs = 10_000;

/**
 * The questions that were answered a moment ago, by their nonces. n8n 1 takes a second answer that comes at once, such as a second
 * tap on the page, while it still begins to go on, and would go on twice. A question whose execution could not go on is open again
 * afterwards.
 */
export class RecentAnswers {
	private readonly answeredAt = new Map<string, number>();

	/** @param now milliseconds since 1970 */
	constructor(private readonly now: () => number) {}

	has(nonce: string): boolean {
		const now = this.now();
		// The oldest come first.
		for (const [old, at] of this.answeredAt) {
			if (now - at < closedForMs) break;
			this.answeredAt.delete(old);
		}
		return this.answeredAt.has(nonce);
	}

	add(nonce: string): void {
		this.answeredAt.set(nonce, this.now());
	}
}
