import { beginningOf, type HistoryRecord, repeats } from '../../protocol/sms/history';
import { overlapOf } from '../engine/operations/pages';
import type { HistoryReading, HistoryRules, HistoryState, Position, TimedRecord } from './historyState';
import { earliest, firstState, secondsOf, sinceAfter, top } from './historyState';

/** After how many pages a poll leaves the rest to the next one: 50,000 records. */
const mostPages = 10;

/** How often a poll looks at all that is wanted, in seconds. */
const lookEvery = 15 * 60;

type TimedPage = { times: number[]; records: TimedRecord[] };

/**
 * Returns the times of a page's records, newest first, and those records that aren't older than wanted. Messages of one second with
 * the same number and reference are told apart by their order, from the oldest on: younger ones come on top. On
 * two pages, they count as one: a poll that doesn't reach the older one couldn't tell which one it has.
 *
 * A record without a readable date has the time of the one below it or, at the end of the page, of the one above.
 *
 * @param from the time from which on records are wanted
 * @param above the time of the record above the page
 */
export function timed(page: readonly HistoryRecord[], from = 0, above = from): TimedPage {
	const twins = new Map<string, number>();
	const [times, records]: [number[], TimedRecord[]] = [[], []];
	const upwards = [...page].reverse();
	let time = upwards.find(({ seconds }) => seconds !== null)?.seconds ?? above;
	for (const record of upwards) {
		time = record.seconds ?? time;
		times.push(time);
		if (time < from) continue;
		const { reference, to, status, raw, sentAt } = record;
		const problem = record.problem ?? (sentAt === null ? 'date' : undefined);
		let key = `${time};${problem === undefined ? `${reference ?? ''};${to}` : beginningOf(record)}`;
		const twin = twins.get(key) ?? 0;
		twins.set(key, twin + 1);
		if (twin > 0) key = `${key};${twin}`;
		records.push({ sentAt: sentAt ?? '', reference, to, status, raw, seconds: time, key, twin, problem });
	}
	return { times: times.reverse(), records: records.reverse() };
}

/** How the last line of a page begins, by which the next one is known to go on. */
const endOf = (page: readonly HistoryRecord[], above?: string): string | undefined => {
	const lowest = page.at(-1);
	return lowest === undefined ? above : beginningOf(lowest);
};

/** Whether all are older than a time, the oldest last: one older record alone proves nothing about the next ones. */
const areOlder = (times: readonly number[], time: number): boolean =>
	times.length > 0 &&
	times.every((seconds, index) => seconds < time && seconds <= (times[index - 1] ?? Infinity));

/** The pages of the history, for one poll. */
export interface HistoryPages {
	/** Reads the page that begins at an index. @param above how the last line of the page above begins */
	pageAt: (index: number, above?: string) => Promise<readonly HistoryRecord[]>;
	/** When the service returned the last page, by its own clock: seconds since 1970. */
	time: () => number;
	/** Whether the next poll has to go on. */
	isTimeUp: () => boolean;
}

/**
 * Whether a history isn't the one that a state is of: it reaches back to the newest known message, and has none that is known. One
 * empty answer may be a mistake.
 */
export async function isOtherHistory(
	pageAt: HistoryPages['pageAt'],
	{ messages, since }: HistoryState,
): Promise<boolean> {
	let newest = since;
	for (const key of messages.keys()) newest = Math.max(newest, secondsOf(key));
	let [index, emptyPages] = [0, 0];
	for (let pages = 0; pages < mostPages && emptyPages < 2; pages++) {
		const { times, records } = timed(await pageAt(index));
		if (records.some(({ key }) => messages.has(key))) return false;
		if ((times.at(-1) ?? newest) < newest) return true;
		emptyPages = times.length === 0 ? emptyPages + 1 : 0;
		index += times.length;
	}
	return true;
}

/**
 * Returns the state after the first poll, for which all that is in the history is handled: it reads on below the first page while
 * that would count as new. What comes on top meanwhile is new. What it has no time for is older.
 *
 * @param serviceTime the service's clock: with n8n's, if it is behind, earlier messages would count as new
 */
export async function readFirst(
	{ pageAt, isTimeUp, serviceTime }: Omit<HistoryPages, 'time'> & { serviceTime: () => number },
	rules: HistoryRules,
): Promise<HistoryState> {
	const firstPage = await pageAt(0);
	const first = timed(firstPage);
	const state = firstState(first.records, rules, serviceTime());
	const handled = new Map(state.messages);
	let [index, emptyPages, reached] = [firstPage.length, 0, first.times.at(-1) ?? 0];
	let above = endOf(firstPage);
	for (let pages = 1; reached >= state.since && emptyPages < 2; pages++) {
		if (pages >= mostPages || isTimeUp()) {
			const since = reached + 1;
			const messages = [...handled].filter(([key]) => secondsOf(key) >= since);
			return { ...state, since, messages: new Map(messages) };
		}
		// The lowest one comes again: others may have vanished, or come on top.
		const from = Math.max(0, index - 1);
		const page = await pageAt(from, above);
		const { times, records } = timed(page, state.since);
		const below = records.slice(records.map(({ key }) => handled.has(key)).lastIndexOf(true) + 1);
		for (const { key } of below) handled.set(key, []);
		emptyPages = below.length === 0 ? emptyPages + 1 : 0;
		index = from + times.length;
		reached = times.at(-1) ?? reached;
		above = endOf(page, above);
	}
	return { ...state, messages: handled };
}

/**
 * Reads newest first until everything is older than wanted, and confirms the end of the history with an empty page.
 *
 * Wanted is what is dated from `since` on, or as old as the oldest open message. Every quarter of an hour, a look reads all of it;
 * other polls only until a page has nothing new. After each page, the first row that fits counts:
 *
 * | Page | The poll | The next poll begins |
 * | --- | --- | --- |
 * | fails, as the first of a poll that goes on | ends | at the top |
 * | fails, after one that reached no further | ends | at the top |
 * | fails | ends | with this page |
 * | is the first of a poll that goes on, and the list has moved up | ends | at the top |
 * | is older than wanted | completes its look | at the top |
 * | is the second that reaches no further, below a known record | completes its look | at the top |
 * | is the second that reaches no further, below a new one | ends: it proves nothing | at the top, with a look |
 * | has nothing new, and no look is due | ends | at the top |
 * | reaches further, and the poll has no more time | ends | below this page |
 * | is any other | reads the next page | |
 *
 * So neither slow pages nor one that always fails hold back the others.
 */
export async function readHistory(
	{ pageAt, time, isTimeUp }: HistoryPages,
	{ messages, since, checked, rest }: HistoryState,
): Promise<HistoryReading> {
	let oldest = since;
	for (const [key, codes] of messages)
		if (codes.length > 0) oldest = Math.min(oldest, earliest(secondsOf(key)));
	const isNew = ({ key, seconds }: TimedRecord): boolean => seconds >= since && !messages.has(key);
	const isOpen = ({ key }: TimedRecord): boolean => (messages.get(key) ?? []).length > 0;

	const records = new Map<string, TimedRecord>();
	let position = rest ?? top;
	/** How far the pages reach, how many in a row reached no further, and whether what lies below may be new. */
	let [end, idle, isNewBelow] = [position.index, 0, true];
	const reading = (remaining?: Position, isComplete = false): HistoryReading => ({
		...{ records, time: time(), isComplete, mark: position.mark, rest: remaining },
	});
	for (let pages = 1; ; pages++) {
		const { index, reached, above } = position;
		const isResumed = pages === 1 && index > 0;
		const page = await pageAt(index, above).catch((failure: unknown) => ({ failure }));
		if ('failure' in page) {
			const remaining = isResumed || idle > 0 ? top : position;
			// Without the second idle page, only the end isn't confirmed.
			return { ...reading(index === 0 ? rest : remaining), ...(idle === 0 && page) };
		}
		const { times, records: dated } = timed(page, oldest, reached || oldest);
		// The list has moved up: what lies between may be missing.
		if (isResumed && !times.some((seconds) => seconds >= reached) && !repeats(page, above))
			return reading(top);

		const nextIndex = index + page.length;
		const isFurther = nextIndex > end;
		idle = isFurther ? 0 : idle + 1;
		const last = times.at(-1) ?? reached;
		// A second that fills a page is split: repeated whole, it would leave each page a line.
		const isFilled = times.indexOf(last) < page.length / 10;
		const overlap = isFurther ? overlapOf(isFilled ? times.map(() => last) : times) : 0;
		// Which one of its second a record is depends on the next page.
		const splitSecond = isFurther && !isFilled ? last : undefined;
		const relevant = dated.filter((record) => isNew(record) || isOpen(record));
		for (const record of relevant) if (record.seconds !== splitSecond) records.set(record.key, record);
		if (isFurther) isNewBelow = dated.slice(-1).some((record) => record.seconds === last && isNew(record));

		position = {
			// A page that doesn't reach the end is read again.
			index: nextIndex < end ? index : nextIndex - overlap,
			reached: last,
			mark: index === 0 ? sinceAfter(Math.max(0, ...times), time()) : position.mark,
			above: endOf(page, above),
		};
		end = Math.max(end, nextIndex);

		if (areOlder(times, oldest)) return reading(undefined, true);
		// The end: if something below may be new, the next poll has to look again.
		if (idle === 2) return isNewBelow ? reading({ ...top, reached: last }) : reading(undefined, true);
		const isDue = rest !== undefined || Math.abs(time() - checked) >= lookEvery;
		const hasMore = relevant.some((record) => isNew(record) || record.seconds === splitSecond);
		// Only a look reads on below a page with nothing new.
		if (times.length > 0 && !hasMore && !isDue) return reading();
		// Two idle pages end a look only within one poll.
		if (isFurther && (pages >= mostPages || isTimeUp())) return reading(position);
	}
}
