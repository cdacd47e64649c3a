import { createHash } from 'node:crypto';
import type { IContextObject, IDataObject } from 'n8n-workflow';
import type { WireReply, WireRequest } from '../../protocol/exchange';

/**
 * What this execution has sent so far, so that a retry sends only the rest. It lives in n8n's context of the node, which
 * survives Retry On Fail and the first retry of an execution that ended in error; it is lost when n8n is killed, when the
 * execution is stopped, and on a second retry.
 */
export interface Memory {
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
	/** It is certain that the request was not carried out. */
	forget: () => void;
}

/** Which request of which item of which round of a loop. */
export interface Place {
	/** The round; `tool` for a node that an AI agent uses: there every try is a round of its own. */
	run: number | 'tool';
	item: number;
	part: number;
	/** See {@link originOf}. */
	origin: string;
}

export type Remembered = { state: 'new' } | { state: 'sending' } | { state: 'accepted'; reply: WireReply };

const contextKey = 'smsboxSent';

/** Stored as JSON with the execution, so it is kept small: the answer's bytes as base64, no request but its hash. */
type Entry = Identity &
	(
		| { state: 'sending' }
		| { state: 'accepted'; status: number; headers: Record<string, string>; body: string }
		| { state: 'done'; output: IDataObject }
	);

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
}

/** Enough of a hash to know a text again; nothing of the text can be read from it. */
export const hashOf = (text: string): string =>
	createHash('sha256').update(text).digest('base64').slice(0, 22);

function requestHash({ api, method, path, body = '' }: WireRequest): string {
	return hashOf([api, method, path, body].join('\n'));
}

/**
 * What an item is made from: the node's parameters before any expression is evaluated, and what came in.
 *
 * @param parameters their hash
 */
export function originOf(parameters: string, input: unknown): string {
	return hashOf(JSON.stringify([parameters, input]));
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

/** For an agent's tool a request is known by what it says, as nothing else is the same at its next try. */
function keyOf({ run, item, part }: Place, hash: string): string {
	return run === 'tool' ? `tool:${hash}` : `${run}:${item}:${part}`;
}

function recalled(entry: Entry | undefined, place: Place, hash: string): Remembered {
	if (entry === undefined || entry.state === 'done') return { state: 'new' };
	if (entry.state === 'sending') return { state: 'sending' };
	if (entry.origin !== place.origin && entry.request !== hash) return { state: 'new' };
	const { status, headers, body } = entry;
	return { state: 'accepted', reply: { status, headers, bytes: Buffer.from(body, 'base64') } };
}

function acceptedEntry(identity: Identity, { status, headers, bytes }: WireReply): Entry {
	const contentType = headers['content-type'];
	return {
		...identity,
		state: 'accepted',
		status,
		headers: contentType === undefined ? {} : { 'content-type': contentType },
		body: Buffer.from(bytes).toString('base64'),
	};
}

/** A memory over n8n's `getContext('node')`. */
export function createMemory(context: IContextObject): Memory {
	const entries = entriesIn(context);
	const outputKey = ({ run, item }: Place): string => `${run}:${item}:done`;
	return {
		slot(place, request) {
			const hash = requestHash(request);
			const key = keyOf(place, hash);
			const identity = { request: hash, origin: place.origin };
			return {
				recall: () => recalled(entries[key], place, hash),
				sending() {
					entries[key] = { ...identity, state: 'sending' };
				},
				accepted(reply) {
					entries[key] = acceptedEntry(identity, reply);
				},
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
			if (place.run === 'tool') return;
			entries[outputKey(place)] = { request: '', origin: place.origin, state: 'done', output };
		},
	};
}
