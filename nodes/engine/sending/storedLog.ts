import { createHash } from 'node:crypto';
import type { IContextObject, IDataObject } from 'n8n-workflow';
import type { Effect, WireResponse } from '../../../protocol/exchange';

/** A run of the node and an item in it: `$runIndex` and the item's index. Calls past n8n's engine are `call 1`, `call 2` … */
export type ItemKey = `${string}:${number}`;

/** By which a request of an agent's tool is recognized in another call. */
export interface MessageIdentity {
	/** Hash of what goes out. */
	request?: string;
	/** Hashes of its recipients; empty where they are not known (a group), absent where it is no message. */
	recipients?: readonly string[];
	/** Hash of what the model asked for. */
	input?: string | undefined;
}

/** One request of an item: its number is its place in the item's list. */
export interface LoggedRequest {
	/** `sending`: reserved, about to leave or under way. After a try has ended it counts as unknown. */
	state: 'sending' | 'unknown' | 'accepted';
	/** Hash of its recipients. */
	to: string;
	effect: Effect;
	/** How many messages it is. */
	messages: number;
	references?: readonly string[] | undefined;
	/** Status, content type, and bytes as base64. */
	reply?: readonly [number, string, string] | undefined;
	/** By which an agent's repeated call is recognized; only in tools. */
	message?: MessageIdentity;
}

export interface LoggedItem {
	requests: LoggedRequest[];
	/** What its requests cover, in words; absent where there is only one. */
	parts?: readonly string[];
	/** Messages that count against the quota: those sent, and before that those about to be sent. */
	messages: number;
	/** Hash of the deduplication key that it owns. */
	key?: string;
	/** The output of an item that is complete. */
	output?: IDataObject[];
	/** Hash of the model's input; only in tools. */
	input?: string | undefined;
}

/** As it is stored with the execution, in n8n's context of the node. */
export interface StoredLog {
	items: Record<ItemKey, LoggedItem>;
	/** Messages of runs whose entries were dropped. */
	sent: number;
	/** Calls by an agent past n8n's engine. */
	calls: number;
	/** By run: hash of the node's parameters when it first ran. */
	parameters: Record<string, string>;
}

const contextKey = 'smsboxSendLog';

const isLog = (stored: unknown): stored is StoredLog =>
	typeof stored === 'object' && stored !== null && 'items' in stored;

/** Returns the log in n8n's context of a node; a new one where there is none. */
export function logIn(context: IContextObject): StoredLog {
	const stored: unknown = context[contextKey];
	const log = isLog(stored) ? stored : { items: {}, sent: 0, calls: 0, parameters: {} };
	// n8n's context is there to be written to: it is stored with the execution.
	Object.assign(context, { [contextKey]: log });
	return log;
}

/** Enough of a hash to recognize a text; nothing of the text can be read from it. */
export const hashOf = (text: string): string =>
	createHash('sha256').update(text).digest('base64').slice(0, 22);

/** Whether nobody knows if it was carried out. */
export const isOpen = ({ state }: LoggedRequest): boolean => state !== 'accepted';

export const keepReply = ({ status, headers, bytes }: WireResponse): LoggedRequest['reply'] => [
	status,
	headers['content-type'] ?? '',
	Buffer.from(bytes).toString('base64'),
];

/** Returns what the protocol needs to parse a reply again; undefined where none was kept. */
export function replyOf({ reply }: LoggedRequest): WireResponse | undefined {
	if (reply === undefined) return undefined;
	const [status, type, bytes] = reply;
	const headers = type === '' ? {} : { 'content-type': type };
	return { status, headers, bytes: Buffer.from(bytes, 'base64') };
}
