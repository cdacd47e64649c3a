import type { Exchange } from '../../../protocol/exchange';
import type { Call } from '../sending/calls';

/** How many records are wanted: all, or the first ones. */
export type RecordLimit = number | 'all';

/** Which part of a list is wanted: so many, after the first ones that are skipped. */
export interface PageRange {
	limit: RecordLimit;
	skip: number;
}

/** One page of a list: from which record on (counted from 0), how many, and the last one of the page above, which it repeats. */
export type PageOf<Item> = (from: number, count: number, above?: Item) => Exchange<Item[]>;

/** What a service gives of a list: at most so many a request and, where it says so, so many in all. */
export interface PageLimits {
	page: number;
	total?: number;
}

export interface Pages<Item> {
	items: Item[];
	/** The service gives no more, though there may be more: the person is to be told. */
	cut: boolean;
}

/** How the records of a list are read. */
export interface RecordReading<Item, Output> {
	/** Identifies a record while its status changes. Equal records that no page repeats are different messages. */
	keyOf: (item: Item) => string;
	output: (item: Item) => Output;
}

/** Some may vanish from the top of the list between two requests, and the last one may have been cut. */
const commonOverlap = (pageLength: number): number => Math.min(50, Math.ceil(pageLength / 10));

/**
 * How many records of a page the next one repeats. It has to repeat all that are equal to the last one: otherwise, it can't
 * be told how many more there are. Some more come again, too: if records vanish meanwhile, the first of these would be missing.
 *
 * @param keys of the page, or other values that the same record has in each page
 */
export function overlapOf(keys: readonly unknown[]): number {
	const last = keys.at(-1);
	const equalToLast = last === undefined ? 0 : keys.length - keys.indexOf(last);
	const common = commonOverlap(keys.length);
	if (equalToLast === keys.length) return common;
	return Math.min(keys.length - 1, Math.max(common, equalToLast + Math.floor(common / 2)));
}

/**
 * Returns the index of the last record that a page may repeat: the last one of the page above. Records below it are new, also those
 * that equal others. If it has vanished, all may be repeated: a new one that equals another can be missing, but none comes twice.
 */
function lastRepeated(keys: readonly string[], above: readonly string[]): number {
	const lowest = above.at(-1) ?? '';
	const countIn = (page: readonly string[]): number => page.filter((key) => key === lowest).length;
	return countIn(keys) < countIn(above) ? Infinity : keys.lastIndexOf(lowest);
}

/**
 * Reads a list page by page until enough is there or the list ends, each record once: new messages push the others back
 * between two requests. A page that is shorter than asked for doesn't prove the end, nor does one that has nothing new: it
 * takes two such pages in a row, the last without anything new. A page that repeats nothing proves that records have vanished
 * from the top: it is read again from further back, until it does.
 */
export async function readPages<Item, Output>(
	call: Call,
	pageOf: PageOf<Item>,
	{ limit, skip }: PageRange,
	limits: PageLimits,
	{ keyOf, output }: RecordReading<Item, Output>,
): Promise<Pages<Output>> {
	const recordLimit = limit === 'all' ? Infinity : limit;
	const total = limits.total ?? Infinity;
	const items: Output[] = [];
	/** How many records have this key. */
	const counts = new Map<string, number>();
	let [end, overlap, signsOfEnd] = [skip, 0, 0];
	let last: Item | undefined;
	let hasGoneBack = false;
	let above: string[] = [];
	// What the first page lacks of a limit, the next ones may have to look for: they are as long as possible.
	let count = Math.min(limits.page, recordLimit, total - skip);
	while (items.length < recordLimit && end < total && signsOfEnd < 2) {
		const from = Math.max(skip, end - overlap);
		const page = await call(pageOf(from, count, last));
		const keys = page.map(keyOf);
		if (from > skip && !keys.some((key) => counts.has(key))) {
			// Less than a page further: what comes after the known records has to be on it.
			overlap = Math.min(end - skip, overlap + Math.min(Math.max(overlap, 1), Math.ceil(limits.page / 2)));
			count = Math.min(limits.page, total - end + overlap);
			hasGoneBack = true;
			continue;
		}
		const repeatedUntil = lastRepeated(keys, above);
		const pageCounts = new Map<string, number>();
		let hasNew = false;
		for (const [index, item] of page.entries()) {
			const key = keys[index] ?? '';
			const readCount = counts.get(key) ?? 0;
			const pageCount = (pageCounts.get(key) ?? 0) + 1;
			pageCounts.set(key, pageCount);
			if (index <= repeatedUntil && pageCount <= readCount) continue;
			counts.set(key, readCount + 1);
			hasNew = true;
			// The service may give more than it was asked for.
			if (items.length < recordLimit) items.push(output(item));
		}
		if (hasNew) signsOfEnd = page.length < count ? 1 : 0;
		else signsOfEnd += 1;
		end = hasGoneBack ? from + page.length : Math.max(end, from + page.length);
		hasGoneBack = false;
		if (hasNew) [overlap, last, above] = [overlapOf(keys), page.at(-1), keys];
		count = Math.min(limits.page, total - end + overlap);
	}
	return { items, cut: end >= total && items.length < recordLimit };
}
