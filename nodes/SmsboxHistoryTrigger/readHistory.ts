import { beginningOf, type HistoryRecord, repeats } from '../../protocol/sms/history';
import { overlapOf } from '../engine/operations/pages';
import {
	type HistoryReading,
	type HistoryState,
	type Position,
	secondsOf,
	sinceAfter,
	type TimedRecord,
	top,
} from './historyState';

/** After how many pages a poll leaves the rest to the next one: 50,000 records. */
const mostPages = 10;

/** How often a poll looks at all that is wanted, in seconds. */
const lookEvery = 15 * 60;

export type TimedPage = { times: number[]; records: TimedRecord[] };

/**
 * Returns the times of a page's records, newest first, and those records that aren't older than wanted. Messages of one second with
 * the same number and reference are told apart by their order, from the oldest on: younger ones come on top.
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
 * Reads newest first until everything is older than wanted, and confirms the end of the history with an empty page.
 *
 * Wanted is what is dated from `since` on, or as old as the oldest open message. Every quarter of an hour, a look reads all of it;
 * other polls only until a page has nothing new. A poll goes on where the last one had no more time, or met a page that failed. If
 * that page fails again, or the list has moved up, the next poll begins at the top: so neither slow pages nor one that always
 * fails hold back the others.
 *
 * Empty pages below a record that is new prove nothing: the look isn't complete, and what may lie below stays new.
 */
export async function readHistory(
	{ pageAt, time, isTimeUp }: HistoryPages,
	{ messages, since, checked, rest }: HistoryState,
): Promise<HistoryReading> {
	const records = new Map<string, TimedRecord>();
	let oldest = since;
	for (const [key, codes] of messages) if (codes.length > 0) oldest = Math.min(oldest, secondsOf(key));
	let { index, reached, mark, above } = rest ?? top;
	let [end, idle, isKnown, isResumed] = [index, 0, false, index > 0];
	const reading = (remaining?: Position, isComplete = false): HistoryReading => ({
		...{ records, time: time(), isComplete, mark, rest: remaining },
	});
	for (let pages = 1; ; pages++) {
		const page = await pageAt(index, above).catch((failure: unknown) => ({ failure }));
		if ('failure' in page) {
			const remaining = isResumed || idle > 0 ? top : { index, reached, mark, above };
			// Without the second idle page, only the end isn't confirmed.
			return { ...reading(index === 0 ? rest : remaining), ...(idle === 0 && page) };
		}
		const { times, records: dated } = timed(page, oldest, reached || oldest);
		// What lies between may be missing.
		const isNext = times.some((seconds) => seconds >= reached) || repeats(page, above);
		if (isResumed && !isNext) return reading(top);
		isResumed = false;
		if (index === 0) mark = sinceAfter(Math.max(0, ...times), time());
		const nextIndex = index + page.length;
		idle = nextIndex > end ? 0 : idle + 1;
		const last = times.at(-1) ?? reached;
		const isSplit = idle === 0 && times[0] !== last;
		let [hasMore, isNew] = [false, false];
		for (const record of dated) {
			const codes = messages.get(record.key);
			isNew = codes === undefined && record.seconds >= since;
			if (!isNew && (codes ?? []).length === 0) continue;
			// It depends on the next page which one of its second it is.
			const isLast = isSplit && record.seconds === last;
			hasMore ||= isNew || isLast;
			if (!isLast) records.set(record.key, record);
		}
		if (idle === 0) isKnown = last < oldest || !isNew;
		const lowest = page.at(-1);
		if (lowest !== undefined) above = beginningOf(lowest);
		if (idle === 0) index = nextIndex - overlapOf(times);
		else if (nextIndex === end) index = end;
		[end, reached] = [Math.max(end, nextIndex), last];
		if (areOlder(times, oldest) || (idle === 2 && isKnown)) return reading(undefined, true);
		// The next poll has to look again.
		if (idle === 2) return reading({ ...top, reached });
		const isDue = rest !== undefined || Math.abs(time() - checked) >= lookEvery;
		if (times.length > 0 && !hasMore && !isDue) return reading();
		// Two idle pages end a look only within one poll.
		if (idle === 0 && (pages >= mostPages || isTimeUp())) return reading({ index, reached, mark, above });
	}
}
