import { Refused } from '../../../protocol/errors';
import type { Effect, Exchange, WireReply } from '../../../protocol/exchange';
import { Failure, failureOf, unknownFailure } from '../failure';
import type { Transport } from '../http/transport';
import type { SendLog, Settlement } from './sendLog';
import { keepReply } from './storedLog';

/** Carries out one exchange and returns its result. Throws a {@link Failure} otherwise. */
export type Call = <Result>(exchange: Exchange<Result>) => Promise<Result>;

/** An item that a call is for, and where several share a request its recipients. */
export interface CallItem {
	item: number;
	recipients: readonly string[] | undefined;
}

interface CallContext {
	transport: Transport;
	log: SendLog;
	/** At least one. */
	items: readonly CallItem[];
	timeoutSeconds: number;
}

const mayBeRepeated: ReadonlySet<Effect> = new Set<Effect>(['read', 'repeatable']);

/** Whether the service certainly did not carry the request out. */
const certainlyNotDone = (error: unknown, failure: Failure): boolean =>
	error instanceof Refused || failure.kind === 'notSent';

/** What is not sent because an earlier try may have sent it. */
export const unknownBefore = (effect: Effect, isTool: boolean): Failure =>
	unknownFailure(
		effect,
		isTool
			? 'an earlier call of this tool, to the same recipient or for the same thing, has no known outcome; this call did nothing'
			: 'an earlier try of this item ended without a known outcome',
	);

/** Why a request is not sent of which the log knows something. */
const notAgain: Record<'unknown' | 'repeated' | 'changed', (effect: Effect, isTool: boolean) => Failure> = {
	unknown: unknownBefore,
	repeated: () =>
		new Failure({
			kind: 'input',
			message: 'Not sent again: this tool has sent the same message in this execution',
			description:
				'SMSBOX accepted it, once is enough. To send a second one, change its text or use another execution.',
		}),
	changed: () =>
		new Failure({
			kind: 'notSent',
			message: 'Not sent: the recipients have changed since an earlier try',
			description: 'Send the rest in a new execution.',
		}),
};

/** The same exchange as far as it concerns one of several items. */
const partFor = (exchange: Exchange<unknown>, { recipients }: CallItem): Exchange<unknown> =>
	recipients === undefined ? exchange : { ...exchange, recipients };

/**
 * Returns the calls of an item, or of items that share a request. This is the one place that every request passes. What may be
 * repeated goes straight out. Whatever changes or sends something goes by the send log: look up, reserve, send, settle.
 */
export function createCalls({ transport, log, items, timeoutSeconds }: CallContext): Call {
	let requests = 0;

	const send = async <Result>(exchange: Exchange<Result>): Promise<{ reply: WireReply; result: Result }> => {
		const reply = await transport(exchange.request, exchange.effect, timeoutSeconds);
		return { reply, result: exchange.parse(reply) };
	};

	const sendOnce = async <Result>(exchange: Exchange<Result>, number: number): Promise<Result> => {
		if (items.length > 1 && number > 0) throw new TypeError('Items that share a request take one');
		const settle = (settlement: Settlement): void => {
			for (const { item } of items) log.settle(item, number, settlement);
		};
		for (const one of items) {
			const known = log.lookUp(one.item, number, partFor(exchange, one));
			if (known.state === 'accepted') return exchange.parse(known.reply);
			if (known.state !== 'new') throw notAgain[known.state](exchange.effect, log.isTool);
		}
		for (const one of items) log.reserve(one.item, number, partFor(exchange, one));
		try {
			const { reply, result } = await send(exchange);
			const isPart = exchange.parts !== undefined;
			const references = (isPart && exchange.referencesIn?.(reply)) || [];
			// One copy for all: an answer about 5,000 recipients has a megabyte.
			settle({ state: 'accepted', reply: keepReply(reply), references });
			return result;
		} catch (error) {
			const failure = failureOf(error, exchange.effect);
			settle({ state: certainlyNotDone(error, failure) ? 'discarded' : 'unknown' });
			throw failure;
		}
	};

	return async (exchange) => {
		if (!mayBeRepeated.has(exchange.effect)) return await sendOnce(exchange, requests++);
		try {
			return (await send(exchange)).result;
		} catch (error) {
			const failure = failureOf(error, exchange.effect);
			throw exchange.covers === undefined ? failure : failure.withNote(`This concerns ${exchange.covers}.`);
		}
	};
}

/** Carries out the requests that one input takes, one after the other, up to the first that fails. */
export async function callAll<Result>(exchanges: readonly Exchange<Result>[], call: Call): Promise<Result[]> {
	const results: Result[] = [];
	for (const exchange of exchanges) results.push(await call(exchange));
	return results;
}
