/** As many requests as one message remembers: it is sent by one, and marked as read or taken back by few. */
const MOST_REQUESTS = 20;

/** Which requests concerned which message. A message that is forgotten takes this with it. */
export class Trace {
	private readonly requests = new WeakMap<object, readonly number[]>();
	private current: number | undefined;

	/** All that comes up or changes while `run` runs is the doing of this request; it must not wait for anything. */
	during<Result>(requestId: number, run: () => Result): Result {
		this.current = requestId;
		try {
			return run();
		} finally {
			this.current = undefined;
		}
	}

	/** Call whenever a message comes up or changes. */
	note(message: object): void {
		const { current } = this;
		const known = this.requestsOf(message);
		if (current === undefined || known.includes(current)) return;
		this.requests.set(message, [...known, current].slice(-MOST_REQUESTS));
	}

	/** The numbers of the requests that made or changed it, oldest first. */
	requestsOf(message: object): readonly number[] {
		return this.requests.get(message) ?? [];
	}
}
