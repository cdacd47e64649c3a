import { createHash } from 'node:crypto';
import type { IContextObject } from 'n8n-workflow';
import type { WireReply, WireRequest } from '../../protocol/exchange';

/**
 * What this execution has sent so far, so that a retry sends only the rest. It lives in n8n's context of the node, which
 * survives Retry On Fail and the first retry of an execution that ended in error; it is lost when n8n is killed, when the
 * execution is stopped, and on a second retry.
 */
export interface Memory {
	recall: (place: Place, request: WireRequest) => Remembered;
	/** Before the request leaves: from here on it counts as possibly carried out. */
	sending: (place: Place, request: WireRequest) => void;
	accepted: (place: Place, reply: WireReply) => void;
	/** It is certain that the request was not carried out. */
	forget: (place: Place) => void;
}

/** Which request of which item of which round of a loop. */
export interface Place {
	run: number;
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
	);

/**
 * By which a request is known again. Only where both differ has the item been changed, and is a new one:
 * - `request`: what would go out is the same, whatever was changed in the node meanwhile (a longer time-out);
 * - `origin`: parameters and input are the same, though an expression such as `{{ $now }}` gives another value now.
 */
interface Identity {
	request: string;
	origin: string;
}

const keyOf = ({ run, item, part }: Place): string => `${run}:${item}:${part}`;

const hashOf = (text: string): string => createHash('sha256').update(text).digest('base64').slice(0, 22);

function requestHash({ api, method, path, body = '' }: WireRequest): string {
	return hashOf([api, method, path, body].join('\n'));
}

/**
 * What an item is made from: the node's parameters before any expression is evaluated, and what came in.
 *
 * @returns a hash; nothing of either can be read from it
 */
export function originOf(parameters: unknown, input: unknown): string {
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

/** A memory over n8n's `getContext('node')`. */
export function createMemory(context: IContextObject): Memory {
	const entries = entriesIn(context);
	return {
		recall(place, request) {
			const entry = entries[keyOf(place)];
			if (entry === undefined) return { state: 'new' };
			const isSame = entry.origin === place.origin || entry.request === requestHash(request);
			if (!isSame) return { state: 'new' };
			if (entry.state === 'sending') return { state: 'sending' };
			const { status, headers, body } = entry;
			return { state: 'accepted', reply: { status, headers, bytes: Buffer.from(body, 'base64') } };
		},
		sending(place, request) {
			entries[keyOf(place)] = { state: 'sending', request: requestHash(request), origin: place.origin };
		},
		accepted(place, { status, headers, bytes }) {
			const { request = '', origin = place.origin } = entries[keyOf(place)] ?? {};
			const contentType = headers['content-type'];
			entries[keyOf(place)] = {
				state: 'accepted',
				request,
				origin,
				status,
				headers: contentType === undefined ? {} : { 'content-type': contentType },
				body: Buffer.from(bytes).toString('base64'),
			};
		},
		forget(place) {
			Reflect.deleteProperty(entries, keyOf(place));
		},
	};
}
