import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { Pool } from 'undici';

/** Linux counts a process's time in hundredths of a second, whatever the machine. */
const ticksPerSecond = 100;

/** Seconds of CPU that a process has used so far. */
export function cpuSecondsOf(pid: number): number {
	const line = readFileSync(`/proc/${pid}/stat`, 'latin1');
	// Its second field is a name in brackets, which may hold anything.
	const fields = line.slice(line.lastIndexOf(')') + 2).split(' ');
	return (Number(fields[11]) + Number(fields[12])) / ticksPerSecond;
}

/** Waits until a process has nothing more to do, a minute at most. */
export async function untilIdle(pid: number): Promise<void> {
	let before = cpuSecondsOf(pid);
	for (let look = 0; look < 200; look++) {
		await sleep(300);
		const now = cpuSecondsOf(pid);
		if (now - before < 0.02) return;
		before = now;
	}
}

/**
 * Calls a webhook once for each query, several callers at a time, each on one connection. Gives the seconds that it took
 * until the last was answered.
 */
export async function callAll(address: string, queries: readonly string[], callers: number): Promise<number> {
	const url = new URL(address);
	const pool = new Pool(url.origin, { connections: callers });
	const left = queries.values();
	const caller = async (): Promise<void> => {
		for (const query of left) {
			const { statusCode, body } = await pool.request({ path: `${url.pathname}?${query}`, method: 'GET' });
			await body.dump();
			if (statusCode !== 200) throw new Error(`A webhook answered ${statusCode}`);
		}
	};
	const began = process.hrtime.bigint();
	try {
		await Promise.all(Array.from({ length: callers }, caller));
	} finally {
		await pool.destroy();
	}
	return Number(process.hrtime.bigint() - began) / 1e9;
}
