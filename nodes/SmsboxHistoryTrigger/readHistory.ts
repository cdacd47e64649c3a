import type { HistoryRecord } from '../../protocol/sms/history';
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

/** How many records of a page the next one repeats, at most: some may vanish between the two. */
const repeated = 50;

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
		const at = secondsOf(sentAt);
		times.push(at);
		if (at < from) continue;
		let key = `${reference};${to}`;
		let twin = 0;
		if (reference === null) {
			key = `;${to};${at}`;
			twin = twins.get(key) ?? 0;
			twins.set(key, twin + 1);
			if (twin > 0) key = `${key};${twin}`;
		}
		records.push({ sentAt, reference, to, status, raw, at, key, ...(twin > 0 && { twin }) });
	}
	return { times: times.reverse(), records: records.reverse() };
}

/** Whether all are older than a time, the oldest last: one older record alone proves nothing about the next ones. */
const areOlder = (times: readonly number[], time: number): boolean =>
	times.length > 0 && times.every((at, index) => at < time && at <= (times[index - 1] ?? Infinity));

/**
 * Reads newest first. Each poll reads until a page has nothing new. Every quarter of an hour, a look reads until a page is older
 * than all that is wanted, or until two pages in a row bring nothing. Wanted is what is dated from `since` on, or as old as the
 * oldest open message. What a poll has no time for, the next one reads after what is new by then.
 *
 * @param pageAt reads the page that begins at an index
 * @param now seconds since 1970
 * @param isTimeUp whether the next poll has to go on
 */
export async function readHistory(
	pageAt: (index: number) => Promise<readonly HistoryRecord[]>,
	state: HistoryState,
	now: number,
	isTimeUp: () => boolean,
): Promise<HistoryReading> {
	const { open, checked, mark } = state;
	const found = new Map<string, TimedRecord>();
	let oldest = state.since;
	for (const { sentAt } of open.values()) oldest = Math.min(oldest, sentAt);
	let left = state.rest;
	const isLook = left.length > 0 || now - checked >= lookEvery || now < checked;
	/** Where to go on if the page isn't where it was. */
	let above: Position | undefined;
	let [index, reached, end, idle, fresh, newest] = [0, 0, 0, 0, 0, 0];
	const reading = (isComplete: boolean, isCut: boolean): HistoryReading => {
		const below = left.map((place) => ({ ...place, index: place.index + fresh }));
		return {
			...{ records: [...found.values()], isComplete },
			mark: state.rest.length > 0 ? mark : sinceAfter(newest, now),
			rest: isCut ? [{ index, reached }, ...below] : [],
		};
	};
	for (let pages = 1; ; pages++) {
		const received = await pageAt(index);
		const { times, records } = timed(received, oldest);
		// A history that had records and shows none is out of order, and proves nothing.
		if (pages === 1 && received.length === 0 && (state.rest.length > 0 || open.size > 0))
			return { records: [], isComplete: false, mark, rest: state.rest };
		if (above !== undefined && !times.includes(reached)) {
			({ index, reached } = above);
			[end, left, above] = [index, [], undefined];
		} else {
			above = undefined;
			let hasNew = false;
			for (const record of records) {
				const isFresh = isNew(state, record);
				hasNew ||= isFresh;
				if ((!isFresh && !open.has(record.key)) || found.has(record.key)) continue;
				found.set(record.key, record);
				if (isFresh) fresh += 1;
			}
			newest = Math.max(newest, ...times);
			const after = index + received.length;
			idle = after > end ? 0 : idle + 1;
			index = after > end ? after - Math.min(repeated, Math.floor(received.length / 10)) : end;
			end = Math.max(end, after);
			reached = times.at(-1) ?? reached;
			const isOver = idle === 2 || areOlder(times, oldest);
			const isJoined = times.length > 0 && !hasNew;
			if (isOver || (isJoined && !isLook)) return reading(isOver, false);
			const [next, ...others] = left;
			if (isJoined && next !== undefined) {
				above = { index, reached };
				({ reached } = next);
				index = next.index + fresh;
				[end, left] = [index, others];
			}
		}
		if (pages >= mostPages || isTimeUp()) return reading(false, true);
	}
}
