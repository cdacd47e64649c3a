/** What an execution has sent with a node, as n8n stores it. */
import type { IContextObject, IDataObject } from 'n8n-workflow';
import type { Effect } from '../../../protocol/exchange';
import type { MessageIdentity } from './messageIdentity';

/** One request of an item: its number is its place in the item's list. */
export interface LoggedRequest {
	/** `sending`: reserved, about to leave or in progress. After an attempt has ended, it counts as unknown. */
	state: 'sending' | 'unknown' | 'accepted';
	/** Hash of the recipients of all requests of its item. */
	to: string;
	effect: Effect;
	/** How many messages it is: once it was accepted, without those to recipients that the service rejected. */
	messages: number;
	/** Of an accepted request: how many recipients the service rejected. */
	rejected?: number;
	references?: readonly string[] | undefined;
	/** When it left, in milliseconds since 1970, where what it says depends on that. */
	leftAt?: number | undefined;
	/** Status, content type, and bytes as base64. */
	reply?: readonly [number, string, string] | undefined;
}

export interface LoggedItem {
	requests: LoggedRequest[];
	/** What its requests cover, in words; absent where there is only one. */
	parts?: readonly string[];
	/** Messages that count against the quota: those sent, and before that those about to be sent. */
	messages: number;
	/** Hash of the deduplication key that it owns, and the execution that has reserved it. */
	key?: string;
	reservedBy?: string;
	/** In tools, and where it is unfinished. */
	message?: MessageIdentity;
}

/**
 * The log as n8n stores it with the execution, in its context of the node. An item is identified by its run (a number; in an
 * agent's tool `call 1`, `call 2` …) and its index: `0:12`.
 */
export interface StoredLog {
	/** Items of a run in progress, and unfinished ones of all runs; in tools, all that have sent something. */
	items: Record<string, LoggedItem>;
	/**
	 * Completed items of the latest run, which is the only one that n8n repeats: their output where it may run the node again, otherwise
	 * their reference, or an empty text. In tools, of all calls.
	 */
	done: Record<string, IDataObject[] | string>;
	/** Messages of completed items that have left {@link items}. */
	sent: number;
	/** Whom messages with a deduplication key are for: by short hashes of both. */
	keyed?: Record<string, string>;
	/** Calls of an agent's tool. */
	calls: number;
	/** Runs that have begun, and `$runIndex` of the latest. */
	runs: number;
	runIndex: number;
	/** The time of {@link SendLog.clockSince}, in milliseconds since 1970. */
	clock?: number;
}

const contextKey = 'smsboxSendLog';
const isLog = (value: unknown): value is StoredLog =>
	typeof value === 'object' && value !== null && 'items' in value;

/** Returns the log in n8n's context of a node; a new one where there is none. */
export function logIn(context: IContextObject): StoredLog {
	const storedLog: unknown = context[contextKey];
	const empty: StoredLog = { items: {}, done: {}, sent: 0, calls: 0, runs: 0, runIndex: -1 };
	const log = isLog(storedLog) ? Object.assign(storedLog, { ...empty, ...storedLog }) : empty;
	// n8n's context is there to be written to: it is stored with the execution.
	Object.assign(context, { [contextKey]: log });
	return log;
}

/** Forgets the completed items of all earlier runs, but not how much they sent: a new run begins, and n8n repeats no other one. */
function forgetCompleted(log: StoredLog): void {
	for (const [key, { requests, messages }] of Object.entries(log.items)) {
		if (!(key in log.done) || requests.length > 0) continue;
		log.sent += messages;
		Reflect.deleteProperty(log.items, key);
	}
	log.done = {};
}

/**
 * Returns the number of a run, with which it marks n8n's entry: one that has a mark is repeated. `$runIndex` alone doesn't tell, as
 * n8n begins to count again where it could not begin a retry, or a resumed execution.
 *
 * @returns undefined for the index of the latest run, without a mark: either n8n counts again, or it has lost the mark
 */
export function numberOfRun(log: StoredLog, entry: object, index: number): number | undefined {
	const mark: unknown = Reflect.get(entry, contextKey);
	const isRepeated = typeof mark === 'number';
	if (!isRepeated && index === log.runIndex) return undefined;
	const run = isRepeated ? mark : log.runs;
	if (!isRepeated) forgetCompleted(log);
	Reflect.set(entry, contextKey, run);
	Object.assign(log, { runs: Math.max(log.runs, run + 1), runIndex: index });
	return run;
}
