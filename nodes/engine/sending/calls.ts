import { sleep } from 'n8n-workflow';
import { Rejected } from '../../../protocol/errors';
import type { Effect, Exchange, WireResponse } from '../../../protocol/exchange';
import { NodeFailure, nodeFailureOf, unknownFailure } from '../errors';
import type { Transport } from '../http/transport';
import { type KeptReply, keepReply, type SendLog } from './sendLog';

/** Carries out one exchange and returns its result. Throws a {@link NodeFailure} otherwise. */
export type Call = <Result>(exchange: Exchange<Result>) => Promise<Result>;

/** What calls go through. */
export interface Sending {
	transport: Transport;
	log: SendLog;
	/** Milliseconds before each further attempt at what the service did not take and may take later. */
	retryPauses: readonly number[];
	/** Receives for each response, or missing response, whether it calls for fewer requests at a time. */
	onAnswer?: (isOverload: boolean) => void;
	/** Returns why no further request may leave; undefined as long as it may. */
	skipReason?: () => NodeFailure | undefined;
}

/** An item that a call is for. */
interface CallItem {
	item: number;
	timeoutSeconds: number;
	work: { partitionKeys?: readonly string[] | undefined };
}

const forOthers = 'Of a list, only recipients of no other call may still get it: call for these alone.';

/** Why a request that the log knows is not sent. */
export const notAgain = {
	unknown: (effect: Effect, isTool: boolean): NodeFailure =>
		unknownFailure(
			effect,
			isTool
				? 'an earlier, similar call of this tool was not completed; this call did nothing'
				: 'an earlier attempt at this or an equal item ended without a known outcome',
		),
	changed: (): NodeFailure =>
		new NodeFailure({
			kind: 'notSent',
			message:
				'Not sent: text, recipients, options or account have changed since an earlier attempt sent a part',
			description: 'Send the rest in a new execution.',
		}),
	lost: (): NodeFailure =>
		new NodeFailure({
			kind: 'notSent',
			message: 'Not sent: n8n has lost the earlier runs',
			description: 'Send the rest in a new execution.',
		}),
	repeated: (): NodeFailure =>
		new NodeFailure({
			kind: 'invalidInput',
			message: 'Not sent again: this tool has sent the same message in this execution',
			description:
				'The result of the first call counts. To send it twice, change the text or use another execution.',
			toModel: `The result of the first call counts. Do not send it again, not even reworded. ${forOthers}`,
		}),
	inProgress: (effect: Effect): NodeFailure =>
		new NodeFailure({
			kind: 'notSent',
			message:
				effect === 'change'
					? 'Not repeated: another call of this tool is making the same change'
					: 'Not sent: another call of this tool is sending the same message',
			description: 'Its result counts.',
			toModel: `The result of that call counts.${effect === 'change' ? '' : ` ${forOthers}`}`,
		}),
};

/** A response, its result, and when the request left, where that matters. */
interface Success<Result> {
	reply: WireResponse;
	result: Result;
	/** Milliseconds since 1970. */
	leftAt?: number | undefined;
}

/** Sends a request until there is a response other than a temporary rejection. Throws a {@link NodeFailure} for all but success. */
async function answerTo<Result>(
	{ request, requestAt, effect, parse }: Exchange<Result>,
	{ transport, retryPauses, onAnswer, skipReason }: Sending,
	timeoutSeconds: number,
): Promise<Success<Result>> {
	for (let attempt = 0; ; attempt++) {
		const pause = retryPauses[attempt];
		const reason = skipReason?.();
		if (reason !== undefined) throw reason;
		try {
			const leaving = new Date();
			const reply = await transport(requestAt?.(leaving) ?? request, effect, timeoutSeconds);
			const result = parse(reply);
			onAnswer?.(false);
			return { reply, result, ...(requestAt && { leftAt: leaving.getTime() }) };
		} catch (error) {
			const failure = nodeFailureOf(error, effect);
			const rejection = error instanceof Rejected ? error : undefined;
			onAnswer?.(rejection?.isOverload ?? failure.kind === 'unknown');
			const isRepeatable = failure.kind === 'rejected' && rejection?.isTemporary === true;
			if (pause === undefined || !isRepeatable) throw failure;
			await sleep(pause);
		}
	}
}

/** What the log keeps of an accepted request. */
function recordOf<Result>(
	{ parts, recipients = [], referencesIn, takenIn }: Exchange<Result>,
	{ reply, leftAt }: Success<Result>,
): { state: 'accepted' | 'unknown'; keptReply: KeptReply } {
	const taken = parts && takenIn?.(reply);
	const keptReply: KeptReply = {
		// One copy for all items: a response about 5,000 recipients has a megabyte.
		reply: keepReply(reply),
		references: parts && referencesIn?.(reply),
		...(typeof taken === 'number' && { messages: taken, rejected: recipients.length - taken }),
		...(leftAt !== undefined && { leftAt }),
	};
	return { state: taken === null ? 'unknown' : 'accepted', keptReply };
}

/**
 * Returns the calls of an item, or of items that share a request. This is the one place that every request passes. What may be
 * repeated goes straight out. Whatever changes or sends something goes by the send log: look up, reserve, send, settle.
 * What is certain after each response is decided by `nodeFailureOf`: only a rejection is repeated, if it is temporary.
 *
 * @param items at least one
 */
export function createCalls(sending: Sending, items: readonly CallItem[]): Call {
	const { log } = sending;
	const timeoutSeconds = items[0]?.timeoutSeconds ?? 0;
	/** Of requests that change or send something: their order is the same at every attempt, so it identifies them. */
	let requestNumber = 0;

	const sendOnce = async <Result>(exchange: Exchange<Result>): Promise<Result> => {
		const number = requestNumber++;
		if (items.length > 1 && number > 0) throw new TypeError('Items that share a request take one');
		const entries = items.map(({ item, work: { partitionKeys } }) => ({
			item,
			// Of a shared request, each item has its own recipients.
			itemExchange: { ...exchange, ...(items.length > 1 && partitionKeys && { recipients: partitionKeys }) },
		}));
		for (const { item, itemExchange } of entries) {
			const lookup = log.lookUp(item, number, itemExchange);
			if (lookup.state === 'new') continue;
			if (lookup.state !== 'accepted') throw notAgain[lookup.state](exchange.effect, log.isTool);
			if (lookup.leftAt !== undefined) exchange.requestAt?.(new Date(lookup.leftAt));
			return exchange.parse(lookup.reply);
		}
		for (const { item, itemExchange } of entries) log.reserve(item, number, itemExchange);
		try {
			const success = await answerTo(exchange, sending, timeoutSeconds);
			const { state, keptReply } = recordOf(exchange, success);
			for (const { item } of items) log.settle(item, number, state, keptReply);
			return success.result;
		} catch (error) {
			const failure = nodeFailureOf(error, exchange.effect);
			const state = failure.kind === 'unknown' ? 'unknown' : 'discarded';
			for (const { item } of items) log.settle(item, number, state);
			throw failure;
		}
	};

	return async (exchange) => {
		const { effect, covers } = exchange;
		if (effect === 'change' || effect === 'send') return await sendOnce(exchange);
		try {
			return (await answerTo(exchange, sending, timeoutSeconds)).result;
		} catch (error) {
			const failure = nodeFailureOf(error, effect);
			throw covers === undefined ? failure : failure.withNote(`This concerns ${covers}.`);
		}
	};
}

/** Returns the calls by which an item looks things up before anything is sent: equal ones of several items go out once. */
export const createReads = (item: CallItem & { account: { reads: Transport } }, log: SendLog): Call =>
	createCalls({ transport: item.account.reads, log, retryPauses: [] }, [item]);

/** Carries out the requests that one input takes, one after the other, up to the first that fails. */
export async function callAll<Result>(exchanges: readonly Exchange<Result>[], call: Call): Promise<Result[]> {
	const results: Result[] = [];
	for (const exchange of exchanges) results.push(await call(exchange));
	return results;
}
