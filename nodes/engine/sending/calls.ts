import { sleep } from 'n8n-workflow';
import { Rejected } from '../../../protocol/errors';
import type { Effect, Exchange, WireResponse } from '../../../protocol/exchange';
import { NodeFailure, nodeFailureOf, unknownFailure } from '../errors';
import type { Transport } from '../http/transport';
import type { SendLog } from './sendLog';
import { keepReply } from './storedLog';

/** Carries out one exchange and returns its result. Throws a {@link NodeFailure} otherwise. */
export type Call = <Result>(exchange: Exchange<Result>) => Promise<Result>;

/** What calls go through. */
export interface Sending {
	transport: Transport;
	log: SendLog;
	/** Milliseconds before each further try of what the service did not take and may take later. */
	retryPauses: readonly number[];
	/** Told of each answer, and of each that did not come: whether it speaks for fewer requests at a time. */
	onAnswer?: (isOverload: boolean) => void;
}

/** An item that a call is for. */
interface CallItem {
	item: number;
	timeoutSeconds: number;
	work: { partitionKeys?: readonly string[] | undefined };
}

interface Answer<Result> {
	reply: WireResponse;
	result: Result;
}

/** What is not sent because an earlier try may have sent it. */
export const unknownBefore = (effect: Effect, isTool: boolean): NodeFailure =>
	unknownFailure(
		effect,
		isTool
			? 'an earlier, similar call of this tool was not completed; this call did nothing'
			: 'an earlier attempt at this item ended without a known outcome',
	);

/** What is not sent because an earlier try has sent a part of another message. */
export const changedSince = (): NodeFailure =>
	new NodeFailure({
		kind: 'notSent',
		message: 'Not sent: the recipients have changed since an earlier attempt',
		description: 'Send the rest in a new execution.',
	});

/** Why a request is not sent of which the log knows something. */
const notAgain = {
	unknown: unknownBefore,
	changed: changedSince,
	repeated: (): NodeFailure =>
		new NodeFailure({
			kind: 'invalidInput',
			message: 'Not sent again: this tool has sent the same message in this execution',
			description:
				'SMSBOX accepted it the first time. To send it twice, change the text or use another execution.',
		}),
};

/**
 * Returns the calls of an item, or of items that share a request. This is the one place that every request passes. What may be
 * repeated goes straight out. Whatever changes or sends something goes by the send log: look up, reserve, send, settle.
 * A message that the service says it did not take is tried again, after a pause; what may have been taken never is.
 *
 * @param items at least one
 */
export function createCalls(sending: Sending, items: readonly CallItem[]): Call {
	const { transport, log, retryPauses, onAnswer } = sending;
	const timeoutSeconds = items[0]?.timeoutSeconds ?? 0;
	let requests = 0;

	const attempt = async <Result>({ request, effect, parse }: Exchange<Result>): Promise<Answer<Result>> => {
		const reply = await transport(request, effect, timeoutSeconds);
		return { reply, result: parse(reply) };
	};
	const answerTo = async <Result>(
		exchange: Exchange<Result>,
		pauses: readonly number[] = retryPauses,
	): Promise<Answer<Result>> => {
		const isDone = (answer: Answer<Result>): Answer<Result> => {
			onAnswer?.(false);
			return answer;
		};
		const hasFailed = async (error: unknown): Promise<Answer<Result>> => {
			const isRejected = error instanceof Rejected;
			onAnswer?.(isRejected ? error.isOverload : nodeFailureOf(error, exchange.effect).kind === 'unknown');
			const [pause, ...laterPauses] = pauses;
			// Of changes it is not documented that a temporary failure did nothing: a transfer could be made twice.
			const isRepeatable = isRejected && error.isTemporary && exchange.effect !== 'change';
			if (pause === undefined || !isRepeatable) throw error;
			await sleep(pause);
			return await answerTo(exchange, laterPauses);
		};
		return await attempt(exchange).then(isDone, hasFailed);
	};

	const sendOnce = async <Result>(exchange: Exchange<Result>, number: number): Promise<Result> => {
		if (items.length > 1 && number > 0) throw new TypeError('Items that share a request take one');
		const parts = items.map(({ item, work: { partitionKeys } }) => ({
			item,
			part: { ...exchange, ...(items.length > 1 && partitionKeys && { recipients: partitionKeys }) },
		}));
		for (const { item, part } of parts) {
			const known = log.lookUp(item, number, part);
			if (known.state === 'accepted') return exchange.parse(known.reply);
			if (known.state !== 'new') throw notAgain[known.state](exchange.effect, log.isTool);
		}
		for (const { item, part } of parts) log.reserve(item, number, part);
		try {
			const { reply, result } = await answerTo(exchange);
			const references = exchange.parts && exchange.referencesIn?.(reply);
			// One copy for all: an answer about 5,000 recipients has a megabyte.
			const kept = { reply: keepReply(reply), references };
			for (const { item } of items) log.settle(item, number, 'accepted', kept);
			return result;
		} catch (error) {
			const failure = nodeFailureOf(error, exchange.effect);
			const isNotDone = error instanceof Rejected || failure.kind === 'notSent';
			for (const { item } of items) log.settle(item, number, isNotDone ? 'discarded' : 'unknown');
			throw failure;
		}
	};

	return async (exchange) => {
		const { effect, covers } = exchange;
		if (effect === 'change' || effect === 'send') return await sendOnce(exchange, requests++);
		try {
			return (await answerTo(exchange)).result;
		} catch (error) {
			const failure = nodeFailureOf(error, effect);
			throw covers === undefined ? failure : failure.withNote(`This concerns ${covers}.`);
		}
	};
}

/** Carries out the requests that one input takes, one after the other, up to the first that fails. */
export async function callAll<Result>(exchanges: readonly Exchange<Result>[], call: Call): Promise<Result[]> {
	const results: Result[] = [];
	for (const exchange of exchanges) results.push(await call(exchange));
	return results;
}
