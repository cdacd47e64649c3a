import { createHash } from 'node:crypto';
import { type IContextObject, type IDataObject, jsonStringify } from 'n8n-workflow';
import type { WireReply, WireRequest } from '../../../protocol/exchange';

/**
 * What this execution has sent so far, so that a retry sends only the rest. It lives in n8n's context of the node, which
 * survives Retry On Fail and the first retry of an execution that ended in error; it is lost when n8n is killed, when the
 * execution is stopped, and on a second retry.
 */
export interface Memory {
	/** Who asks again: n8n's engine, by a retry, or a model that calls a tool. */
	callers: 'engine' | 'agent';
	/** Whether a request of the item alone was accepted, or may have been. */
	knows: (run: Place['run'], item: number) => boolean;
	/** The items of this round, of so many, of which that is so now, or of a request that they shared. */
	tried: (run: Place['run'], items: number) => ReadonlySet<number>;
	/** The requests of this round that several items shared. */
	groups: (run: Place['run']) => RememberedGroup[];
	slot: (place: Place, request: WireRequest) => Slot;
	/** What an item gave that is done: for operations that could not look up again what they have changed. */
	outputOf: (place: Place) => IDataObject | undefined;
	keepOutput: (place: Place, output: IDataObject) => void;
}

/** The memory of one request. */
export interface Slot {
	recall: () => Remembered;
	/** Before the request leaves: from here on it counts as possibly carried out. */
	sending: () => void;
	accepted: (reply: WireReply) => void;
	/** Without a known outcome. */
	ended: () => void;
	/** All requests of its item were accepted, even if the service then `refused` every recipient. */
	done: (refused: boolean) => void;
	/** It is certain that the request was not carried out. */
	forget: () => void;
}

/** Which request of which item of which round of a loop. */
export interface Place {
	/** The round. */
	run: number;
	item: number;
	part: number;
	/** See {@link originOf}. */
	origin: string;
	/** Of a message: its recipients, empty where they are not known. */
	to?: readonly string[];
	/** The items that share the request, where there are several. */
	members?: Members;
}

/** By item: a hash of what it says and to whom, by which it is known again in whatever company. */
export type Members = Readonly<Record<string, string>>;

/** A request that several items shared. */
export interface RememberedGroup {
	members: Members;
	origin: string;
	/** Neither `new` nor `repeated`. */
	remembered: Remembered;
}

/** `repeated`: it was accepted, and whoever asks for it again is no retry. */
export type Remembered =
	{ state: 'new' } | { state: 'sending' } | { state: 'accepted'; reply: WireReply } | { state: 'repeated' };

const contextKey = 'smsboxSent';

/** An answer as it is stored: as JSON with the execution, so it is kept small. */
export interface KeptReply {
	status: number;
	headers: Record<string, string>;
	/** Its bytes as base64. */
	body: string;
}

/** No request but its hash. */
type Entry = Identity &
	({ state: 'sending' } | ({ state: 'accepted' } & KeptReply) | { state: 'done'; output: IDataObject });

/**
 * By which an accepted request is known again. Only where both differ has the item been changed, and is a new one:
 * - `request`: what would go out is the same, whatever was changed in the node meanwhile;
 * - `origin`: parameters and input are the same, though an expression such as `{{ $now }}` gives another value now.
 *
 * A request without a known outcome is held to be the same whatever was changed: it is never repeated.
 */
interface Identity {
	request: string;
	origin: string;
	members?: Members;
}

/** Enough of a hash to know a text again; nothing of the text can be read from it. */
export const hashOf = (text: string): string =>
	createHash('sha256').update(text).digest('base64').slice(0, 22);

/** What goes out, known again by this. */
export function requestHash({ api, method, path, body = '' }: WireRequest): string {
	return hashOf([api, method, path, body].join('\n'));
}

/**
 * What an item is made from: the node's parameters before any expression is evaluated, and what came in.
 *
 * @param parameters their hash
 */
export function originOf(parameters: string, input: unknown): string {
	return hashOf(textOf([parameters, input]));
}

/** n8n hands over, and stores, items that refer to themselves. */
function textOf(value: unknown[]): string {
	try {
		return JSON.stringify(value);
	} catch {
		return jsonStringify(value, { replaceCircularRefs: true });
	}
}

const isEntries = (stored: unknown): stored is Record<string, Entry> =>
	typeof stored === 'object' && stored !== null;

function entriesIn(context: IContextObject): Record<string, Entry> {
	const stored: unknown = context[contextKey];
	const entries = isEntries(stored) ? stored : {};
	// n8n's context is there to be written to: it is stored with the execution.
	Object.assign(context, { [contextKey]: entries });
	return entries;
}

/** Where an entry stands. A shared request has a place of its own, so that no item that left the group takes it over. */
function keyOf({ run, item, part, members }: Place, hash: string): string {
	return members === undefined ? `${run}:${item}:${part}` : `${run}:group:${item}:${hash}`;
}

export function keepReply({ status, headers, bytes }: WireReply): KeptReply {
	const contentType = headers['content-type'];
	return {
		status,
		headers: contentType === undefined ? {} : { 'content-type': contentType },
		body: Buffer.from(bytes).toString('base64'),
	};
}

export function replyOf({ status, headers, body }: KeptReply): WireReply {
	return { status, headers, bytes: Buffer.from(body, 'base64') };
}

function groupIn(entry: Entry): RememberedGroup | undefined {
	const { members, origin } = entry;
	if (members === undefined || entry.state === 'done') return undefined;
	const remembered: Remembered =
		entry.state === 'sending' ? { state: 'sending' } : { state: 'accepted', reply: replyOf(entry) };
	return { members, origin, remembered };
}

function recalled(entry: Entry | undefined, place: Place, hash: string): Remembered {
	if (entry === undefined || entry.state === 'done') return { state: 'new' };
	if (entry.state === 'sending') return { state: 'sending' };
	if (entry.origin !== place.origin && entry.request !== hash) return { state: 'new' };
	return { state: 'accepted', reply: replyOf(entry) };
}

/** A memory over n8n's `getContext('node')`. */
export function createMemory(context: IContextObject): Memory {
	const entries = entriesIn(context);
	const outputKey = ({ run, item }: Place): string => `${run}:${item}:done`;
	const entriesOf = (run: Place['run']): Array<[string, Entry]> =>
		Object.entries(entries).filter(([key]) => key.startsWith(`${run}:`));
	return {
		callers: 'engine',
		// The first part of an item is tried before all others, and once accepted it is never forgotten.
		knows: (run, item) => Object.hasOwn(entries, `${run}:${item}:0`),
		tried: (run) =>
			new Set(
				entriesOf(run).flatMap(([key, { members }]) =>
					members === undefined ? Number(key.split(':')[1]) : Object.keys(members).map(Number),
				),
			),
		groups: (run) => entriesOf(run).flatMap(([, entry]) => groupIn(entry) ?? []),
		slot(place, request) {
			const hash = requestHash(request);
			const key = keyOf(place, hash);
			const { origin, members } = place;
			const identity = { request: hash, origin, ...(members && { members }) };
			return {
				recall: () => recalled(entries[key], place, hash),
				sending() {
					entries[key] = { ...identity, state: 'sending' };
				},
				accepted(reply) {
					entries[key] = { ...identity, state: 'accepted', ...keepReply(reply) };
				},
				// It counts as sending for good.
				ended: () => undefined,
				done: () => undefined,
				forget() {
					Reflect.deleteProperty(entries, key);
				},
			};
		},
		outputOf(place) {
			const entry = entries[outputKey(place)];
			return entry?.state === 'done' && entry.origin === place.origin ? entry.output : undefined;
		},
		keepOutput(place, output) {
			entries[outputKey(place)] = { request: '', origin: place.origin, state: 'done', output };
		},
	};
}
