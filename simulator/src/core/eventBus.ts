/** What the phone page is told as it happens. `data` is what the control API would show. */
export interface LiveEvent {
	readonly type: 'message' | 'removed' | 'request' | 'callback' | 'state' | 'faults' | 'reset';
	readonly data: unknown;
}

export class EventBus {
	private readonly listeners = new Set<(event: LiveEvent) => void>();

	/** @param makeData called only when somebody listens: a bulk send tells of thousands of changes */
	emit(type: LiveEvent['type'], makeData: () => unknown): void {
		if (this.listeners.size === 0) return;
		const event = { type, data: makeData() };
		for (const listener of this.listeners) listener(event);
	}

	/** @returns a function that ends the subscription */
	subscribe(listener: (event: LiveEvent) => void): () => void {
		this.listeners.add(listener);
		return () => this.listeners.delete(listener);
	}
}
