import { type HistoryRecord, maxPage } from '../../protocol/sms/history';
import {
	earliest,
	type HistoryState,
	isNew,
	overlap,
	type HistoryReading,
	type TimedRecord,
} from './historyState';

/** How many pages a poll reads at most: 50,000 records. */
const mostPages = 10;

/** How often the pages of old open messages are read, in seconds. */
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

/**
 * The records of a page with their times and keys. Without a reference, messages to one number in one second are told apart by
 * their order, from the oldest on: younger ones come on top. Records with an unreadable date are skipped: a poll can't tell whether they
 * are new.
 */
export function timed(page: readonly HistoryRecord[]): TimedRecord[] {
	const secondsOf = secondsReader();
	const twins = new Map<string, number>();
	const records: TimedRecord[] = [];
	for (let index = page.length - 1; index >= 0; index--) {
		const record = page[index];
		if (record === undefined || record.sentAt === null) continue;
		const { sentAt, reference, to, status, raw } = record;
		const at = secondsOf(sentAt);
		if (reference !== null)
			records.push({ sentAt, reference, to, status, raw, at, key: `${reference};${to}` });
		else {
			const key = `;${to};${at}`;
			const twin = twins.get(key) ?? 0;
			twins.set(key, twin + 1);
			const more = twin === 0 ? { key } : { key: `${key};${twin}`, twin };
			records.push({ sentAt, reference, to, status, raw, at, ...more });
		}
	}
	return records.reverse();
}

/** Whether all records are older than a time, the oldest last: one older record alone proves nothing about the next ones. */
const areOlder = (records: readonly TimedRecord[], time: number): boolean =>
	records.every(({ at }, index) => at < time && at <= (records[index - 1]?.at ?? Infinity));

/** Where to begin the page after the one that begins at an index. */
const indexAfter = (index: number, length: number): number =>
	index + length - Math.min(repeated, Math.floor(length / 10));

/** The time from which the newest records are wanted. */
function wantedFrom(state: HistoryState, [newest]: readonly TimedRecord[]): number {
	const { filters, since, start = Infinity } = state;
	return filters === '' ? Math.min(start, earliest((newest?.at ?? 0) - overlap)) : since;
}

/**
 * Reads newest first until everything is older than wanted, or two empty pages confirm the end. Wanted is what no poll has read;
 * every quarter of an hour also what is as old as the oldest open message. First come the newest records, then a poll goes on
 * where the last one stopped.
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
	const { rest, open, checked } = state;
	const records: TimedRecord[] = [];
	const seen = new Set<string>();
	let oldest = rest?.hasNew === true ? state.since : Infinity;
	for (const { sentAt } of open.values()) oldest = Math.min(oldest, sentAt);
	const isLookDue = rest !== undefined || now - checked >= lookEvery || now < checked;
	let [index, empty, reached] = [0, 0, Infinity];
	let stage: 'newest' | 'goingOn' | 'rest' = 'newest';
	for (let pages = 1; ; pages++) {
		const received = await pageAt(index);
		const page = timed(received);
		const fresh = page.filter(({ key }) => !seen.has(key));
		for (const record of fresh) {
			seen.add(record.key);
			records.push(record);
		}
		const isLast = pages >= mostPages || isTimeUp();
		if (stage === 'goingOn' && (page[0]?.at ?? 0) < reached) {
			// Records above have vanished since: what lies between is not read yet.
			index = Math.max(0, index - maxPage);
			if (index === 0) stage = 'rest';
			if (isLast) return { records, rest };
			continue;
		}
		// A page of known records is no proof of the end either.
		empty = fresh.length === 0 && page.length === received.length ? empty + 1 : 0;
		index = fresh.length === 0 ? index + received.length : indexAfter(index, received.length);
		reached = Math.min(reached, page.at(-1)?.at ?? Infinity);
		const from = stage === 'newest' ? wantedFrom(state, records) : oldest;
		// Nothing has happened, or the last poll has read from here on.
		const isQuiet =
			stage === 'newest' &&
			(pages === 1 || rest?.hasNew === true) &&
			fresh.length > 0 &&
			!fresh.some((one) => isNew(state, one));
		const isOver = empty === 2 || isQuiet || (fresh.length > 0 && areOlder(fresh, from));
		const hasAll = rest?.hasNew !== true && [...open.keys()].every((key) => seen.has(key));
		if (isOver && (stage !== 'newest' || empty === 2 || reached < oldest || hasAll))
			return { records, rest: undefined };
		if (isOver && !isLookDue) return { records, rest: 'unchanged' };
		if (isOver && rest !== undefined && rest.index > index) {
			({ index, reached } = rest);
			stage = 'goingOn';
		} else if (isOver || stage === 'goingOn') stage = 'rest';
		if (isLast)
			return { records, rest: { index, reached, hasNew: stage === 'newest' || rest?.hasNew === true } };
	}
}
