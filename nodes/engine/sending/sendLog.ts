import type { IContextObject, IDataObject } from 'n8n-workflow';
import type { Effect, Exchange } from '../../../protocol/exchange';
import {
	hashOf,
	isOpen,
	type ItemKey,
	type LoggedItem,
	type LoggedRequest,
	logIn,
	replyOf,
	type StoredLog,
} from './storedLog';
import { identityOf, type Known, lookUpAcrossCalls } from './toolCalls';

/** What an earlier try of an item left behind. */
export type Prior =
	/** `incomplete`: some requests were accepted, the rest was certainly not sent and may go out. */
	| { state: 'new' | 'incomplete' }
	/** A request has no known outcome. Nothing more of the item is sent. */
	| { state: 'unknown'; effect: Effect }
	| { state: 'complete'; output: IDataObject[] };

/** What identifies the node's run to the log. */
export interface RunIdentity {
	/** `$runIndex`; undefined where an agent calls the node past n8n's engine. */
	run: number | undefined;
	items: number;
	/** Hash of the node's parameters, before any expression is evaluated. */
	parameters: string;
	/** In tools: the hash of the model's input for an item. */
	inputOf: ((item: number) => string) | undefined;
}

const messagesIn = (counted: ReadonlyArray<{ messages: number }>): number =>
	counted.reduce((total, { messages }) => total + messages, 0);

const recipientsHash = ({ recipients = [] }: Exchange<unknown>): string => hashOf(recipients.join());

/**
 * What an execution has sent, so that nothing is sent twice. One log with one rule, and for every request the same four
 * steps: look up, reserve, send, settle.
 *
 * - A message is identified by run, item and request number, with a hash of that request's recipients. What was accepted is
 *   never sent again, whatever was edited in the node meanwhile: a retry returns the stored output.
 * - What has no known outcome stays unknown, and nothing more of its item is sent.
 * - If the requests of an incomplete item no longer fit (other recipients, another size), nothing more of it is sent.
 * - Items that share a request have each their own entry and output.
 * - An agent's tool is called again by a model, not by a retry: there the same message has the same recipients and either
 *   the same request or the same input by the model; nothing more goes to recipients of a message without a known outcome.
 *
 * It lives in n8n's context of the node, which survives Retry On Fail and the first retry of a failed execution. It is lost
 * when n8n is killed, when the execution is stopped, and on a second retry of the same execution.
 */
export class SendLog {
	/** Whether a model calls, instead of n8n's engine. */
	readonly isTool: boolean;
	/** Whether the node's parameters are others than when this run was first tried. */
	readonly isEdited: boolean;
	private readonly stored: StoredLog;
	private run: string;
	/** The entries of this run's items. */
	private entries: Map<number, LoggedItem>;
	/** By item: whether its requests are those of an earlier try. */
	private readonly fits = new Map<number, boolean>();

	constructor(
		context: IContextObject,
		private readonly identity: RunIdentity,
	) {
		const { run, inputOf, parameters } = identity;
		this.stored = logIn(context);
		this.run = run === undefined ? `call ${(this.stored.calls += 1)}` : String(run);
		this.entries = this.storedEntries();
		// Another call of a tool may have the same `$runIndex`: then this one gets a name of its own.
		while ([...this.entries].some(([item, { input }]) => input !== inputOf?.(item))) {
			this.run += '+';
			this.entries = this.storedEntries();
		}
		this.isTool = inputOf !== undefined;
		this.isEdited = (this.stored.parameters[this.run] ??= parameters) !== parameters;
	}

	/** Returns what an earlier try left of an item. */
	priorOf(item: number): Prior {
		const { output, requests = [] } = this.at(item) ?? {};
		if (output !== undefined) return { state: 'complete', output };
		const open = requests.find(isOpen);
		if (open !== undefined) return { state: 'unknown', effect: open.effect };
		return { state: requests.length === 0 ? 'new' : 'incomplete' };
	}

	/** Whether an item was sent in part, or may have been sent. */
	isUnfinished(item: number): boolean {
		return ['incomplete', 'unknown'].includes(this.priorOf(item).state);
	}

	/** Returns how many requests of an item were accepted or may have been sent; Infinity where it is complete. */
	begunOf(item: number): number {
		const { output, requests = [] } = this.at(item) ?? {};
		return output === undefined ? requests.length : Infinity;
	}

	/** Looks up a request of an item that is about to be sent. */
	lookUp(item: number, number: number, exchange: Exchange<unknown>): Known {
		const { requests = [], parts = [] } = this.at(item) ?? {};
		const request = requests[number];
		if (request === undefined) {
			const input = this.identity.inputOf?.(item);
			if (input === undefined) return { state: 'new' };
			return lookUpAcrossCalls(this.stored.items, { ...identityOf(exchange), input }, number);
		}
		const fits = request.to === recipientsHash(exchange) && (exchange.parts ?? []).join() === parts.join();
		this.fits.set(item, fits);
		if (!fits) return { state: 'changed' };
		const reply = isOpen(request) ? undefined : replyOf(request);
		return reply === undefined ? { state: 'unknown' } : { state: 'accepted', reply };
	}

	/** Reserves a request before it leaves: from here on it counts as possibly sent. */
	reserve(item: number, number: number, exchange: Exchange<unknown>): void {
		const logged = this.recordOf(item);
		const { effect, parts, recipients } = exchange;
		this.fits.set(item, true);
		if (parts !== undefined) logged.parts = parts;
		logged.requests[number] = {
			state: 'sending',
			to: recipientsHash(exchange),
			effect,
			messages: effect === 'send' ? (recipients?.length ?? Math.max(logged.messages, 1)) : 0,
			...(this.isTool && { message: identityOf(exchange) }),
		};
		logged.messages = Math.max(logged.messages, messagesIn(logged.requests));
	}

	/** Settles a reserved request. Discarded is what was certainly not carried out: it may go out again. */
	settle(
		item: number,
		number: number,
		state: 'accepted' | 'unknown' | 'discarded',
		kept: Pick<LoggedRequest, 'reply' | 'references'> = {},
	): void {
		const { requests = [] } = this.at(item) ?? {};
		const request = requests[number];
		if (state === 'discarded') requests.splice(number);
		else if (request !== undefined) Object.assign(request, { state, ...kept });
	}

	/**
	 * Completes an item all of whose requests were accepted.
	 *
	 * @param rejected how many recipients the service rejected; Infinity for all
	 */
	complete(item: number, output: readonly IDataObject[], rejected: number): void {
		const logged = this.at(item);
		if (logged === undefined || logged.requests.length === 0) return;
		const isMessage = logged.requests.some(({ effect }) => effect === 'send');
		// A model may mean a change a second time: A, then B, then A again.
		if (this.isTool && (rejected === Infinity || !isMessage)) {
			this.drop(item);
			return;
		}
		logged.requests = this.isTool ? logged.requests.map((one) => ({ ...one, reply: undefined })) : [];
		logged.output = [...output];
		logged.messages = Math.max(0, logged.messages - rejected);
		Reflect.deleteProperty(logged, 'parts');
	}

	/** Notes that an item has reserved its deduplication key. */
	ownKey(item: number, key: string): void {
		this.recordOf(item).key = hashOf(key);
	}

	/** Returns the items of this run that own a key, by its hash. */
	ownersOfKeys(): Map<string, number> {
		return new Map([...this.entries].flatMap(([item, { key }]) => (key === undefined ? [] : [[key, item]])));
	}

	/** Whether the recipients are those of the item's entry; undefined where this try has not got so far. */
	fitsEntry(item: number): boolean | undefined {
		return this.fits.get(item);
	}

	/**
	 * Counts the messages of a run's items against a quota, unless they would exceed it: then none is counted. Nothing is awaited
	 * in between, so calls at the same time can't both take the last free place.
	 *
	 * @returns the messages that the execution would come to
	 */
	takeQuota(counts: ReadonlyMap<number, number>, quota: number): { total: number; isTaken: boolean } {
		const own = new Set([...counts.keys()].map((item) => this.at(item)));
		const others = Object.values(this.stored.items).filter((logged) => !own.has(logged));
		const asked = [...counts.values()].map((messages) => ({ messages }));
		const total = this.stored.sent + messagesIn([...others, ...asked]);
		const isTaken = total <= quota;
		if (isTaken) for (const [item, count] of counts) this.recordOf(item).messages = count;
		return { total, isTaken };
	}

	/**
	 * Ends a run: what was certainly not sent counts no more.
	 *
	 * @param isFinal n8n can't repeat it: its entries shrink to a count. Those of tools stay, as a model may call again
	 */
	end(isFinal: boolean): void {
		const isDropped = isFinal && !this.isTool;
		for (const [item, logged] of this.entries) {
			const { output, requests } = logged;
			if (output === undefined) logged.messages = messagesIn(requests);
			if (isDropped) this.stored.sent += logged.messages;
			if (isDropped || (output === undefined && requests.length === 0)) this.drop(item);
		}
		if (isDropped) Reflect.deleteProperty(this.stored.parameters, this.run);
	}

	/** Returns an item's entry. */
	at(item: number): LoggedItem | undefined {
		return this.entries.get(item);
	}

	private storedEntries(): Map<number, LoggedItem> {
		const items = Array.from({ length: this.identity.items }, (_, item) => item);
		return new Map(
			items.flatMap((item) => {
				const logged = this.stored.items[this.keyOf(item)];
				return logged === undefined ? [] : [[item, logged]];
			}),
		);
	}

	private keyOf(item: number): ItemKey {
		return `${this.run}:${item}`;
	}

	private recordOf(item: number): LoggedItem {
		const known = this.at(item);
		if (known !== undefined) return known;
		const record = { requests: [], messages: 0, input: this.identity.inputOf?.(item) };
		this.entries.set(item, record);
		this.stored.items[this.keyOf(item)] = record;
		return record;
	}

	private drop(item: number): void {
		this.entries.delete(item);
		Reflect.deleteProperty(this.stored.items, this.keyOf(item));
	}
}
