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
import { identityOf, type Known, lookUpAcrossCalls, underWay } from './toolCalls';

/** What an earlier try of an item left behind. */
export type Prior =
	/** `incomplete`: some requests were accepted, the rest was certainly not sent and may go out. */
	| { state: 'new' | 'incomplete' }
	/** A request has no known outcome. Nothing more of the item is sent. */
	| { state: 'unknown'; effect: Effect }
	| { state: 'complete'; output: IDataObject[] };

/** How a request ended. */
export type Settlement =
	| { state: 'accepted'; reply: LoggedRequest['reply']; references: readonly string[] }
	/** It is never sent again. */
	| { state: 'unknown' }
	/** It was certainly not carried out, and may go out again. */
	| { state: 'discarded' };

/** What was and was not sent of an item, in words of its parts. */
export interface Progress {
	total: number;
	accepted: string[];
	references: string[];
	unknown: string[];
	rest: string[];
	/** Whether the recipients are those that it speaks of; undefined where this try has not got so far. */
	fits: boolean | undefined;
}

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

const sum = (counts: readonly number[]): number => counts.reduce((total, count) => total + count, 0);

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
	private readonly stored: StoredLog;
	private readonly run: string;
	/** By item; made once, as each is looked up many times. */
	private readonly keys: ItemKey[] = [];
	/** By item: whether its requests are those of an earlier try. */
	private readonly fits = new Map<number, boolean>();

	constructor(
		context: IContextObject,
		private readonly identity: RunIdentity,
	) {
		this.stored = logIn(context);
		this.run = this.nameOfRun();
		this.stored.parameters[this.run] ??= identity.parameters;
	}

	/** Whether a model calls, instead of n8n's engine. */
	get isTool(): boolean {
		return this.identity.inputOf !== undefined;
	}

	/** Whether the node's parameters are others than when this run was first tried. */
	get isEdited(): boolean {
		return this.stored.parameters[this.run] !== this.identity.parameters;
	}

	/** Returns what an earlier try left of an item. */
	priorOf(item: number): Prior {
		const { output, requests = [] } = this.at(item) ?? {};
		if (output !== undefined) return { state: 'complete', output };
		const open = requests.find(isOpen);
		if (open !== undefined) return { state: 'unknown', effect: open.effect };
		return { state: requests.length === 0 ? 'new' : 'incomplete' };
	}

	/** Looks up a request of an item that is about to be sent. */
	lookUp(item: number, number: number, exchange: Exchange<unknown>): Known {
		const { requests = [], parts = [], input = this.identity.inputOf?.(item) } = this.at(item) ?? {};
		const request = requests[number];
		if (request === undefined) {
			if (!this.isTool) return { state: 'new' };
			const takeOver = (earlier: LoggedItem): void => {
				const others = Object.entries(this.stored.items).filter(([, one]) => one !== earlier);
				const own = { ...earlier, input };
				underWay.add(own);
				this.stored.items = { ...Object.fromEntries(others), [this.keyOf(item)]: own };
			};
			return lookUpAcrossCalls(this.stored.items, { ...identityOf(exchange), input }, number, takeOver);
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
		underWay.add(logged);
		this.fits.set(item, true);
		if (parts !== undefined) logged.parts = parts;
		logged.requests[number] = {
			state: 'sending',
			to: recipientsHash(exchange),
			effect,
			messages: effect === 'send' ? (recipients?.length ?? Math.max(logged.messages, 1)) : 0,
			...(this.isTool && { message: identityOf(exchange) }),
		};
		logged.messages = Math.max(logged.messages, sum(logged.requests.map(({ messages }) => messages)));
	}

	/** Settles a reserved request. */
	settle(item: number, number: number, settlement: Settlement): void {
		const { requests = [] } = this.at(item) ?? {};
		const request = requests[number];
		if (settlement.state === 'discarded') requests.splice(number);
		else if (request !== undefined) request.state = settlement.state;
		if (settlement.state !== 'accepted') return;
		const { reply, references } = settlement;
		Object.assign(request ?? {}, { reply, ...(references.length > 0 && { references }) });
	}

	/**
	 * Completes an item all of whose requests were accepted.
	 *
	 * @param rejected how many recipients the service rejected; Infinity for all
	 */
	complete(item: number, output: readonly IDataObject[], rejected: number): void {
		const logged = this.at(item);
		if (logged === undefined || logged.requests.length === 0) return;
		if (this.isTool) {
			const isMessage = logged.requests.some(({ message }) => message?.recipients !== undefined);
			// A model may mean a change a second time: A, then B, then A again.
			if (rejected === Infinity || !isMessage) {
				this.drop(item);
				return;
			}
			for (const request of logged.requests) Reflect.deleteProperty(request, 'reply');
		} else {
			logged.requests = [];
		}
		underWay.delete(logged);
		logged.output = [...output];
		logged.messages = Math.max(0, logged.messages - rejected);
		Reflect.deleteProperty(logged, 'parts');
	}

	/** Returns what was sent of an item that is not complete; undefined where nothing was accepted. */
	progressOf(item: number): Progress | undefined {
		const { requests = [], parts = [] } = this.at(item) ?? {};
		if (requests.every(isOpen)) return undefined;
		const named = (isWanted: (request: LoggedRequest) => boolean): string[] =>
			requests.flatMap((one, number) => (isWanted(one) ? [parts[number] ?? `request ${number + 1}`] : []));
		return {
			total: Math.max(parts.length, requests.length),
			accepted: named((request) => !isOpen(request)),
			references: requests.flatMap(({ references = [] }) => references),
			unknown: named(isOpen),
			rest: parts.slice(requests.length),
			fits: this.fits.get(item),
		};
	}

	/** Whether the item owns its deduplication key, so that it may go on with requests that were not begun. */
	ownsKey(item: number): boolean {
		const { key, requests = [] } = this.at(item) ?? {};
		return key !== undefined || requests.length > 0;
	}

	/** Notes that an item has reserved its deduplication key. */
	ownKey(item: number, key: string): void {
		this.recordOf(item).key = hashOf(key);
	}

	/** Returns the items of this run that own a key, by its hash. */
	ownersOfKeys(): Map<string, number> {
		const owners = new Map<string, number>();
		for (let item = 0; item < this.identity.items; item++) {
			const key = this.at(item)?.key;
			if (key !== undefined) owners.set(key, item);
		}
		return owners;
	}

	/**
	 * Counts the messages of a run's items against a quota, unless they would exceed it: then none is counted. Nothing is awaited
	 * in between, so calls at the same time can't both take the last free place.
	 *
	 * @returns the messages that the execution would come to
	 */
	takeQuota(counts: ReadonlyMap<number, number>, quota: number): { total: number; isTaken: boolean } {
		const own = new Set<string>([...counts.keys()].map((item) => this.keyOf(item)));
		const others = Object.entries(this.stored.items).filter(([key]) => !own.has(key));
		const before = sum(others.map(([, { messages }]) => messages));
		const total = this.stored.sent + before + sum([...counts.values()]);
		if (total > quota) return { total, isTaken: false };
		for (const [item, count] of counts) this.recordOf(item).messages = count;
		return { total, isTaken: true };
	}

	/** Ends the try of an item: what was certainly not sent counts no more. Returns whether nothing was sent. */
	release(item: number): boolean {
		const logged = this.at(item);
		if (logged === undefined) return true;
		underWay.delete(logged);
		const { output, requests } = logged;
		if (output !== undefined) return false;
		if (requests.length === 0) this.drop(item);
		else logged.messages = sum(requests.map(({ messages }) => messages));
		return requests.length === 0;
	}

	/**
	 * Ends a run.
	 *
	 * @param isFinal n8n can't repeat it: its entries shrink to a count. Those of tools stay, as a model may call again
	 */
	end(isFinal: boolean): void {
		for (let item = 0; item < this.identity.items; item++) {
			this.release(item);
			if (!isFinal || this.isTool) continue;
			this.stored.sent += this.at(item)?.messages ?? 0;
			this.drop(item);
		}
		if (isFinal && !this.isTool) Reflect.deleteProperty(this.stored.parameters, this.run);
	}

	private keyOf(item: number): ItemKey {
		return (this.keys[item] ??= `${this.run}:${item}`);
	}

	private at(item: number): LoggedItem | undefined {
		return this.stored.items[this.keyOf(item)];
	}

	private recordOf(item: number): LoggedItem {
		const input = this.identity.inputOf?.(item);
		return (this.stored.items[this.keyOf(item)] ??= { requests: [], messages: 0, input });
	}

	private drop(item: number): void {
		Reflect.deleteProperty(this.stored.items, this.keyOf(item));
	}

	/** Another call of a tool may have the same `$runIndex`: then this one gets a name of its own. */
	private nameOfRun(): string {
		const { run, items, inputOf } = this.identity;
		if (run === undefined) return `call ${(this.stored.calls += 1)}`;
		let name = String(run);
		const isTaken = (_: unknown, item: number): boolean => {
			const other = this.stored.items[`${name}:${item}`];
			return other !== undefined && other.input !== inputOf?.(item);
		};
		while (inputOf !== undefined && Array.from({ length: items }).some(isTaken)) name += '+';
		return name;
	}
}
