import { Refused } from '../../protocol/errors';
import type { Exchange } from '../../protocol/exchange';
import { type Failure, failureOf, unknownFailure } from './failure';
import type { Memory } from './memory';
import type { Transport } from './transport';

/** Carries out one exchange and gives its result. Throws a {@link Failure} otherwise. */
export type Call = <Result>(exchange: Exchange<Result>) => Promise<Result>;

interface CallContext {
	transport: Transport;
	memory: Memory;
	run: number;
	item: number;
	/** What the item is made from: see the memory's `originOf`. */
	origin: string;
	timeoutSeconds: number;
}

/** What was done for the item before the request that failed; a retry does not repeat it. */
function progressNote(covered: readonly string[], failedPart: string | undefined): string | undefined {
	if (covered.length === 0 && failedPart === undefined) return undefined;
	const failed = failedPart === undefined ? [] : [`This concerns ${failedPart}.`];
	const accepted =
		covered.length === 0
			? []
			: [`Accepted before it: ${covered.join(', ')}. A retry does not send that again.`];
	return [...failed, ...accepted].join(' ');
}

/** Whether it is certain that the service did not carry the request out. */
const certainlyNotDone = (error: unknown, failure: Failure): boolean =>
	error instanceof Refused || failure.kind === 'notSent';

/**
 * The one place that every request of an item passes. Reads go straight out. Whatever changes or sends something is
 * noted in the memory before it leaves; noted ones are answered from the memory, never sent again.
 */
export function createCall({ transport, memory, run, item, origin, timeoutSeconds }: CallContext): Call {
	let parts = 0;
	const covered: string[] = [];

	const sendOnce = async <Result>(exchange: Exchange<Result>, part: number): Promise<Result> => {
		const place = { run, item, part, origin };
		const remembered = memory.recall(place, exchange.request);
		if (remembered.state === 'accepted') return exchange.parse(remembered.reply);
		if (remembered.state === 'sending') {
			throw unknownFailure(exchange.effect, 'an earlier try of this item ended without a known outcome');
		}
		memory.sending(place, exchange.request);
		try {
			const reply = await transport(exchange.request, exchange.effect, timeoutSeconds);
			const result = exchange.parse(reply);
			memory.accepted(place, reply);
			return result;
		} catch (error) {
			const failure = failureOf(error, exchange.effect);
			if (certainlyNotDone(error, failure)) memory.forget(place);
			throw failure;
		}
	};

	return async (exchange) => {
		try {
			if (exchange.effect === 'read') {
				return exchange.parse(await transport(exchange.request, exchange.effect, timeoutSeconds));
			}
			const part = parts++;
			const result = await sendOnce(exchange, part);
			covered.push(exchange.covers ?? `request ${part + 1}`);
			return result;
		} catch (error) {
			const failure = failureOf(error, exchange.effect);
			const note = progressNote(covered, exchange.covers);
			throw note === undefined ? failure : failure.withNote(note);
		}
	};
}
