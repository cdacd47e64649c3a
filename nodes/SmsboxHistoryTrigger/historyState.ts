import { hash } from 'node:crypto';
import {
	type HistoryEventName,
	isNotYetKnown,
	type RecordedMessage,
	statusInHistory,
} from '../../protocol/callbacks/historyEvent';
import { earliestReading } from '../../protocol/parisTime';
import { smsStatus } from '../../protocol/sms/statuses';

/** What can start the workflow. */
export type HistoryEventKind = 'finalStatus' | 'statusChanged' | 'newMessage' | 'statusUnknown';

/** A message whose status is not final yet. */
export interface OpenMessage {
	code: string;
	/** Seconds since 1970, as the history has it. */
	sentAt: number;
}

/** What is kept between two polls. Times are seconds since 1970, as they are read from the history. */
export interface HistoryState {
	/** What is dated before was handled, unless it is open. */
	since: number;
	/** By {@link messageKey}. */
	open: ReadonlyMap<string, OpenMessage>;
	/** What is dated from `since` on and was handled, by {@link keyHash}. */
	handled: ReadonlySet<string>;
}

/** A record with its time in seconds. */
export interface TimedRecord extends RecordedMessage {
	/** Undefined for what the history no longer has. */
	raw?: string;
	at: number;
}

export interface HistoryRules {
	events: ReadonlySet<HistoryEventKind>;
	isChosen: (code: string) => boolean;
	lookBackDays: number;
}

export interface FoundEvent {
	event: HistoryEventName;
	record: TimedRecord;
}

const day = 24 * 60 * 60;

/** How much later than a younger record another one may appear. */
const overlap = 60 * 60;

/** How many handled messages are remembered, unless more may share the next second: then the overlap gets shorter. */
const mostHandled = 5_000;

/** Identifies a message: parts and recipients of one send can share a reference, and a reference can be missing. */
const messageKey = ({ reference, to, at }: Pick<TimedRecord, 'reference' | 'to' | 'at'>): string =>
	reference === null ? `;${to};${at}` : `${reference};${to}`;

/** 48 bits are enough to tell a new message from some thousands. */
const keyHash = (key: string): string => hash('sha256', key, 'base64url').slice(0, 8);

const inSeconds = (milliseconds: number): number => Math.floor(milliseconds / 1000);

/** The earliest time that anything sent from now on can have in the history. */
const earliest = (now: Date): number => inSeconds(earliestReading(now.getTime()));

/** The state from which everything sent from now on is new. */
export const startAt = (now: Date): HistoryState => ({
	since: earliest(now),
	open: new Map(),
	handled: new Set(),
});

/** The beginning of the look-back. */
const lookBackStart = (now: Date, { lookBackDays }: HistoryRules): number =>
	inSeconds(now.getTime()) - lookBackDays * day;

/**
 * The instant from which the history must be read. What has just left the look-back gets one last look. The time before `since`
 * counts for the first poll only.
 */
export function readFrom(state: HistoryState | undefined, rules: HistoryRules, now: Date): Date {
	if (state === undefined) return new Date((earliest(now) - overlap) * 1000);
	const start = lookBackStart(now, rules);
	let from = Math.max(state.since, start);
	for (const { sentAt } of state.open.values()) from = Math.min(from, Math.max(sentAt, start - day));
	return new Date(from * 1000);
}

/**
 * Returns whether a record of that time can change anything: one that may be new, or open. The history never changes the date of a
 * message.
 */
export function matters(
	state: HistoryState | undefined,
	rules: HistoryRules,
	now: Date,
): (at: number) => boolean {
	if (state === undefined) return () => true;
	const since = Math.max(state.since, lookBackStart(now, rules));
	const openTimes = new Set([...state.open.values()].map(({ sentAt }) => sentAt));
	return (at) => at >= since || openTimes.has(at);
}

/** Whether the status of a record starts the workflow. */
function startsWorkflow(record: TimedRecord, before: string | undefined, rules: HistoryRules): boolean {
	const { code, final } = record.status;
	if (code === before || isNotYetKnown(record) || !rules.isChosen(code)) return false;
	return rules.events.has('statusChanged') || (rules.events.has('finalStatus') && final !== false);
}

/** An open message of which there is no record any more, as one. */
function recordOf(key: string, { code, sentAt }: OpenMessage): TimedRecord {
	const [reference = '', to = ''] = key.split(';');
	return {
		reference: reference === '' ? null : reference,
		to,
		status: smsStatus(code),
		sentAt: new Date(sentAt * 1000).toISOString(),
		at: sentAt,
	};
}

/** The handled messages that stay remembered, and from when on they are all of them. */
function remember(
	handled: readonly { key: string; at: number }[],
	bounds: { least: number; wanted: number; most: number },
): Pick<HistoryState, 'since' | 'handled'> {
	const { least, wanted, most } = bounds;
	const times = handled.map(({ at }) => at).sort((one, other) => other - one);
	const tooOld = times[mostHandled];
	const shortened = tooOld === undefined ? wanted : Math.max(wanted, tooOld + 1);
	const since = Math.max(least, Math.min(shortened, most));
	const kept = handled.filter(({ at }) => at >= since).map(({ key }) => keyHash(key));
	return { since, handled: new Set(kept) };
}

/**
 * What stays remembered where the history lacks messages that it had: all, as they may come back. Undefined where they are too
 * many.
 */
function hold(
	{ since, handled: before }: HistoryState,
	handled: readonly { key: string; at: number }[],
): Pick<HistoryState, 'since' | 'handled'> | undefined {
	const added = handled.filter(({ at }) => at >= since).map(({ key }) => keyHash(key));
	const all = new Set([...before, ...added]);
	return all.size > mostHandled ? undefined : { since, handled: all };
}

/**
 * Compares the history with what was known of it, and returns what starts the workflow, the oldest message first, with the next
 * state. A message goes through these states:
 *
 * | State | What the history has | Event | Next state |
 * | --- | --- | --- | --- |
 * | new | a record dated before `since` | | handled |
 * | new | a status that is final | New Message, Status Changed, Final Status | handled |
 * | new | another status | New Message; Status Changed unless nothing is known yet | open |
 * | open | the same status | | open |
 * | open | a status that is final | Status Changed, Final Status | handled |
 * | open | another status | Status Changed | open |
 * | open, older than the look-back | no final status | Status Unknown | handled |
 * | handled | anything | | handled |
 *
 * A status that is in no table counts as Final Status, too, but leaves the message open. Only events that are chosen are returned,
 * and one for each status.
 *
 * `since` lies an hour before the latest record: some records appear late, and times are to the second. Handled messages dated from
 * `since` on are remembered, at most {@link mostHandled} of them; `since` moves forward to keep to that, but never past the latest
 * record, and not past what the next message can be dated: what is sent in the second pass of the hour that exists twice.
 * While the history lacks one of them, such as in an empty answer, `since` stays and none is forgotten.
 *
 * A state that came before this one, if the polls in between returned nothing, leads to the same events.
 */
export function advance(
	state: HistoryState,
	records: readonly TimedRecord[],
	rules: HistoryRules,
	now: Date,
): { found: FoundEvent[]; next: HistoryState } {
	const start = lookBackStart(now, rules);
	const since = Math.max(state.since, start);
	const found: FoundEvent[] = [];
	const open = new Map<string, OpenMessage>();
	const handled: { key: string; at: number }[] = [];
	/** The keys of what is not open any more: a page can repeat records of the page before. */
	const closed = new Set<string>();
	/** How many messages that were handled before the history still has. */
	let recognized = 0;
	let latest = -Infinity;

	for (const record of records) {
		const { at } = record;
		if (at > latest) latest = at;
		const key = messageKey(record);
		const before = state.open.get(key);
		if ((before === undefined && at < since) || open.has(key) || closed.has(key)) continue;
		if (before === undefined && state.handled.has(keyHash(key))) {
			handled.push({ key, at });
			closed.add(key);
			recognized += 1;
			continue;
		}
		const isFinal = statusInHistory(record).final === true;
		const isLeft = !isFinal && at < start;
		// Turned round below.
		if (isLeft && rules.events.has('statusUnknown')) found.push({ event: 'status_unknown', record });
		if (startsWorkflow(record, before?.code, rules)) found.push({ event: 'delivery_report', record });
		if (before === undefined && rules.events.has('newMessage')) found.push({ event: 'new_message', record });
		if (isFinal) handled.push({ key, at });
		if (isFinal || isLeft) closed.add(key);
		else if (before?.code === record.status.code) open.set(key, before);
		else open.set(key, { code: record.status.code, sentAt: at });
	}
	for (const [key, message] of state.open) {
		if (open.has(key) || closed.has(key)) continue;
		if (message.sentAt >= start) open.set(key, message);
		else if (rules.events.has('statusUnknown'))
			found.push({ event: 'status_unknown', record: recordOf(key, message) });
	}
	const newest = Math.min(latest, inSeconds(now.getTime()));
	const bounds = { least: since, wanted: newest - overlap, most: Math.min(newest, earliest(now)) };
	// The history has the latest message first, and each second has many.
	found.reverse().sort((one, other) => one.record.at - other.record.at);
	const isComplete = recognized === state.handled.size || since > state.since;
	const held = isComplete ? undefined : hold(state, handled);
	return { found, next: { ...(held ?? remember(handled, bounds)), open } };
}

/**
 * The state after a first poll: what the history has is handled. What is sent from now on is new even if the clocks of the service and
 * of n8n differ.
 */
export function firstState(records: readonly TimedRecord[], now: Date): HistoryState {
	const nothing: HistoryRules = { events: new Set(), isChosen: () => false, lookBackDays: 1 };
	const before = { ...startAt(now), since: earliest(now) - overlap };
	const { next } = advance(before, records, nothing, now);
	const handled = [...next.open.keys()].map(keyHash);
	return { since: next.since, open: new Map(), handled: new Set([...next.handled, ...handled]) };
}
