/** Requests that must end at about the same time. They share a timer: one for each costs too much in a run of thousands. */
interface Deadline {
	/** When it was made, on a clock that is never set. */
	from: number;
	/** Kept for as long as a request waits: its timer ends when nobody has it. */
	signal: AbortSignal;
	/** Ends the requests that are still under way. */
	pending: Set<() => void>;
}

/** How much later than asked a request may end, as a share of its time-out. */
const tolerance = 0.02;

/** By milliseconds, the deadline that new requests still join. */
const joinable = new Map<number, Deadline>();

function deadlineIn(milliseconds: number): Deadline {
	const from = performance.now();
	const existing = joinable.get(milliseconds);
	if (existing !== undefined && from - existing.from < milliseconds * tolerance) return existing;
	// Nothing waits for such a timer: it does not keep the process alive.
	const signal = AbortSignal.timeout(Math.ceil(milliseconds * (1 + tolerance)));
	const pending = new Set<() => void>();
	signal.addEventListener('abort', () => {
		for (const expire of pending) expire();
	});
	const deadline = { from, signal, pending };
	joinable.set(milliseconds, deadline);
	return deadline;
}

/** What the network says of a host that is silent for too long. */
const timedOut = (): Error => Object.assign(new Error('No response in time'), { code: 'ETIMEDOUT' });

/**
 * Carries out a request from its beginning to the last byte of the answer, in so many milliseconds. n8n's own time-out
 * looks at the pauses only: a server that sends a byte now and then could hold a node for ever.
 *
 * @param canceled ends it too; then it is up to the request how it fails
 * @param request gets a signal that aborts in both cases
 * @throws an error with the code `ETIMEDOUT`, also where the request does not heed its signal
 */
export async function inTime<Answer>(
	milliseconds: number,
	canceled: AbortSignal | undefined,
	request: (signal: AbortSignal) => Promise<Answer>,
): Promise<Answer> {
	const deadline = deadlineIn(milliseconds);
	const controller = new AbortController();
	const abort = (): void => {
		controller.abort();
	};
	return await new Promise<Answer>((resolve, reject) => {
		const release = (): void => {
			deadline.pending.delete(expire);
			canceled?.removeEventListener('abort', abort);
		};
		const expire = (): void => {
			release();
			reject(timedOut());
			abort();
		};
		deadline.pending.add(expire);
		canceled?.addEventListener('abort', abort);
		request(controller.signal).then(resolve, reject).finally(release);
	});
}
