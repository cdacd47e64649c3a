import { setTimeout as sleep } from 'node:timers/promises';
import { PlaygroundError } from './playgroundError';

export interface WaitOptions {
	/** Timeout. */
	seconds: number;
	/** Milliseconds between two polls. */
	everyMs?: number;
	/** Returns a reason to stop waiting, such as n8n's exit. */
	hopeless?: () => PlaygroundError | undefined;
	/** Describes in the error what was seen last. */
	seen?: () => string;
}

/**
 * Polls until `look` returns something other than `undefined`.
 * @param what completes "Timed out after 30 s waiting for …"
 */
export async function waitFor<Found>(
	what: string,
	look: () => Promise<Found | undefined>,
	options: WaitOptions,
): Promise<Found> {
	const deadline = Date.now() + options.seconds * 1000;
	for (;;) {
		const found = await look();
		if (found !== undefined) return found;
		const hopeless = options.hopeless?.();
		if (hopeless) throw hopeless;
		if (Date.now() > deadline) {
			const seen = options.seen?.();
			throw new PlaygroundError(
				`Timed out after ${options.seconds} s waiting for ${what}${seen ? ` (${seen})` : ''}.`,
			);
		}
		await sleep(options.everyMs ?? 150);
	}
}
