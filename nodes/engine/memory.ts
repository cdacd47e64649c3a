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
}

export type Remembered = { state: 'new' } | { state: 'sending' } | { state: 'accepted'; reply: WireReply };

const contextKey = 'smsboxSent';

/** Stored as JSON with the execution, so it is kept small: the answer's bytes as base64, no request but its hash. */
type Entry =
	| { state: 'sending'; hash: string }
	| { state: 'accepted'; hash: string; status: number; headers: Record<string, string>; body: string };

const keyOf = ({ run, item, part }: Place): string => `${run}:${item}:${part}`;

/** A changed item is a new item: what was remembered for another request is not taken for this one. */
function hashOf(request: WireRequest): string {
	const whole = [request.api, request.method, request.path, request.body ?? ''].join('\n');
	return createHash('sha256').update(whole).digest('hex').slice(0, 32);
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
			if (entry === undefined || entry.hash !== hashOf(request)) return { state: 'new' };
			if (entry.state === 'sending') return { state: 'sending' };
			const { status, headers, body } = entry;
			return { state: 'accepted', reply: { status, headers, bytes: Buffer.from(body, 'base64') } };
		},
		sending(place, request) {
			entries[keyOf(place)] = { state: 'sending', hash: hashOf(request) };
		},
		accepted(place, { status, headers, bytes }) {
			const hash = entries[keyOf(place)]?.hash ?? '';
			const contentType = headers['content-type'];
			entries[keyOf(place)] = {
				state: 'accepted',
				hash,
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
