import { Refused } from '../../../protocol/errors';
import type { Effect, Exchange } from '../../../protocol/exchange';
import { Failure, failureOf, unknownFailure } from '../failure';
import type { Memory, Place, Remembered, Slot } from './memory';
import type { Transport } from '../http/transport';

/** Carries out one exchange and gives its result. Throws a {@link Failure} otherwise. */
export type Call = <Result>(exchange: Exchange<Result>) => Promise<Result>;

interface CallContext {
	transport: Transport;
	memory: Memory;
	place: Omit<Place, 'part'>;
	timeoutSeconds: number;
	/** What is known of the only request already, whatever the memory says. */
	earlier?: Remembered | undefined;
}

/** The calls of one item. */
export interface ItemCalls {
	call: Call;
	/** The item is done, even if the service `refused` every recipient. */
	finish: (refused: boolean) => void;
}

const mayBeRepeated: ReadonlySet<Effect> = new Set<Effect>(['read', 'repeatable']);

/** What was done for the item before the request that failed; a retry does not repeat it. */
function progressNote(covered: readonly string[], failedPart: string | undefined): string | undefined {
	if (covered.length === 0 && failedPart === undefined) return undefined;
	const failed = failedPart === undefined ? [] : [`This concerns ${failedPart}.`];
	const accepted =
		covered.length === 0
			? []
			: [
					`Accepted before it: ${covered.join(', ')}. Retry On Fail and the first retry of this execution do not send that again; a new execution would.`,
				];
	return [...failed, ...accepted].join(' ');
}

/** Why a request is not sent of which it is not known whether it has left before, by who may have asked for it. */
const openBefore: Record<Memory['callers'], string> = {
	engine: 'an earlier try of this item ended without a known outcome',
	agent:
		'an earlier call of this tool, to the same recipient or for the same thing, has no known outcome; this call did nothing',
};

const sentBefore = (): Failure =>
	new Failure({
		kind: 'input',
		message: 'Not sent again: this tool has sent the same message in this execution',
		description:
			'SMSBOX accepted it, once is enough. If a second one is really meant, it must say something else, or be sent in another execution.',
	});

/** Whether it is certain that the service did not carry the request out. */
const certainlyNotDone = (error: unknown, failure: Failure): boolean =>
	error instanceof Refused || failure.kind === 'notSent';

/**
 * The one place that every request of an item passes. What may be repeated goes straight out. Whatever changes or sends
 * something is noted in the memory before it leaves; noted ones are answered from the memory, never sent again.
 */
export function createCalls({ transport, memory, place, timeoutSeconds, earlier }: CallContext): ItemCalls {
	let parts = 0;
	const covered: string[] = [];
	const slots: Slot[] = [];

	const sendOnce = async <Result>(exchange: Exchange<Result>, slot: Slot): Promise<Result> => {
		const remembered = earlier ?? slot.recall();
		if (remembered.state === 'accepted') return exchange.parse(remembered.reply);
		if (remembered.state === 'sending') throw unknownFailure(exchange.effect, openBefore[memory.callers]);
		if (remembered.state === 'repeated') throw sentBefore();
		slot.sending();
		try {
			const reply = await transport(exchange.request, exchange.effect, timeoutSeconds);
			const result = exchange.parse(reply);
			slot.accepted(reply);
			return result;
		} catch (error) {
			const failure = failureOf(error, exchange.effect);
			if (certainlyNotDone(error, failure)) slot.forget();
			else slot.ended();
			throw failure;
		}
	};

	const call: Call = async (exchange) => {
		try {
			if (mayBeRepeated.has(exchange.effect)) {
				return exchange.parse(await transport(exchange.request, exchange.effect, timeoutSeconds));
			}
			const part = parts++;
			const slot = memory.slot({ ...place, part }, exchange.request);
			const result = await sendOnce(exchange, slot);
			slots.push(slot);
			covered.push(exchange.covers ?? `request ${part + 1}`);
			return result;
		} catch (error) {
			const failure = failureOf(error, exchange.effect);
			const note = progressNote(covered, exchange.covers);
			throw note === undefined ? failure : failure.withNote(note);
		}
	};
	const finish = (refused: boolean): void => {
		for (const slot of slots) slot.done(refused);
	};
	return { call, finish };
}

/**
 * Carries out the requests that one input takes, one after the other, up to the first that fails: its failure then
 * says what was not sent either.
 *
 * @param referenceOf the reference under which a result can be found again, where it has one
 */
export async function callAll<Result>(
	exchanges: readonly Exchange<Result>[],
	call: Call,
	referenceOf: (result: Result) => string | undefined = () => undefined,
): Promise<Result[]> {
	const results: Result[] = [];
	for (const exchange of exchanges) {
		try {
			results.push(await call(exchange));
		} catch (error) {
			const references = results.flatMap((result) => referenceOf(result) ?? []);
			const rest = exchanges.slice(results.length + 1).flatMap(({ covers }) => covers ?? []);
			throw withRest(failureOf(error, exchange.effect), references, rest);
		}
	}
	return results;
}

function withRest(failure: Failure, references: readonly string[], rest: readonly string[]): Failure {
	const accepted =
		references.length === 0 ? [] : [`References of what was accepted: ${references.join(', ')}.`];
	const notSent = rest.length === 0 ? [] : [`Not sent: ${rest.join(', ')}.`];
	const notes = [...accepted, ...notSent];
	return notes.length === 0 ? failure : failure.withNote(notes.join(' '));
}
