import { jsonParse } from 'n8n-workflow';
import {
	type HistoryEventName,
	isNotYetKnown,
	type RecordedMessage,
	statusInHistory,
} from '../../protocol/callbacks/historyEvent';
import { earliestReading } from '../../protocol/parisTime';
import { numberIn, otherFormsOf, withoutOptionalDigit } from '../../protocol/recipients/phoneNumbers';
import { smsStatus } from '../../protocol/sms/statuses';
import { isChosenStatus } from '../engine/webhook/filters';

export const eventKinds = ['finalStatus', 'newMessage', 'statusChanged', 'statusUnknown'] as const;

/** What is kept between two polls. All times are the service's, in seconds since 1970. */
export interface HistoryState {
	/** See {@link filtersOf}. */
	filters: string;
	/** Of the credential that read it last; states of earlier versions have none. */
	credentialHash?: string | undefined;
	/** What is dated before this was handled, unless it is open. */
	since: number;
	/**
	 * What is dated from `since` on, and older open ones, by their keys. An open message has the statuses that it has had, the present
	 * one last, after {@link due} if New Message is due, or else -1; a handled one has none.
	 */
	messages: ReadonlyMap<string, readonly string[]>;
	/** Where the next poll goes on: at the top, or below what the last one had time for. */
	rest?: Position | undefined;
	/** When the last look was complete. */
	checked: number;
}

export interface Position {
	/** The next page's first record: the last ones that were read come again. */
	index: number;
	/** The time of the last of them. */
	reached: number;
	/** `since` after the look. */
	mark: number;
	/** The beginning of the last line that was read, by which a page without any readable record is known. */
	above?: string | undefined;
}

export const top: Position = { index: 0, reached: 0, mark: 0 };

/** A record with its time in seconds and its identity. */
export interface TimedRecord extends RecordedMessage {
	/** Undefined for a message that the history no longer has. */
	raw?: string;
	seconds: number;
	/** `seconds;reference;to`: parts and recipients of one send can share a reference, and a reference can be missing or come again. */
	key: string;
	/** What can't be read. */
	problem?: string | undefined;
}

/** What a poll has read. */
export interface HistoryReading {
	/** The new and the open ones by their keys, the newest first. */
	records: ReadonlyMap<string, TimedRecord>;
	/** When it was read, by the service's clock. */
	time: number;
	/** Whether a look was completed. */
	isComplete: boolean;
	/** `since` after the look. */
	mark: number;
	rest?: Position | undefined;
	/** Why the next poll has to go on, if a page failed below others. */
	failure?: unknown;
}

export interface HistoryRules {
	/** Some of {@link eventKinds}. */
	events: readonly string[];
	/** The chosen codes; empty for all. */
	statuses: readonly string[];
	/** In international format, as in a record; empty for every recipient. */
	to: string;
	/** The credential's ID: another account has another history. */
	account: string;
	/** Of its API key and base URL, which may get those of another account. */
	credentialHash: string;
	lookBackDays: number;
}

/** The rules that decide what starts the workflow. */
type Filters = Omit<HistoryRules, 'lookBackDays' | 'credentialHash'>;

export interface FoundEvent {
	event: HistoryEventName;
	record: TimedRecord;
}

/** How much later than a younger record another one may appear. */
const overlap = 60 * 60;

const day = 24 * 60 * 60;

/** How much later a message that the history lacks is given up: it may come back. */
const reserve = 7 * day;

const due = 'due';

/** The time in a key. */
export const secondsOf = (key: string): number => Number.parseInt(key, 10);

/** The earliest time that anything sent from a time on can have in the history, both in seconds. */
export const earliest = (seconds: number): number => Math.floor(earliestReading(seconds * 1000) / 1000);

/** From when on records count after a look whose newest record has this time, unless that is in the future. */
export const sinceAfter = (newest: number, time: number): number =>
	earliest(Math.min(newest, time) - overlap);

export const filtersOf = ({ events, statuses, to, account }: Filters): string =>
	JSON.stringify({ events, statuses: [...statuses].sort(), to, account });

export const isOtherCredential = ({ filters }: HistoryState, { account }: HistoryRules): boolean =>
	jsonParse<Filters>(filters).account !== account;

/**
 * Whether the credential has another key or base URL than before, which may be another account's: then, its history tells. That of
 * another recipient can't, and a change of Recipient starts nothing from before anyway.
 */
export const isOtherKey = ({ filters, credentialHash }: HistoryState, rules: HistoryRules): boolean =>
	credentialHash !== undefined &&
	credentialHash !== rules.credentialHash &&
	jsonParse<Filters>(filters).to === rules.to;

/**
 * The state after a first poll that has read one page, whose messages count as handled, and older ones. A page without any date
 * proves nothing: then, what is dated before the poll is older.
 */
export function firstState(page: readonly TimedRecord[], rules: HistoryRules, time: number): HistoryState {
	const times = page.map(({ seconds }) => seconds).filter((seconds) => seconds > 0);
	const since = earliest(times.length === 0 ? time : Math.min(time, Math.max(...times)));
	const messages = new Map(page.filter(({ seconds }) => seconds >= since).map(({ key }) => [key, []]));
	return { filters: filtersOf(rules), credentialHash: rules.credentialHash, since, messages, checked: time };
}

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
	const isUnseen = (codes[0] ?? due) === due && events.includes('newMessage');
	return [...(isReport ? ['delivery_report' as const] : []), ...(isUnseen ? ['new_message' as const] : [])];
}

/** An open message of which there is no record any more, as one. */
function recordOf(key: string, codes: readonly string[]): TimedRecord {
	const [seconds, reference = '', to = '', twin] = key.split(';');
	const sentAt = new Date(Number(seconds) * 1000).toISOString();
	const status = smsStatus(codes.slice(1).at(-1) ?? '-1');
	return {
		...{ reference: reference === '' ? null : reference, to, status, sentAt, key },
		...{ seconds: Number(seconds), twin: Number(twin ?? 0) },
	};
}

/** Whether a number isn't the chosen recipient's: the history may list another form than the one it was asked for. */
function isOther(to: string, number: string): boolean {
	if (to === '') return false;
	const [chosen = '', listed = ''] = [to, number].map((text) => numberIn(text) ?? text);
	const forms = [chosen, withoutOptionalDigit(chosen)].flatMap((form) => [form, ...otherFormsOf(form)]);
	return !forms.includes(withoutOptionalDigit(listed));
}

/**
 * Compares the history with what was known of it, and returns what starts the workflow, the oldest message first, with the next
 * state. A message goes through these states:
 *
 * | State | The history has | Event | Next state |
 * | --- | --- | --- | --- |
 * | new | a status that is final | New Message, Status Changed, Final Status | handled |
 * | new | another status | New Message; Status Changed unless nothing is known yet | open |
 * | new | a record that can't be read | | handled |
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
	{ records, time, isComplete, mark, rest }: HistoryReading,
	rules: HistoryRules,
): { events: FoundEvent[]; next: HistoryState } {
	const filters = filtersOf(rules);
	/** Before a change. */
	const former = state.filters === filters ? undefined : jsonParse<Filters>(state.filters);
	const foundEvents: FoundEvent[] = [];
	const messages = new Map(state.messages);
	for (const [key, record] of records) {
		const { problem, status, to } = record;
		const codes = messages.get(key) ?? [];
		// Handled, unless it is open below.
		messages.set(key, []);
		if (problem !== undefined || (former && codes.length === 0 && isOther(former.to, to))) continue;
		const events = eventsOf(record, codes, rules);
		// A change starts nothing: what both filters choose is due in the next poll.
		const dueEvents = former ? eventsOf(record, codes, former).filter((event) => events.includes(event)) : [];
		if (!former) foundEvents.push(...events.map((event) => ({ event, record })));
		if (dueEvents.length === 0 && statusInHistory(record).final === true) continue;
		messages.set(key, [
			dueEvents.includes('new_message') ? due : '-1',
			...codes.slice(1).filter((code) => code !== status.code),
			...(dueEvents.includes('delivery_report') ? [] : [status.code]),
		]);
	}

	// What is not read at a change counts as from before.
	const since = Math.max(state.since, isComplete ? mark : former && rest ? (rest.reached || time) + 1 : 0);
	const limit = Math.min(time, state.checked) - rules.lookBackDays * day;
	for (const [key, codes] of messages) {
		const [seconds, record] = [secondsOf(key), records.get(key)];
		const isOpen = codes.length > 0 && !(former && isOther(rules.to, key.split(';')[2] ?? ''));
		const isGivenUp = isComplete && !former && seconds < (record ? limit : limit - reserve);
		if (isOpen && !isGivenUp) continue;
		if (isOpen && rules.events.includes('statusUnknown'))
			foundEvents.push({ event: 'status_unknown', record: record ?? recordOf(key, codes) });
		// Handled: remembered as long as it would count as new.
		if (seconds < since) messages.delete(key);
		else messages.set(key, []);
	}
	// Each second has many, the newest first.
	foundEvents.reverse().sort((earlier, later) => earlier.record.seconds - later.record.seconds);
	const checked = isComplete ? time : state.checked;
	const { credentialHash } = rules;
	const next = { filters, credentialHash, since, messages, checked, rest: former && rest ? top : rest };
	return { events: foundEvents, next };
}
