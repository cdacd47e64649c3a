import type { IContextObject } from 'n8n-workflow';
import {
	hashOf,
	keepReply,
	type KeptReply,
	type Memory,
	type Place,
	type Remembered,
	replyOf,
	requestHash,
} from './memory';

const contextKey = 'smsboxToolSent';

interface Request {
	request: string;
	origin: string;
	part: number;
	/** Of a message: hashes of its recipients; empty where they are not known. */
	to?: string[];
}

type Entry = Request &
	(
		| { state: 'sending'; /** Without a known outcome. */ hasEnded?: true }
		| { state: 'accepted'; reply: KeptReply; /** With all requests of its call. */ isDone?: true }
	);

const isEntries = (stored: unknown): stored is Record<string, Entry> =>
	typeof stored === 'object' && stored !== null;

/** Whether messages may reach the same person; where the recipients are not known, they may. */
function shareRecipients(
	some: readonly string[] | undefined,
	others: readonly string[] | undefined,
): boolean {
	if (some === undefined || others === undefined) return false;
	if (some.length === 0 || others.length === 0) return true;
	const known = new Set(some);
	return others.some((one) => known.has(one));
}

/**
 * The memory of a node that an AI agent uses as its tool. No run says which call is a repeated try: a model that was told
 * of a failure calls again, perhaps in other words. So over all calls of an execution
 * - nothing more goes to people for whom a message may have been sent already;
 * - a message that was accepted is not sent a second time for the same input;
 * - what was accepted of a message over several requests is not sent again when the rest is tried.
 *
 * @param originOf see `originOf`, for one item
 */
export function createToolMemory(context: IContextObject, originOf: (item: number) => string): Memory {
	const stored: unknown = context[contextKey];
	const entries = isEntries(stored) ? stored : {};
	Object.assign(context, { [contextKey]: entries });
	const knows: Memory['knows'] = (_run, item) => {
		const origin = originOf(item);
		return Object.values(entries).some(
			(entry) => entry.origin === origin && !(entry.state === 'accepted' && entry.isDone),
		);
	};
	return {
		callers: 'agent',
		knows,
		tried: (run, items) =>
			new Set(Array.from({ length: items }, (_, item) => item).filter((item) => knows(run, item))),
		groups: () => [],
		slot(place, wireRequest) {
			const own = requestOf(place, requestHash(wireRequest));
			const key = [own.origin, own.part, own.request].join(':');
			const forget = (): void => {
				Reflect.deleteProperty(entries, key);
			};
			return {
				recall: () => recalled(Object.values(entries), own),
				sending() {
					entries[key] = { ...own, state: 'sending' };
				},
				accepted(reply) {
					entries[key] = { ...own, state: 'accepted', reply: keepReply(reply) };
				},
				ended() {
					entries[key] = { ...own, state: 'sending', hasEnded: true };
				},
				done(refused) {
					const entry = entries[key];
					// Whatever is no message may be meant a second time: A, then B, then A again.
					if (entry?.state !== 'accepted' || own.to === undefined || refused) forget();
					else entries[key] = { ...entry, isDone: true };
				},
				forget,
			};
		},
		outputOf: () => undefined,
		keepOutput: () => undefined,
	};
}

function requestOf({ origin, part, to }: Place, request: string): Request {
	return { request, origin, part, ...(to && { to: to.map(hashOf) }) };
}

const isSameList = (some: readonly string[] = [], others: readonly string[] = []): boolean =>
	some.length > 0 && some.join() === others.join();

function recalled(entries: readonly Entry[], own: Request): Remembered {
	const mayBeOut = entries.some(
		(entry) =>
			entry.state === 'sending' &&
			(entry.request === own.request || (entry.hasEnded === true && shareRecipients(entry.to, own.to))),
	);
	if (mayBeOut) return { state: 'sending' };
	for (const entry of entries) {
		if (entry.state !== 'accepted' || entry.origin !== own.origin || entry.part !== own.part) continue;
		const isSame = entry.request === own.request;
		if (entry.isDone === true) {
			if (isSame) return { state: 'repeated' };
		} else if (isSame || isSameList(entry.to, own.to)) {
			return { state: 'accepted', reply: replyOf(entry.reply) };
		}
	}
	return { state: 'new' };
}
