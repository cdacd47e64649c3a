import type { Exchange } from '../../../protocol/exchange';
import type { Call } from '../sending/calls';

/** How many records are wanted: all, or the first ones. */
export type RecordLimit = number | 'all';

/** Which part of a list is wanted: so many, after the first ones that are skipped. */
export interface PageRange {
	limit: RecordLimit;
	skip: number;
}

/** One page of a list: from which record on (counted from 0), and how many. */
export type PageOf<Item> = (from: number, count: number) => Exchange<Item[]>;

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

/**
 * Tells the records that the page before did not have. New messages push the others back between two requests, so
 * the end of a page comes again at the beginning of the next. Equal records of one page are different messages.
 */
function unseenRecords<Item>(keyOf: (item: Item) => string): (page: readonly Item[]) => readonly Item[] {
	let previous: ReadonlySet<string> = new Set();
	return (page) => {
		const keys = page.map(keyOf);
		const records = previous;
		previous = new Set(keys);
		return page.filter((_item, index) => !records.has(keys[index] ?? ''));
	};
}

/** How the records of a list are read. */
export interface RecordReading<Item, Output> {
	/** Identifies a record while its status changes. */
	keyOf: (item: Item) => string;
	output: (item: Item) => Output;
}

/**
 * Reads a list page by page until enough was read or the list ends.
 *
 * @param use takes the records of a page
 * @param unseen leaves out the records of a page that came before; without it, all are used
 * @returns whether the service gives no more, though there may be more
 */
export async function eachPage<Item>(
	call: Call,
	pageOf: PageOf<Item>,
	{ limit, skip }: PageRange,
	limits: PageLimits,
	use: (page: readonly Item[]) => void,
	unseen = (page: readonly Item[]): readonly Item[] => page,
): Promise<boolean> {
	const recordLimit = limit === 'all' ? Infinity : limit;
	const total = limits.total ?? Infinity;
	let position = skip;
	let used = 0;
	let repeated = 0;
	while (used < recordLimit && position < total) {
		// As many more as were pushed back last time: otherwise, a few at the end could be missed again and again.
		const count = Math.min(limits.page, recordLimit - used + repeated, total - position);
		// The service may give more than it was asked for: a limit is kept all the same.
		const page = (await call(pageOf(position, count))).slice(0, count);
		const fresh = unseen(page);
		repeated = page.length - fresh.length;
		const records = fresh.slice(0, recordLimit - used);
		use(records);
		if (page.length < count) return false;
		used += records.length;
		position += count;
	}
	return position >= total && used < recordLimit;
}

/** Reads a list page by page until enough is there or the list ends, each record once. */
export async function readPages<Item, Output>(
	call: Call,
	pageOf: PageOf<Item>,
	range: PageRange,
	limits: PageLimits,
	{ keyOf, output }: RecordReading<Item, Output>,
): Promise<Pages<Output>> {
	const items: Output[] = [];
	// Page by page, so that there are never 50,000 records twice.
	const use = (page: readonly Item[]): void => {
		for (const item of page) items.push(output(item));
	};
	const cut = await eachPage(call, pageOf, range, limits, use, unseenRecords(keyOf));
	return { items, cut };
}
