import { jsonParse } from 'n8n-workflow';
import {
	type HistoryEventName,
	isNotYetKnown,
	type RecordedMessage,
	statusInHistory,
} from '../../protocol/callbacks/historyEvent';
import { earliestReading } from '../../protocol/parisTime';
import { smsStatus } from '../../protocol/sms/statuses';
import { isChosenStatus } from '../engine/webhook/filters';

export const eventKinds = ['finalStatus', 'newMessage', 'statusChanged', 'statusUnknown'] as const;

/** A message that has no final status yet, or whose events are due. */
export interface OpenMessage {
	/** The statuses that it has had, the present one last; none, or an empty one first, if New Message is due. */
	codes: readonly string[];
	sentAt: number;
}

/** What is kept between two polls. All times are the service's, in seconds since 1970. */
export interface HistoryState {
	/** See {@link filtersOf}. */
	filters: string;
	/** What is dated before this was handled, unless it is open. */
	since: number;
	/** By the record's key. */
	open: ReadonlyMap<string, OpenMessage>;
	/** What is dated from `since` on and was handled: the minute of sending by {@link keyHash}. */
	handled: ReadonlyMap<number, number>;
	/** Where the next poll goes on: the last one had no time for what lies below. */
	rest?: Position | undefined;
	/** When the last look was complete. */
	checked: number;
}

export interface Position {
	/** The next page's first record: the last ones that were read come again. */
	index: number;
	/** How many records lay above. */
	end: number;
	/** The time of the last of them. */
	reached: number;
	/** Whether that one isn't new. */
	isKnown: boolean;
	/** `since` after the look. */
	mark: number;
}

/** A record with its time in seconds and its identity. */
export interface TimedRecord extends RecordedMessage {
	/** Undefined for a message that the history no longer has. */
	raw?: string;
	seconds: number;
	/** Parts and recipients of one send can share a reference, and a reference can be missing. */
	key: string;
}

/** What a poll has read. */
export interface HistoryReading {
	/** The new and the open ones, the newest first, each once. */
	records: readonly TimedRecord[];
	/** When it was read, by the service's clock. */
	time: number;
	/** Whether a look was completed. */
	isComplete: boolean;
	/** Whether the look ended by older records, and not by empty answers, which may be wrong. */
	isProven: boolean;
	/** When the last look was complete; 0 if the next poll has to look. */
	checked: number;
	/** `since` after the look. */
	mark: number;
	remaining?: Position | undefined;
	/** Why the next poll has to go on, if a page failed below others. */
	failure?: unknown;
}

interface Filters {
	/** Some of {@link eventKinds}. */
	events: readonly string[];
	/** The chosen codes; empty for all. */
	statuses: readonly string[];
	/** In international format; empty for every recipient. */
	to: string;
}

export interface HistoryRules extends Filters {
	lookBackDays: number;
}

export interface FoundEvent {
	event: HistoryEventName;
	record: TimedRecord;
}

const minute = 60;
const day = 24 * 60 * minute;
const month = 30 * day;

/** How much later than a younger record another one may appear. */
const overlap = 60 * minute;

/** 46 bits are enough to tell a new message from some thousands, and take a tenth of the time of a cryptographic hash. */
function keyHash(key: string): number {
	let [low, high] = [0x811c9dc5, 0x41c6ce57];
	for (let index = 0; index < key.length; index++) {
		const code = key.charCodeAt(index);
		low = Math.imul(low ^ code, 0x9e3779b1);
		high = Math.imul(high ^ code, 0x5f356495);
	}
	low = Math.imul(low ^ (high >>> 15), 0x85ebca77);
	high = Math.imul(high ^ (low >>> 13), 0xc2b2ae3d);
	return (high >>> 18) * 2 ** 32 + (low >>> 0);
}

const digits = (number: string): string => number.replace(/\D/g, '');

/** The earliest time that anything sent from a time on can have in the history, both in seconds. */
const earliest = (seconds: number): number => Math.floor(earliestReading(seconds * 1000) / 1000);

/** From when on records count after a look whose newest record has this time, unless that is in the future. */
export const sinceAfter = (newest: number, time: number): number =>
	earliest(Math.min(newest, time) - overlap);

/** The values that decide what starts the workflow, as one text. */
export const filtersOf = ({ events, statuses, to }: Filters): string =>
	JSON.stringify({ events, statuses: [...statuses].sort(), to });

/**
 * The state after the first poll, which takes what its page has for handled, and what is older. An empty page proves nothing:
 * then, what is dated before the poll is older.
 *
 * @param isCut whether the history may have older ones of the same second as the last
 */
export function firstState(
	page: readonly TimedRecord[],
	rules: HistoryRules,
	time: number,
	isCut = false,
): HistoryState {
	const times = page.map(({ seconds }) => seconds);
	const start = earliest(times.length === 0 ? time : Math.min(time, Math.max(...times)));
	const since = isCut ? Math.max(start, Math.min(...times) + 1) : start;
	const recent = page.filter(({ seconds }) => seconds >= since);
	return {
		...{ filters: filtersOf(rules), since, checked: time, open: new Map() },
		handled: new Map(recent.map(({ key, seconds }) => [keyHash(key), Math.floor(seconds / minute)])),
	};
}

/** Whether a record's message is neither handled nor open. */
export const isNew = (state: HistoryState, { key, seconds }: TimedRecord): boolean =>
	seconds >= state.since && !state.open.has(key) && !state.handled.has(keyHash(key));

/** What a record starts, given the statuses that its message has had: none for a new message. The newest first, as the records. */
function eventsOf(
	record: TimedRecord,
	codes: readonly string[],
	{ events, statuses }: Filters,
): HistoryEventName[] {
	const { code, final } = record.status;
	const isWanted = events.includes('statusChanged') || (events.includes('finalStatus') && final !== false);
	const isReport =
		isWanted && !codes.includes(code) && !isNotYetKnown(record) && isChosenStatus(code, statuses);
	const isUnseen = (codes[0] ?? '') === '' && events.includes('newMessage');
	return [...(isReport ? ['delivery_report' as const] : []), ...(isUnseen ? ['new_message' as const] : [])];
}

/** An open message of which there is no record any more, as one. */
function recordOf(key: string, { codes, sentAt }: OpenMessage): TimedRecord {
	const [reference = '', to = '', , twin] = key.split(';');
	return {
		reference: reference === '' ? null : reference,
		to,
		status: smsStatus(codes.at(-1) ?? '-1'),
		sentAt: new Date(sentAt * 1000).toISOString(),
		seconds: sentAt,
		key,
		...(twin !== undefined && { twin: Number(twin) }),
	};
}

/**
 * Compares the history with what was known of it, and returns what starts the workflow, the oldest message first, with the next
 * state. A message goes through these states:
 *
 * | State | The history has | Event | Next state |
 * | --- | --- | --- | --- |
 * | new | a status that is final | New Message, Status Changed, Final Status | handled |
 * | new | another status | New Message; Status Changed unless nothing is known yet | open |
 * | open | a status that it has had | | open |
 * | open | a status that is final | Status Changed, Final Status | handled |
 * | open | another status | Status Changed | open |
 * | open, older than the look-back in two complete looks | no final status | Status Unknown | handled |
 * | new or open, first poll after a change of filters | an event of the old and the new filters | | open, this event due |
 * | the same | any other record | | handled or open, as above |
 * | new to a change of Recipient, or on the page of the first poll | anything | | handled |
 * | open, of another recipient after a change | anything | | handled |
 * | handled | anything | | handled |
 *
 * New is what is dated from `since` on, and neither open nor handled. A status that isn't documented counts as Final Status,
 * too, but leaves the message open. Only events that are chosen are returned, and one for each status.
 *
 * Only a complete look moves `since`, to an hour before the newest record that was there when it began: some records appear late,
 * and times are to the second. A message leaves if two looks find it too old, so that a clock that jumps once changes nothing.
 *
 * A state that came before this one, if the polls in between returned nothing, leads to the same events.
 */
export function advance(
	state: HistoryState,
	{ records, time, isComplete, isProven, checked, mark, remaining }: HistoryReading,
	rules: HistoryRules,
): { events: FoundEvent[]; next: HistoryState } {
	const filters = filtersOf(rules);
	/** Before a change. */
	const former = state.filters === filters ? undefined : jsonParse<Filters>(state.filters);
	const foundEvents: FoundEvent[] = [];
	const handled = new Map(state.handled);
	const open = new Map(state.open);
	const handle = (key: string, seconds: number): void => {
		open.delete(key);
		handled.set(keyHash(key), Math.floor(seconds / minute));
	};
	const isOther = (to: string, number: string): boolean => to !== '' && digits(to) !== digits(number);

	for (const record of records) {
		const { key, seconds, status, to } = record;
		const openMessage = state.open.get(key);
		const codes = openMessage?.codes ?? [];
		const isOld = former !== undefined && openMessage === undefined && isOther(former.to, to);
		const events = isOld ? [] : eventsOf(record, codes, rules);
		const due = former ? eventsOf(record, codes, former).filter((event) => events.includes(event)) : [];
		if (!former) for (const event of events) foundEvents.push({ event, record });
		if (isOld || (due.length === 0 && statusInHistory(record).final === true)) handle(key, seconds);
		else {
			const seen = [
				...(due.includes('new_message') ? [''] : []),
				...codes.filter((code) => code !== status.code && code !== ''),
				...(due.includes('delivery_report') ? [] : [status.code]),
			];
			open.set(key, { codes: seen.length > 0 ? seen : ['-1'], sentAt: seconds });
		}
	}
	// Each second has many, the newest first.
	foundEvents.reverse();

	const read = new Map(records.map((record) => [record.key, record]));
	const limit = Math.min(time, state.checked) - rules.lookBackDays * day;
	for (const [key, message] of open) {
		const isForeign = isOther(rules.to, key.split(';')[1] ?? '');
		const record = read.get(key);
		// One that the history lacks may come back.
		const reserve = record ? 0 : isProven ? day : month;
		const isLeft = isComplete && !former && message.sentAt < limit - reserve;
		if (!isForeign && !isLeft) continue;
		handle(key, message.sentAt);
		if (!isForeign && rules.events.includes('statusUnknown'))
			foundEvents.push({ event: 'status_unknown', record: record ?? recordOf(key, message) });
	}
	foundEvents.sort((earlier, later) => earlier.record.seconds - later.record.seconds);

	// What is not read at a change counts as from before.
	const unread = former && remaining ? remaining.reached + 1 : 0;
	const since = Math.max(state.since, isComplete ? mark : unread);
	for (const [key, sent] of handled) if ((sent + 1) * minute <= since) handled.delete(key);
	return {
		events: foundEvents,
		next: {
			...{ filters, since, open, handled, checked },
			rest: former ? undefined : remaining,
		},
	};
}
