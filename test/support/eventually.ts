import { setTimeout as sleep } from 'node:timers/promises';

const DEADLINE_MS = 30_000;
const POLL_EVERY_MS = 10;

/** Waits until the check no longer throws; its last error is the test's, should it never do. @returns what it returns */
export async function eventually<Value>(check: () => Value | Promise<Value>): Promise<Value> {
	const deadline = Date.now() + DEADLINE_MS;
	for (;;) {
		try {
			return await check();
		} catch (error) {
			if (Date.now() > deadline) throw error;
		}
		await sleep(POLL_EVERY_MS);
	}
}
