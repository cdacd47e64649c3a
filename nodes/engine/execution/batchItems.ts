import { randomBytes } from 'node:crypto';
import { withoutOptionalDigit } from '../../../protocol/recipients/phoneNumbers';
import type { Ready } from './readItems';
import { withCommas } from '../../../protocol/validation';

/** Items that go out together: one by itself, or several that share a request. */
export interface Batch {
	/** At least one, in order. */
	items: Ready[];
	/** Those of all its items; undefined where nobody knows whom they reach. */
	partitionKeys: string[] | undefined;
}

/** Equal for items that may share a request; undefined for one that goes by itself, as the rest of an earlier try does. */
function batchKey(
	{ item, operation, timeoutSeconds, batch, isDryRun, work, account }: Ready,
	isBegun: (item: number) => boolean,
): string | undefined {
	const { sharing, partitionKeys } = work;
	if (!batch || isBegun(item) || sharing === undefined || partitionKeys === undefined) return undefined;
	if (partitionKeys.length > sharing.mostRecipients) return undefined;
	return [operation.value, timeoutSeconds, isDryRun, account.id, sharing.key].join('\n');
}

/**
 * Makes batches of items, in their order: those that say the same go together, as many recipients as a request takes. Nobody's
 * messages change their order: an item joins an earlier batch only if none of its recipients is in that batch or a later one.
 *
 * @param isBegun whether an earlier attempt has sent a part of an item
 */
export function batchItems(
	ready: readonly Ready[],
	isBegun: (item: number) => boolean = () => false,
): Batch[] {
	const batches: Batch[] = [];
	const open = new Map<string | undefined, number>();
	/** By recipient: the last batch that they are in. */
	const lastBatchOf = new Map<string, number>();

	for (const readyItem of ready) {
		const { partitionKeys, sharing } = readyItem.work;
		const people = partitionKeys?.map(withoutOptionalDigit) ?? [];
		const key = batchKey(readyItem, isBegun);
		const index = open.get(key) ?? -1;
		const joined = batches[index]?.partitionKeys;
		const canJoin =
			joined !== undefined &&
			partitionKeys !== undefined &&
			joined.length + partitionKeys.length <= (sharing?.mostRecipients ?? 0) &&
			people.every((person) => (lastBatchOf.get(person) ?? -1) < index);
		const batchIndex = canJoin ? index : batches.push({ items: [], partitionKeys: partitionKeys && [] }) - 1;
		batches[batchIndex]?.items.push(readyItem);
		for (const person of people) {
			batches[batchIndex]?.partitionKeys?.push(person);
			lastBatchOf.set(person, batchIndex);
		}
		if (key !== undefined) open.set(key, batchIndex);
		// Nobody knows whom it reaches: what comes after it stays after it.
		if (partitionKeys === undefined) open.clear();
	}
	return batches;
}

/** From this many requests on it is worth telling people that there could be fewer. */
const worthTelling = 20;

/** Tells after a run what batching its items would have saved, where it is worth a word. */
function batchingHint(items: readonly Ready[]): string[] {
	const batchable = items.filter(({ batch, work }) => !batch && work.sharing !== undefined);
	const batched = batchItems(batchable.map((readyItem) => ({ ...readyItem, batch: true }))).length;
	if (batchable.length < worthTelling || batchable.length < 2 * batched) return [];
	return [
		`This run takes ${withCommas(batchable.length)} requests. With Batch Items, it takes ${withCommas(batched)}: items with the same content share a request.`,
	];
}

/** What there is to tell about the items of a run that were carried out, by operation, and about all those that were tried. */
export function hintsOn(sentItems: readonly Ready[], triedItems: readonly Ready[]): string[] {
	const operations = new Set(sentItems.map(({ operation }) => operation));
	const ofOperations = [...operations].flatMap((used) =>
		used.hints(sentItems.flatMap(({ operation, work }) => (operation === used ? work : []))),
	);
	return [...ofOperations, ...batchingHint(triedItems)];
}

/** How many requests may be in progress now, and what they have met. */
interface Pace {
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
 * Does all work in its order, at most `limit()` at a time: of two with a partition key in common, the second waits for the first.
 * Work without keys goes alone. When `isOver` says so, or `work` has rejected, no more is begun, and what is under way is awaited.
 */
export async function runPartitioned<Work extends Pick<Batch, 'partitionKeys'>>(
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
