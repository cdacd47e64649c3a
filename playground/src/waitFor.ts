import { setTimeout as sleep } from 'node:timers/promises';
import { PlaygroundError } from './playgroundError';

export interface Patience {
	/** Seconds until the wait is given up. */
	seconds: number;
	/** Milliseconds between two looks. */
	everyMs?: number;
	/** A reason to give up at once, e.g. that n8n has ended. */
	hopeless?: () => PlaygroundError | undefined;
	/** Told with the time-out: what was seen last. */
	seen?: () => string;
}

/**
 * Looks again and again until `look` gives something other than `undefined`.
 * @param what what is waited for, as it should stand in "… did not happen within 30 s"
 */
export async function waitFor<Found>(
	what: string,
	look: () => Promise<Found | undefined>,
	patience: Patience,
): Promise<Found> {
	const deadline = Date.now() + patience.seconds * 1000;
	for (;;) {
		const found = await look();
		if (found !== undefined) return found;
		const hopeless = patience.hopeless?.();
		if (hopeless) throw hopeless;
		if (Date.now() > deadline) {
			const seen = patience.seen?.();
			throw new PlaygroundError(
				`${what} did not happen within ${patience.seconds} s${seen ? ` (${seen})` : ''}.`,
			);
		}
		await sleep(patience.everyMs ?? 150);
	}
}
