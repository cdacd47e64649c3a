import type { IContextObject, IDataObject } from 'n8n-workflow';
import type { Effect, Exchange, WireResponse } from '../../../protocol/exchange';
import { hashOf, type MessageIdentity, shortHashOf, stateOf, UnfinishedMessages } from './messageIdentity';
import { type LoggedItem, type LoggedRequest, logIn, numberOfRun, type StoredLog } from './storedLog';

/** What is kept of a response. */
export type KeptReply = Pick<LoggedRequest, 'reply' | 'references' | 'leftAt'> &
	Partial<Pick<LoggedRequest, 'messages' | 'rejected'>>;

/** What earlier attempts made of an item. `unknown`: a request has no known outcome, and nothing more of the item is sent. */
type Prior = { state: 'unknown'; effect: Effect } | { state: 'complete'; output: IDataObject[] };

/**
 * What the log knows of a request that is about to leave. `changed`: it no longer fits what was accepted of its item. `lost`: n8n may
 * have lost the earlier runs, so it may have left before.
 */
type Known =
	| { state: 'new' | 'unknown' | 'changed' | 'lost' }
	| { state: 'accepted'; reply: WireResponse; leftAt: number | undefined };

/** What identifies the node's run to the log. */
export interface RunIdentity {
	/**
	 * What n8n has put in its queue for this run, and puts there again for a retry; undefined in an agent's tool, where nothing
	 * distinguishes a retry from a new call.
	 */
	entry: object | undefined;
	/** `$runIndex` */
	index: number;
	items: number;
}

/** Of a reference, this much is stored at most: 64 bytes an item with what n8n adds. */
const longestReference = 40;

/** Whether the outcome of a request is unknown. */
export const isOpen = ({ state }: LoggedRequest): boolean => state !== 'accepted';

/** Whether the service accepted a request, but rejected all its recipients. */
export const isRejected = (request: LoggedRequest): boolean =>
	!isOpen(request) && request.effect === 'send' && request.messages === 0;

/** Whether anybody has got something of an item, or may have: the service can reject all recipients of a request that it accepts. */
const hasReached = (requests: readonly LoggedRequest[]): boolean =>
	requests.some((request) => !isRejected(request));

export const keepReply = ({ status, headers, bytes }: WireResponse): LoggedRequest['reply'] => [
	status,
	headers['content-type'] ?? '',
	Buffer.from(bytes).toString('base64'),
];

/** Returns what the protocol needs to parse a reply again; undefined where none was kept. */
function replyOf({ reply }: LoggedRequest): WireResponse | undefined {
	if (reply === undefined) return undefined;
	const [status, type, bytes] = reply;
	const headers = type === '' ? {} : { 'content-type': type };
	return { status, headers, bytes: Buffer.from(bytes, 'base64') };
}

const messagesIn = (counted: ReadonlyArray<{ messages: number }>): number =>
	counted.reduce((total, { messages }) => total + messages, 0);

/** Of each list, as all its requests ask for it. */
const listHashes = new WeakMap<readonly string[], string>();

/** Returns a hash of all recipients: what one of several requests covers says which of them are its own. */
function recipientsHash({ recipients = [], list = recipients }: Exchange<unknown>): string {
	const hash = listHashes.get(list) ?? hashOf(list.join());
	listHashes.set(list, hash);
	return hash;
}

/**
 * What an execution has sent, so that nothing is sent twice. For every request the same four steps: look up, reserve, send,
 * settle.
 *
 * - An item is identified by its run (by a mark at what n8n keeps of it) and index. What was accepted of it is never sent again,
 *   whatever was edited in the node meanwhile: another attempt returns the stored output.
 * - What has no known outcome stays unknown, and nothing more of its item is sent.
 * - An unfinished item is also identified by its content and deduplication key, and a recipient in common: it may come back in
 *   another run (a loop, an error output). Then its entry continues there, to the same recipients, with the same options and
 *   account. Otherwise nothing of it is sent: its recipients would get it twice.
 * - If the requests of an incomplete item no longer fit (other recipients, another size), nothing more of it is sent.
 * - Items that share a request each have their own entry and output.
 * - In an agent's tool, content and the model's input alone identify a message: sending one again is an error. Recipients of
 *   a message without a known outcome get nothing more.
 * - Nothing is forgotten when the node returns: n8n can still throw and run it again. Then a completed item keeps its
 *   output where that has happened (`keepOutputs`), and otherwise its reference.
 *
 * It lives in n8n's context of the node, which survives Retry On Fail and the first retry of a failed execution. It is lost
 * when n8n is killed, when the execution is stopped, and on a second retry of the same execution.
 */
export class SendLog {
	/** Whether a model calls, instead of n8n's engine. */
	readonly isTool: boolean;
	private readonly stored: StoredLog;
	/** Undefined where n8n has lost the earlier runs. */
	private readonly run: string | undefined;
	/** By item. A key that was looked up once is looked up faster. */
	private readonly keys: string[] = [];
	/** By item: whether its requests are those of an earlier attempt. */
	private readonly fits = new Map<number, boolean>();
	/** Of all runs. */
	private readonly unfinished = new UnfinishedMessages();

	constructor(
		context: IContextObject,
		private readonly identity: RunIdentity,
	) {
		this.stored = logIn(context);
		const { entry, index } = identity;
		this.isTool = entry === undefined;
		this.run =
			entry === undefined
				? `call ${(this.stored.calls += 1)}`
				: numberOfRun(this.stored, entry, index)?.toString();
		if (!this.isTool)
			for (const [key, { message }] of Object.entries(this.stored.items)) this.unfinished.add(key, message);
	}

	/** Returns what earlier attempts made of an item; undefined where it, or its rest, was certainly not sent and may go out. */
	priorOf(item: number): Prior | undefined {
		const done = this.stored.done[this.keyOf(item)];
		if (typeof done === 'object') return { state: 'complete', output: done };
		if (done !== undefined)
			return { state: 'complete', output: [{ alreadySent: true, ...(done !== '' && { reference: done }) }] };
		const unknown = this.requestsOf(item).find(isOpen);
		return unknown && { state: 'unknown', effect: unknown.effect };
	}

	/**
	 * Whether an item was sent in part, or may have been sent: also where it has an output, which says so. A completed item keeps its
	 * open requests only.
	 */
	isUnfinished(item: number): boolean {
		return this.requestsOf(item).length > 0;
	}

	/** Returns how many requests of an item were accepted or may have been sent; Infinity where it is complete. */
	begunOf(item: number): number {
		return this.isComplete(item) ? Infinity : this.requestsOf(item).length;
	}

	/** Whether anybody has got an item, or may have. */
	mayHaveReached(item: number): boolean {
		return this.isComplete(item) || hasReached(this.requestsOf(item));
	}

	/** Returns one time for the whole execution, at which messages are compared that the clock changes: the first that is asked. */
	clockSince(now: Date): Date {
		return new Date((this.stored.clock ??= now.getTime()));
	}

	/** Whether the execution has carried out nothing with this node, as far as is known. */
	get isEmpty(): boolean {
		const { items, done, sent } = this.stored;
		const isBegun = Object.values(items).some(({ requests }) => requests.length > 0);
		return !isBegun && sent === 0 && Object.keys(done).length === 0;
	}

	/** Whether the execution has a message without a known outcome. */
	get hasUnknown(): boolean {
		return Object.values(this.stored.items).some(({ requests }) =>
			requests.some((request) => isOpen(request) && request.effect === 'send'),
		);
	}

	/** Whether items must be identified by content before they are sent. */
	get needsContent(): boolean {
		return this.isTool || !this.unfinished.isEmpty;
	}

	/**
	 * Compares an item with all messages of the execution before it is sent. Nothing is awaited: of two equal calls of a tool
	 * at the same time, the second one finds the first.
	 *
	 * @param isSending false for what only says what it would send: it repeats nothing, and reserves nothing
	 * @returns `unknown`: it, or in tools another message to one of its recipients, may have been sent; `repeated`: another
	 * call of the tool has sent it, or `inProgress` sends it now; `changed`: a part of it was sent to other recipients, with other
	 * options or by another account; `new` otherwise. An unfinished item that has come back continues: see {@link begunOf}
	 */
	identify(
		item: number,
		message: MessageIdentity,
		isSending = true,
	): 'new' | 'unknown' | 'repeated' | 'inProgress' | 'changed' {
		const { items, done } = this.stored;
		const ownEntry = this.entryAt(item);
		if (this.isTool) {
			const matches = Object.entries(items).flatMap(([key, otherEntry]) =>
				otherEntry === ownEntry ? [] : stateOf(otherEntry, key in done, message),
			);
			if (!isSending) return matches.includes('unknown') ? 'unknown' : 'new';
			if (matches.length === 0) this.entryOf(item).message = { ...message, otherForms: undefined };
			return matches.find((state) => state === 'unknown') ?? matches[0] ?? 'new';
		}
		if (this.isUnfinished(item)) return 'new';
		const isOfOtherRun = (key: string): boolean => !key.startsWith(`${this.run}:`);
		const unfinished = this.unfinished
			.like(message, isOfOtherRun)
			.flatMap((key): Array<[string, LoggedItem]> => {
				const entry = items[key];
				return entry === undefined ? [] : [[key, entry]];
			});
		if (unfinished.some(([, { requests }]) => requests.some(isOpen))) return 'unknown';
		// Of two equal items of one run, each is a message of its own, and each of them continues one that was sent in part.
		const inOtherRuns = unfinished.filter(([key]) => isOfOtherRun(key));
		const earlier = inOtherRuns.find(([, entry]) => entry.message?.exact === message.exact);
		if (earlier === undefined)
			return inOtherRuns.some(([, entry]) => hasReached(entry.requests)) ? 'changed' : 'new';
		const [key, entry] = earlier;
		Reflect.deleteProperty(items, key);
		items[this.keyOf(item)] = entry;
		return 'new';
	}

	/** Looks up a request of an item that is about to be sent. */
	lookUp(item: number, number: number, exchange: Exchange<unknown>): Known {
		if (this.run === undefined) return { state: 'lost' };
		const { requests = [], parts = [] } = this.entryAt(item) ?? {};
		const request = requests[number];
		if (request === undefined) return { state: 'new' };
		const isUnchanged =
			request.to === recipientsHash(exchange) && (exchange.parts ?? []).join() === parts.join();
		this.fits.set(item, isUnchanged);
		if (!isUnchanged) return { state: 'changed' };
		const reply = isOpen(request) ? undefined : replyOf(request);
		return reply === undefined ? { state: 'unknown' } : { state: 'accepted', reply, leftAt: request.leftAt };
	}

	/** Reserves a request before it leaves: from here on it counts as possibly sent. */
	reserve(item: number, number: number, exchange: Exchange<unknown>): void {
		const { effect, parts, recipients } = exchange;
		const entry = this.entryOf(item);
		const to = recipientsHash(exchange);
		const messages = recipients?.length ?? Math.max(entry.messages, 1);
		this.fits.set(item, true);
		if (parts !== undefined) entry.parts = parts;
		entry.requests[number] = { state: 'sending', to, effect, messages: effect === 'send' ? messages : 0 };
		entry.messages = Math.max(entry.messages, messagesIn(entry.requests));
	}

	/** Settles a reserved request. Discarded is what was certainly not carried out: it may go out again. */
	settle(
		item: number,
		number: number,
		state: 'accepted' | 'unknown' | 'discarded',
		answer: KeptReply = {},
	): void {
		const requests = this.requestsOf(item);
		const request = requests[number];
		if (state === 'discarded') requests.splice(number);
		else if (request !== undefined) Object.assign(request, { state, ...answer });
	}

	/**
	 * Completes an item all of whose requests were accepted.
	 *
	 * @param rejected how many recipients the service rejected; Infinity for all, undefined where it says nothing of anybody
	 * @param isUnclear whether it says nothing of somebody
	 */
	complete(
		item: number,
		output: readonly IDataObject[],
		rejected: number | undefined,
		isUnclear = rejected === undefined,
	): void {
		const entry = this.entryAt(item);
		if (entry === undefined || entry.requests.length === 0) return;
		const isMessage = entry.requests.some(({ effect }) => effect === 'send');
		// What reached nobody may be sent again. A model may mean a change a second time: A, then B, then A again.
		if (rejected === Infinity || (this.isTool && !isMessage)) {
			this.drop(item);
			return;
		}
		// Of several requests, the service may have said nothing clear of one.
		entry.requests = isUnclear
			? entry.requests.map((request) => ({ ...request, state: 'unknown' }))
			: entry.requests.filter(isOpen);
		this.stored.done[this.keyOf(item)] = this.isTool ? '' : [...output];
		entry.messages =
			rejected === undefined ? messagesIn(entry.requests) : Math.max(0, entry.messages - rejected);
		Reflect.deleteProperty(entry, 'parts');
		// Completed, it continues nowhere. A tool repeats it nowhere.
		if (!this.isTool && entry.requests.length === 0) Reflect.deleteProperty(entry, 'message');
	}

	/** Keeps the content of an unfinished item, which identifies it in other runs; in tools also whom a message has reached. */
	keepContent(item: number, message: MessageIdentity | undefined): void {
		const entry = this.entryAt(item);
		if (entry === undefined || message === undefined) return;
		if (this.isTool) {
			entry.message = { ...message, otherForms: undefined };
			return;
		}
		// Where the recipients have changed, those of the requests that have left are still the earlier ones.
		if (this.fits.get(item) === true) entry.message = message;
		entry.message ??= message;
		this.unfinished.add(this.keyOf(item), entry.message);
	}

	/** Notes the deduplication key that an item has reserved in an execution. @param keyFor a hash of its person or group */
	ownKey(item: number, key: string, execution: string, keyFor: string): void {
		Object.assign(this.entryOf(item), { key: hashOf(key), reservedBy: execution });
		(this.stored.keyed ??= {})[shortHashOf(key)] = keyFor;
	}

	/** Returns the hash of the person or group that has a key in this execution; empty if unknown. */
	keyForOf(key: string): string {
		return this.stored.keyed?.[shortHashOf(key)] ?? '';
	}

	/** Whether an item that has reached somebody has reserved its key in this execution: an earlier one's is pending. */
	continuesWithKey(item: number, execution: string): boolean {
		return this.mayHaveReached(item) && this.entryAt(item)?.reservedBy === execution;
	}

	/** Returns the items of this run that own a key, by its hash. */
	ownersOfKeys(): Map<string, number> {
		return new Map(this.entries().flatMap(([item, { key }]) => (key === undefined ? [] : [[key, item]])));
	}

	/** Whether the recipients are those of the item's entry; undefined where this attempt has not got so far. */
	fitsEntry(item: number): boolean | undefined {
		return this.fits.get(item);
	}

	/**
	 * Counts the messages of a run's items against a quota, unless they would exceed it: then none is counted. Nothing is awaited
	 * in between, so calls at the same time can't both take the last free place.
	 *
	 * @param isTaken false to ask only, as a dry run does
	 * @returns the messages that the execution would come to
	 */
	takeQuota(counts: ReadonlyMap<number, number>, quota: number, isTaken = true): number {
		const ownEntries = new Set([...counts.keys()].map((item) => this.entryAt(item)));
		const otherEntries = Object.values(this.stored.items).filter((entry) => !ownEntries.has(entry));
		// What was sent of an item counts, also where its list is shorter now.
		const counted = [...counts].map(([item, count]) => ({
			item,
			messages: Math.max(count, messagesIn(this.requestsOf(item))),
		}));
		const total = this.stored.sent + messagesIn([...otherEntries, ...counted]);
		if (isTaken && total <= quota)
			for (const { item, messages } of counted) this.entryOf(item).messages = messages;
		return total;
	}

	/**
	 * Ends an attempt: what was certainly not sent no longer counts.
	 *
	 * @param keepOutputs whether n8n may run the node again for these items: it failed, or has an error output, behind which
	 * n8n can still throw. Otherwise completed items shrink to their reference
	 */
	end(keepOutputs: boolean): void {
		const { items, done } = this.stored;
		for (const [item, entry] of this.entries()) {
			const isDone = this.isComplete(item);
			if (!isDone) entry.messages = messagesIn(entry.requests);
			// A part of a tool's message that all recipients rejected is no part of it: another call sends it to all.
			const isBegun = this.isTool ? hasReached(entry.requests) : entry.requests.length > 0;
			if (isBegun || (isDone && (this.isTool || (keepOutputs && entry.key !== undefined)))) continue;
			if (isDone) this.stored.sent += entry.messages;
			this.drop(item);
		}
		if (keepOutputs) return;
		for (let item = 0; item < this.identity.items; item++) {
			const key = this.keyOf(item);
			const output = done[key];
			// One without a known outcome must not count as sent.
			if (typeof output !== 'object' || key in items) continue;
			const [reference] = output.flatMap((json) => json.reference ?? []);
			done[key] = typeof reference === 'string' ? reference.slice(0, longestReference) : '';
		}
	}

	/** Returns an item's entry. */
	entryAt(item: number): LoggedItem | undefined {
		return this.stored.items[this.keyOf(item)];
	}

	private requestsOf(item: number): LoggedRequest[] {
		return this.entryAt(item)?.requests ?? [];
	}

	private isComplete(item: number): boolean {
		return this.keyOf(item) in this.stored.done;
	}

	private entries(): Array<[number, LoggedItem]> {
		return Array.from({ length: this.identity.items }, (_, item) => item).flatMap((item) => {
			const entry = this.entryAt(item);
			return entry === undefined ? [] : [[item, entry]];
		});
	}

	private keyOf(item: number): string {
		return (this.keys[item] ??= `${this.run}:${item}`);
	}

	private entryOf(item: number): LoggedItem {
		return (this.stored.items[this.keyOf(item)] ??= { requests: [], messages: 0 });
	}

	private drop(item: number): void {
		Reflect.deleteProperty(this.stored.items, this.keyOf(item));
	}
}
