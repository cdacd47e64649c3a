import { randomBytes } from 'node:crypto';

/** Something that goes out. */
export interface Partitioned {
	/** Names what it concerns: of two with a name in common, the second waits for the first. */
	partitionKeys: readonly string[] | undefined;
}

/** How many requests may be in progress now, and what they have met. */
export interface Pace {
	limit: number;
	/** Answers without trouble since the limit was last changed. */
	successes: number;
	/** Whether the last answer spoke for fewer requests at a time. */
	isTroubled: boolean;
}

/** A run begins gently: a service that takes no more, and a key that is not accepted, are met with few requests. */
export const firstPace = (maximum: number): Pace => ({
	limit: Math.min(5, maximum),
	successes: 0,
	isTroubled: false,
});

/**
 * Returns the pace after an answer.
 *
 * | Answer | Limit |
 * | --- | --- |
 * | good, as many as the limit since it was changed | doubled, up to `maximum` |
 * | the first that speaks for fewer requests | halved |
 * | the next in a row | 1 |
 */
export function nextPace({ limit, successes, isTroubled }: Pace, isOverload: boolean, maximum: number): Pace {
	if (isOverload)
		return { limit: isTroubled ? 1 : Math.max(1, Math.floor(limit / 2)), successes: 0, isTroubled: true };
	if (successes + 1 < limit) return { limit, successes: successes + 1, isTroubled: false };
	return { limit: Math.min(maximum, limit * 2), successes: 0, isTroubled: false };
}

/**
 * How many requests are begun before they can leave. Otherwise answers that come together have their next requests leave together,
 * too, and all of them wait until the last is ready: 50 at a time took 1.4 times as long.
 */
const begunTogether = 2;

/** Lets Node.js look after its connections: n8n allows a node no timers, and the shortest would take a millisecond. */
const turnOfEventLoop = async (): Promise<void> =>
	await new Promise((resolve) => {
		randomBytes(1, () => resolve());
	});

/**
 * Does all work in its order, at most `limit()` at a time. Work without names goes alone. When `isOver` says so, or
 * `work` has rejected, no more is begun, and what is under way is awaited.
 */
export async function runPartitioned<Work extends Partitioned>(
	queue: readonly Work[],
	limit: () => number,
	work: (job: Work) => Promise<void>,
	isOver: () => boolean,
): Promise<void> {
	const busy = new Set<string>();
	const failures: unknown[] = [];
	let underWay = 0;
	let startedCount = 0;
	let wake = (): void => undefined;
	const oneEnds = async (): Promise<void> =>
		await new Promise((resolve) => {
			wake = resolve;
		});
	const carryOut = async (job: Work, names: readonly string[]): Promise<void> => {
		underWay += 1;
		for (const name of names) busy.add(name);
		await work(job).catch((error: unknown) => failures.push(error));
		for (const name of names) busy.delete(name);
		underWay -= 1;
		wake();
	};

	for (const next of queue) {
		const { partitionKeys: names } = next;
		const isBusy = (): boolean =>
			names === undefined || underWay >= limit() || names.some((name) => busy.has(name));
		while (underWay > 0 && isBusy()) await oneEnds();
		if (isOver() || failures.length > 0) break;
		const ending = carryOut(next, names ?? []);
		if (names === undefined) await ending;
		else if (++startedCount % begunTogether === 0) await turnOfEventLoop();
	}
	while (underWay > 0) await oneEnds();
	if (failures.length > 0) throw failures[0];
}

/** The least of any number of settings: `Math.min` cannot take as many as there may be items. */
export const leastOf = (settings: readonly number[]): number =>
	settings.reduce((minimum, setting) => Math.min(minimum, setting), Infinity);
