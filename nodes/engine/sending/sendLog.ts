import type { IContextObject, IDataObject } from 'n8n-workflow';
import type { Effect, Exchange, WireReply } from '../../../protocol/exchange';
import { keepReply, replyOf } from './keptReply';
import { hashOf, identityOf } from './messageIdentity';
import {
	isItemKey,
	isOpen,
	type ItemKey,
	type LoggedItem,
	type LoggedRequest,
	logIn,
	type StoredLog,
} from './storedLog';
import { type Known, lookUpAcrossCalls } from './toolCalls';

export type { Known } from './toolCalls';

/** What an earlier try of an item left behind. */
export type Prior =
	/** Nothing was sent, or may have been. */
	| { state: 'new' }
	/** Some requests were accepted, the rest was certainly not sent: the rest may go out. */
	| { state: 'incomplete' }
	/** A request has no known outcome. Nothing more of the item is sent. */
	| { state: 'unknown'; effect: Effect }
	| { state: 'complete'; output: IDataObject[] };

/** What was and was not sent of an item, in words of its parts. */
export interface Progress {
	total: number;
	accepted: string[];
	references: string[];
	unknown: string[];
	rest: string[];
	/** Whether it counts recipients as an earlier try had them: they may be others now. */
	isEarlierList: boolean;
	/** Whether they are others, so that nothing more is sent. */
	isChanged: boolean;
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

const isOwned = (entry: readonly [string | undefined, number]): entry is [string, number] =>
	entry[0] !== undefined;

const sum = (counts: readonly number[]): number => counts.reduce((total, count) => total + count, 0);

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
	/** Items whose requests are known to fit those of this try, and those that do not. */
	private readonly counted = new Set<number>();
	private readonly changed = new Set<number>();

	constructor(
		context: IContextObject,
		private readonly identity: RunIdentity,
	) {
		this.stored = logIn(context);
		this.run = this.runFor(identity);
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
		const logged = this.at(item);
		if (logged?.output !== undefined) return { state: 'complete', output: logged.output };
		if (logged === undefined || logged.requests.length === 0) return { state: 'new' };
		const open = logged.requests.find(isOpen);
		return open === undefined ? { state: 'incomplete' } : { state: 'unknown', effect: open.effect };
	}

	/** Looks up a request of an item that is about to be sent. */
	lookUp(item: number, number: number, exchange: Exchange<unknown>): Known {
		const logged = this.at(item);
		const request = logged?.requests[number];
		if (request === undefined)
			return this.isTool
				? lookUpAcrossCalls(
						this.stored.items,
						{ ...identityOf(exchange), input: this.identity.inputOf?.(item) },
						number,
					)
				: { state: 'new' };
		const fits =
			request.to === recipientsHash(exchange) &&
			(exchange.parts ?? []).join() === (logged?.parts ?? []).join();
		if (!fits) {
			this.changed.add(item);
			return { state: 'changed' };
		}
		this.counted.add(item);
		return request.reply === undefined || isOpen(request)
			? { state: 'unknown' }
			: { state: 'accepted', reply: replyOf(request.reply) };
	}

	/** Reserves a request before it leaves: from here on it counts as possibly sent. */
	reserve(item: number, number: number, exchange: Exchange<unknown>): void {
		const logged = this.recordOf(item);
		this.counted.add(item);
		if (exchange.parts !== undefined) logged.parts = exchange.parts;
		logged.requests[number] = {
			state: 'sending',
			to: recipientsHash(exchange),
			effect: exchange.effect,
			messages:
				exchange.effect === 'send' ? (exchange.recipients?.length ?? Math.max(logged.messages, 1)) : 0,
			...(this.isTool && { message: identityOf(exchange) }),
		};
		logged.messages = Math.max(logged.messages, sum(logged.requests.map(({ messages }) => messages)));
	}

	/** Settles a request that was accepted. */
	accept(item: number, number: number, reply: WireReply, references: readonly string[]): void {
		const request = this.at(item)?.requests[number];
		if (request === undefined) return;
		Object.assign(request, { state: 'accepted', reply: keepReply(reply) });
		if (references.length > 0) request.references = [...references];
	}

	/** Settles a request whose outcome is not known: it is never sent again. */
	leaveUnknown(item: number, number: number): void {
		const request = this.at(item)?.requests[number];
		if (request !== undefined) request.state = 'unknown';
	}

	/** Discards a request that was certainly not carried out: it may go out again. */
	discard(item: number, number: number): void {
		this.at(item)?.requests.splice(number);
	}

	/**
	 * Completes an item all of whose requests were accepted.
	 *
	 * @param rejected how many recipients the service rejected; Infinity for all
	 */
	complete(item: number, output: readonly IDataObject[], rejected: number): void {
		const logged = this.at(item);
		if (logged === undefined || logged.requests.length === 0) return;
		const isMessage = logged.requests.some(({ message }) => message?.recipients !== undefined);
		// A model may mean a change a second time: A, then B, then A again.
		if (this.isTool && (rejected === Infinity || !isMessage)) {
			Reflect.deleteProperty(this.stored.items, this.keyOf(item));
			return;
		}
		logged.output = [...output];
		logged.messages = Math.max(0, logged.messages - rejected);
		logged.requests = this.isTool ? logged.requests.map((request) => ({ ...request, reply: undefined })) : [];
		Reflect.deleteProperty(logged, 'parts');
	}

	/** Returns what was sent of an item; undefined where nothing was accepted. */
	progressOf(item: number): Progress | undefined {
		const { requests = [], parts = [] } = this.at(item) ?? {};
		if (requests.every(isOpen)) return undefined;
		const named = (isWanted: (request: LoggedRequest) => boolean): string[] =>
			requests.flatMap((request, number) =>
				isWanted(request) ? [parts[number] ?? `request ${number + 1}`] : [],
			);
		return {
			total: Math.max(parts.length, requests.length),
			accepted: named((request) => !isOpen(request)),
			references: requests.flatMap(({ references = [] }) => references),
			unknown: named(isOpen),
			rest: parts.slice(requests.length),
			isEarlierList: !this.counted.has(item),
			isChanged: this.changed.has(item),
		};
	}

	/** Whether the item owns its deduplication key, so that it may go on with requests that were not begun. */
	ownsKey(item: number): boolean {
		const logged = this.at(item);
		return logged !== undefined && (logged.key !== undefined || logged.requests.length > 0);
	}

	/** Notes that an item has reserved its deduplication key. */
	ownKey(item: number, key: string): void {
		this.recordOf(item).key = hashOf(key);
	}

	/** Returns the items of this run that own a key, by its hash. */
	ownersOfKeys(): Map<string, number> {
		const items = Array.from({ length: this.identity.items }, (_, item) => item);
		return new Map(items.flatMap((item) => [[this.at(item)?.key, item] as const]).filter(isOwned));
	}

	/**
	 * Counts the messages of a run's items against a quota, unless they would exceed it: then none is counted. Nothing is awaited
	 * in between, so calls at the same time can't both take the last free place.
	 *
	 * @returns the messages that the execution would come to
	 */
	takeQuota(counts: ReadonlyMap<number, number>, quota: number): { total: number; isTaken: boolean } {
		const own = new Set([...counts.keys()].map((item) => this.keyOf(item)));
		const others = Object.keys(this.stored.items)
			.filter(isItemKey)
			.filter((key) => !own.has(key));
		const before = sum(others.map((key) => this.stored.items[key]?.messages ?? 0));
		const total = this.stored.sent + before + sum([...counts.values()]);
		if (total > quota) return { total, isTaken: false };
		for (const [item, count] of counts) this.recordOf(item).messages = count;
		return { total, isTaken: true };
	}

	/** Ends the try of an item that is not complete: what was certainly not sent counts no more. Returns whether nothing was sent. */
	release(item: number): boolean {
		const logged = this.at(item);
		if (logged === undefined) return true;
		if (logged.output !== undefined) return false;
		if (logged.requests.length > 0) {
			logged.messages = sum(logged.requests.map(({ messages }) => messages));
			return false;
		}
		Reflect.deleteProperty(this.stored.items, this.keyOf(item));
		return true;
	}

	/**
	 * Ends a run.
	 *
	 * @param isFinal n8n can't repeat it: its entries shrink to a count. Those of tools stay, as a model may call again
	 */
	end(isFinal: boolean): void {
		for (let item = 0; item < this.identity.items; item++) this.release(item);
		if (!isFinal || this.isTool) return;
		for (let item = 0; item < this.identity.items; item++) {
			this.stored.sent += this.at(item)?.messages ?? 0;
			Reflect.deleteProperty(this.stored.items, this.keyOf(item));
		}
		Reflect.deleteProperty(this.stored.parameters, this.run);
	}

	private keyOf(item: number): ItemKey {
		return `${this.run}:${item}`;
	}

	private at(item: number): LoggedItem | undefined {
		return this.stored.items[this.keyOf(item)];
	}

	private recordOf(item: number): LoggedItem {
		const input = this.identity.inputOf?.(item);
		return (this.stored.items[this.keyOf(item)] ??= {
			requests: [],
			messages: 0,
			...(input !== undefined && { input }),
		});
	}

	/** Another call of a tool may have the same `$runIndex`: then this one gets a name of its own. */
	private runFor({ run, items, inputOf }: RunIdentity): string {
		if (run === undefined) {
			this.stored.calls += 1;
			return `call ${this.stored.calls}`;
		}
		const isFree = (name: string): boolean => {
			for (let item = 0; item < items; item++) {
				const other = this.stored.items[`${name}:${item}`];
				if (other !== undefined && other.input !== inputOf?.(item)) return false;
			}
			return true;
		};
		let name = String(run);
		while (!isFree(name)) name += '+';
		return name;
	}
}

const recipientsHash = ({ recipients }: Exchange<unknown>): string => hashOf((recipients ?? []).join());
