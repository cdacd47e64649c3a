import type { HistoryRecord } from '../../protocol/sms/history';
import { commonOverlap } from '../engine/operations/pages';
import {
	type HistoryReading,
	type HistoryState,
	isNew,
	type Position,
	sinceAfter,
	type TimedRecord,
} from './historyState';

/** How many pages a poll reads at most: 50,000 records. */
const mostPages = 10;

/** How often a poll looks at all that is wanted, in seconds. */
const lookEvery = 15 * 60;

/** `yyyy-mm-ddThh` */
const hourLength = 13;

/** Reads the dates of records one after the other, in seconds since 1970: thousands are of the same few hours. */
function secondsReader(): (sentAt: string) => number {
	let hour = '';
	let start = 0;
	const digitsAt = (text: string, index: number): number =>
		(text.charCodeAt(index) - 48) * 10 + text.charCodeAt(index + 1) - 48;
	return (sentAt) => {
		const within = digitsAt(sentAt, hourLength + 1) * 60 + digitsAt(sentAt, hourLength + 4);
		if (hour === '' || !sentAt.startsWith(hour)) {
			hour = sentAt.slice(0, hourLength);
			start = Date.parse(sentAt) / 1000 - within;
		}
		return start + within;
	};
}

/** A page, newest first. Records with an unreadable date are skipped: a poll can't tell whether they are new. */
interface TimedPage {
	/** Of all records. */
	times: number[];
	/** Those that aren't older than asked for. */
	records: TimedRecord[];
}

/**
 * Adds times and keys to the records of a page. Without a reference, messages to one number in one second are told apart by their
 * order, from the oldest on: younger ones come on top.
 *
 * @param from the time from which on records are wanted
 */
export function timed(page: readonly HistoryRecord[], from = -Infinity): TimedPage {
	const secondsOf = secondsReader();
	const twins = new Map<string, number>();
	const [times, records]: [number[], TimedRecord[]] = [[], []];
	for (let index = page.length - 1; index >= 0; index--) {
		const record = page[index];
		if (record === undefined || record.sentAt === null) continue;
		const { sentAt, reference, to, status, raw } = record;
		const seconds = secondsOf(sentAt);
		times.push(seconds);
		if (seconds < from) continue;
		let key = `${reference};${to}`;
		let twin = 0;
		if (reference === null) {
			key = `;${to};${seconds}`;
			twin = twins.get(key) ?? 0;
			twins.set(key, twin + 1);
			if (twin > 0) key = `${key};${twin}`;
		}
		records.push({ sentAt, reference, to, status, raw, seconds, key, ...(twin > 0 && { twin }) });
	}
	return { times: times.reverse(), records: records.reverse() };
}

/** Whether all are older than a time, the oldest last: one older record alone proves nothing about the next ones. */
const areOlder = (times: readonly number[], time: number): boolean =>
	times.length > 0 &&
	times.every((seconds, index) => seconds < time && seconds <= (times[index - 1] ?? Infinity));

/** The pages of the history, for one poll. */
export interface HistoryPages {
	/** Reads the page that begins at an index. */
	pageAt: (index: number) => Promise<readonly HistoryRecord[]>;
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
 * that page fails again, the next poll begins at the top: so neither slow pages nor one that always fails hold back the others.
 *
 * Empty pages below a record that is new prove nothing: the look isn't complete, and what may lie below stays new.
 */
export async function readHistory(
	{ pageAt, time, isTimeUp }: HistoryPages,
	state: HistoryState,
): Promise<HistoryReading> {
	const { open, checked, rest } = state;
	const foundRecords = new Map<string, TimedRecord>();
	let oldest = state.since;
	for (const { sentAt } of open.values()) oldest = Math.min(oldest, sentAt);
	const top = { index: 0, end: 0, reached: 0, isKnown: false, mark: 0 };
	let { index, end, reached, isKnown, mark } = rest ?? top;
	let [idle, isResumed, isProven] = [0, rest !== undefined, false];
	const reading = (isComplete: boolean, last: number, remaining?: Position): HistoryReading => ({
		...{ records: [...foundRecords.values()], time: time() },
		...{ isComplete, isProven, checked: last, mark, remaining },
	});
	for (let pages = 1; ; pages++) {
		let failure: unknown;
		const received = await pageAt(index).catch((error: unknown) => {
			failure = error;
		});
		if (!received) {
			if (index === 0) throw failure;
			// Only the end is not confirmed.
			if (idle > 0) return reading(false, 0);
			if (isResumed) return { ...reading(false, 0), failure };
			return { ...reading(false, checked, { index, end, reached, isKnown, mark }), failure };
		}
		const { times, records } = timed(received, oldest);
		const isMoved = isResumed && !times.some((seconds) => seconds >= reached);
		isResumed = false;
		// Begin again: what lies between may be missing.
		if (isMoved) ({ index, end, reached, isKnown, mark } = top);
		else {
			if (index === 0) mark = sinceAfter(Math.max(0, ...times), time());
			const last = times.at(-1) ?? reached;
			let [hasNew, isFresh, isSplit] = [false, false, false];
			for (const record of records) {
				isFresh = isNew(state, record);
				if (!isFresh && !open.has(record.key)) continue;
				hasNew ||= isFresh;
				// Without a reference, it depends on the next page which one of its second it is.
				if (record.reference === null && record.seconds === last && times[0] !== last) isSplit = true;
				else if (!foundRecords.has(record.key)) foundRecords.set(record.key, record);
			}
			const after = index + received.length;
			const repeats = isSplit ? times.length - times.indexOf(last) : commonOverlap(received.length);
			idle = after > end ? 0 : idle + 1;
			if (idle === 0 && times.length > 0) isKnown = last < oldest || !isFresh;
			index = idle === 0 ? after - repeats : end;
			[end, reached] = [Math.max(end, after), last];
			isProven = areOlder(times, oldest);
			if (isProven || (idle === 2 && isKnown)) return reading(true, time());
			// The next poll has to look again.
			if (idle === 2) return reading(false, 0);
			const isLook = rest !== undefined || Math.abs(time() - checked) >= lookEvery;
			if (times.length > 0 && !hasNew && !isSplit && !isLook) return reading(false, checked);
		}
		// Two idle pages end a look only within one poll.
		if (pages >= mostPages || (idle === 0 && isTimeUp()))
			return reading(false, checked, end > 0 ? { index, end, reached, isKnown, mark } : undefined);
	}
}
