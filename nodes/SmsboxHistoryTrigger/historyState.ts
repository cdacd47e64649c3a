import { hash } from 'node:crypto';
import {
	type HistoryEventName,
	isNotYetKnown,
	type RecordedMessage,
	statusInHistory,
} from '../../protocol/callbacks/historyEvent';
import { earliestReading } from '../../protocol/parisTime';
import { smsStatus } from '../../protocol/sms/statuses';
import { isChosenStatus } from '../engine/webhook/smsStatuses';

export const eventKinds = ['finalStatus', 'newMessage', 'statusChanged', 'statusUnknown'] as const;

/** What can start the workflow. */
export type HistoryEventKind = (typeof eventKinds)[number];

/** A message whose status is not final yet, or that is due. */
export interface OpenMessage {
	/** The statuses that it has had, the present one last; none for a message that is due. */
	codes: readonly string[];
	sentAt: number;
}

/** What is kept between two polls. All times are seconds since 1970: `checked` by n8n's clock, the others by the history. */
export interface HistoryState {
	/** The filters' values, see {@link filtersOf}; empty before a poll has seen a record. */
	filters: string;
	/** What is dated before was handled, unless it is open or not read yet. */
	since: number;
	/** Messages dated from here on are new, though no poll has seen a record yet; undefined for those not seen by the first. */
	start: number | undefined;
	/** By the record's key. */
	open: ReadonlyMap<string, OpenMessage>;
	/** What is dated from `since` on and was handled: the minute of sending by {@link keyHash}. */
	handled: ReadonlyMap<string, number>;
	/** Where the next poll goes on reading; undefined where everything wanted was read. */
	rest: Rest | undefined;
	/** When the last look at all open messages was complete. */
	checked: number;
}

export interface Rest {
	/** Of the first record, counted from the newest. */
	index: number;
	/** The time of the last record that was read. */
	reached: number;
	/** Whether messages are new there; else only open ones are looked for. */
	hasNew: boolean;
}

/** A record with its time in seconds and its identity. */
export interface TimedRecord extends RecordedMessage {
	/** Undefined for what the history no longer has. */
	raw?: string;
	at: number;
	/** Parts and recipients of one send can share a reference, and a reference can be missing. */
	key: string;
}

/** What a poll has read, the newest record first. */
export interface HistoryReading {
	records: readonly TimedRecord[];
	/** Undefined after a look at all open messages; `unchanged` where none was due. */
	rest: Rest | 'unchanged' | undefined;
}

export interface HistoryRules {
	events: readonly HistoryEventKind[];
	/** The chosen codes; empty for all. */
	statuses: readonly string[];
	/** In international format; undefined for every recipient. */
	to: string | undefined;
	lookBackDays: number;
}

export interface FoundEvent {
	event: HistoryEventName;
	record: TimedRecord;
}

const day = 24 * 60 * 60;

/** How much later than a younger record another one may appear. */
export const overlap = 60 * 60;

/** 48 bits are enough to tell a new message from some thousands. */
const keyHash = (key: string): string => hash('sha256', key, 'base64url').slice(0, 8);

const digits = (number: string): string => number.replace(/\D/g, '');

/** The earliest time that anything sent from a time on can have in the history, both in seconds. */
export const earliest = (seconds: number): number => Math.floor(earliestReading(seconds * 1000) / 1000);

/** The values that decide what starts the workflow, as one text. */
export const filtersOf = ({ events, statuses, to = '' }: HistoryRules): string =>
	JSON.stringify([events.join(' '), [...statuses].sort().join(' '), to]);

function rulesIn(filters: string, { lookBackDays }: HistoryRules): HistoryRules {
	const values: unknown = JSON.parse(filters);
	const [events = '', statuses = '', to = ''] = Array.isArray(values) ? values.map(String) : [];
	return {
		events: eventKinds.filter((kind) => events.split(' ').includes(kind)),
		statuses: statuses.split(' ').filter((code) => code !== ''),
		to: to === '' ? undefined : to,
		lookBackDays,
	};
}

/** The state before the first poll. @param start see {@link HistoryState} */
export const stateBefore = (now: number, start: number | undefined): HistoryState => ({
	...{ filters: '', since: 0, start, rest: undefined, checked: now },
	open: new Map(),
	handled: new Map(),
});

/** Whether a record's message is neither handled nor open. */
export const isNew = (state: HistoryState, { key, at }: TimedRecord): boolean =>
	at >= state.since && !state.open.has(key) && !state.handled.has(keyHash(key));

/** What a record starts, given the statuses that its message has had; undefined for a new message. */
function eventsOf(record: TimedRecord, codes: readonly string[], rules: HistoryRules): HistoryEventName[] {
	const { code, final } = record.status;
	const { events, statuses, to } = rules;
	if (to !== undefined && digits(to) !== digits(record.to)) return [];
	const isWanted = events.includes('statusChanged') || (events.includes('finalStatus') && final !== false);
	const isReport =
		isWanted && !codes.includes(code) && !isNotYetKnown(record) && isChosenStatus(code, statuses);
	const isUnseen = codes.length === 0 && events.includes('newMessage');
	// The newest first, as the records.
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
		at: sentAt,
		key,
		...(twin !== undefined && { twin: Number(twin) }),
	};
}

/**
 * Compares the history with what was known of it, and returns what starts the workflow, the oldest message first, with the next
 * state. A message goes through these states:
 *
 * | State | What the history has | Event | Next state |
 * | --- | --- | --- | --- |
 * | new | a status that is final | New Message, Status Changed, Final Status | handled |
 * | new | another status | New Message; Status Changed unless nothing is known yet | open |
 * | open | a status that it has had | | open |
 * | open | a status that is final | Status Changed, Final Status | handled |
 * | open | another status | Status Changed | open |
 * | open, older than the look-back, twice in full looks | no final status | Status Unknown | handled |
 * | new or open, first poll after a change of filters | an event of the old and the new filters | | due: as before, for the next poll |
 * | the same | any other record | | handled or open, without an event |
 * | new to a change of Recipient, or to the first poll | anything | | handled |
 * | handled | anything | | handled |
 *
 * New is what is dated from `since` on, and neither open nor handled. A status that is in no table counts as
 * Final Status, too, but leaves the message open. Only events that are chosen are returned, and one for each status.
 *
 * `since` lies an hour before the newest record: some records appear late, and times are to the second. What was handled in that
 * hour is remembered, whether the history still has it or not. While the next poll has to go on, `since` stays. n8n's clock only limits: `since` is never later than an hour before
 * it, and a message leaves only if two looks agree that it is too old, so that a clock that jumps once changes nothing.
 *
 * A state that came before this one, if the polls in between returned nothing, leads to the same events.
 */
export function advance(
	state: HistoryState,
	{ records, rest }: HistoryReading,
	rules: HistoryRules,
	now: number,
): { found: FoundEvent[]; next: HistoryState } {
	const filters = filtersOf(rules);
	const isFirst = state.filters === '';
	const isChange = !isFirst && state.filters !== filters;
	const before = isFirst ? rules : rulesIn(state.filters, rules);
	const isKnown = ({ to, at }: TimedRecord): boolean =>
		isFirst
			? state.start !== undefined && at >= state.start
			: before.to === undefined || digits(before.to) === digits(to);
	const found: FoundEvent[] = [];
	const handled = new Map(state.handled);
	const open = new Map(state.open);
	const seen = new Set<string>();
	let newest = 0;

	for (const record of records) {
		const { key, at, status } = record;
		newest = Math.max(newest, at);
		const known = state.open.get(key);
		if (seen.has(key) || (known === undefined && !isNew(state, record))) continue;
		seen.add(key);
		const minute = Math.floor(at / 60);
		if (known === undefined && (isFirst || isChange) && !isKnown(record)) {
			handled.set(keyHash(key), minute);
			continue;
		}
		const codes = known?.codes ?? [];
		const events = eventsOf(record, codes, rules);
		if (isChange && events.length > 0 && eventsOf(record, codes, before).length > 0) {
			open.set(key, { codes, sentAt: at });
			continue;
		}
		if (!isChange) for (const event of events) found.push({ event, record });
		if (statusInHistory(record).final === true) {
			open.delete(key);
			handled.set(keyHash(key), minute);
		} else
			open.set(key, { codes: [...codes.filter((code) => code !== status.code), status.code], sentAt: at });
	}
	// The history has the newest message first, and each second has many.
	found.reverse();

	const isComplete = rest === undefined;
	const limit = Math.min(now, state.checked) - rules.lookBackDays * day;
	for (const [key, message] of open) {
		const isOther = rules.to !== undefined && digits(rules.to) !== digits(key.split(';')[1] ?? '');
		// One that the history lacks may come back.
		const isLeft = isComplete && !isChange && message.sentAt < (seen.has(key) ? limit : limit - day);
		if (!isOther && !isLeft) continue;
		open.delete(key);
		handled.set(keyHash(key), Math.floor(message.sentAt / 60));
		if (isOther || !rules.events.includes('statusUnknown')) continue;
		const record = records.find((one) => one.key === key) ?? recordOf(key, message);
		found.push({ event: 'status_unknown', record });
	}
	found.sort((one, other) => one.record.at - other.record.at);

	const left = rest === 'unchanged' ? state.rest : rest;
	const nextRest = left && { ...left, hasNew: left.hasNew && !isChange && !isFirst };
	const isRead = nextRest?.hasNew !== true;
	const since = isRead ? Math.max(state.since, earliest(Math.min(newest, now) - overlap)) : state.since;
	for (const [key, minute] of handled) if (minute * 60 + 60 <= since) handled.delete(key);
	const hasStarted = !isFirst || records.length > 0;
	return {
		found,
		next: {
			...{ filters: hasStarted ? filters : '', since, open, handled },
			start: hasStarted ? undefined : (state.start ?? earliest(now) - day),
			rest: nextRest,
			checked: isComplete ? now : state.checked,
		},
	};
}
