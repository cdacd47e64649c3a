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
 * Reads a list page by page until enough was read or the list ends.
 *
 * @param use takes the records of a page
 * @returns whether the service gives no more, though there may be more
 */
export async function eachPage<Item>(
	call: Call,
	pageOf: PageOf<Item>,
	{ limit, skip }: PageRange,
	limits: PageLimits,
	use: (page: readonly Item[]) => void,
): Promise<boolean> {
	const ceiling = (limits.total ?? Infinity) - skip;
	const end = Math.min(limit === 'all' ? Infinity : limit, ceiling);
	let read = 0;
	while (read < end) {
		const count = Math.min(limits.page, end - read);
		const page = await call(pageOf(skip + read, count));
		// The service may give more than it was asked for: a limit is kept all the same.
		use(page.slice(0, count));
		if (page.length < count) return false;
		read += count;
	}
	return read >= ceiling && (limit === 'all' || limit > ceiling);
}

/** Reads a list page by page until enough is there or the list ends. */
export async function readPages<Item>(
	call: Call,
	pageOf: PageOf<Item>,
	range: PageRange,
	limits: PageLimits,
): Promise<Pages<Item>> {
	const items: Item[] = [];
	const cut = await eachPage(call, pageOf, range, limits, (page) => {
		for (const item of page) items.push(item);
	});
	return { items, cut };
}
