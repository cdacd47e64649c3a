import { sleep } from 'n8n-workflow';
import { Rejected } from '../../../protocol/errors';
import type { Effect, Exchange, WireResponse } from '../../../protocol/exchange';
import { NodeFailure, nodeFailureOf, unknownFailure } from '../errors';
import type { Transport } from '../http/transport';
import { keepReply, type SendLog } from './sendLog';

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
}

/** An item that a call is for. */
interface CallItem {
	item: number;
	timeoutSeconds: number;
	work: { partitionKeys?: readonly string[] | undefined };
}

/** Why a request that the log knows is not sent. */
export const notAgain = {
	unknown: (effect: Effect, isTool: boolean): NodeFailure =>
		unknownFailure(
			effect,
			isTool
				? 'an earlier, similar call of this tool was not completed; this call did nothing'
				: 'an earlier attempt at this item ended without a known outcome',
		),
	changed: (): NodeFailure =>
		new NodeFailure({
			kind: 'notSent',
			message: 'Not sent: recipients, time or account have changed since an earlier attempt sent a part',
			description: 'Send the rest in a new execution.',
		}),
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
 * What is certain after each response is decided by `nodeFailureOf`: only a rejection is repeated, if it is temporary.
 *
 * @param items at least one
 */
export function createCalls(sending: Sending, items: readonly CallItem[]): Call {
	const { transport, log, retryPauses, onAnswer } = sending;
	const timeoutSeconds = items[0]?.timeoutSeconds ?? 0;
	let requests = 0;

	/** Sends until there is a response other than a temporary rejection. */
	const answerTo = async <Result>({ request, requestAt, effect, parse }: Exchange<Result>) => {
		for (const pause of [...retryPauses, undefined]) {
			try {
				const now = new Date();
				const leaving = requestAt?.(now) ?? request;
				const reply: WireResponse = await transport(leaving, effect, timeoutSeconds);
				const result = parse(reply);
				onAnswer?.(false);
				return { reply, result, leftAt: requestAt && now.getTime() };
			} catch (error) {
				const failure = nodeFailureOf(error, effect);
				const rejection = error instanceof Rejected ? error : undefined;
				onAnswer?.(rejection?.isOverload ?? failure.kind === 'unknown');
				const isRepeatable = failure.kind === 'rejected' && rejection?.isTemporary === true;
				if (pause === undefined || !isRepeatable) throw failure;
				await sleep(pause);
			}
		}
		throw new TypeError('The last attempt returns or throws');
	};

	const sendOnce = async <Result>(exchange: Exchange<Result>, number: number): Promise<Result> => {
		if (items.length > 1 && number > 0) throw new TypeError('Items that share a request take one');
		const ownExchanges = items.map(({ item, work: { partitionKeys } }) => ({
			item,
			part: { ...exchange, ...(items.length > 1 && partitionKeys && { recipients: partitionKeys }) },
		}));
		for (const { item, part: ownExchange } of ownExchanges) {
			const lookup = log.lookUp(item, number, ownExchange);
			if (lookup.state === 'accepted') {
				if (lookup.leftAt !== undefined) exchange.requestAt?.(new Date(lookup.leftAt));
				return exchange.parse(lookup.reply);
			}
			if (lookup.state !== 'new') throw notAgain[lookup.state](exchange.effect, log.isTool);
		}
		for (const { item, part: ownExchange } of ownExchanges) log.reserve(item, number, ownExchange);
		try {
			const { reply, result, leftAt } = await answerTo(exchange);
			const references = exchange.parts && exchange.referencesIn?.(reply);
			// One copy for all: a response about 5,000 recipients has a megabyte.
			const accepted = exchange.parts && exchange.acceptedIn?.(reply);
			const record = {
				reply: keepReply(reply),
				references,
				...(accepted === false && { isRejected: true }),
				...(leftAt !== undefined && { leftAt }),
			};
			for (const { item } of items)
				log.settle(item, number, accepted === null ? 'unknown' : 'accepted', record);
			return result;
		} catch (error) {
			const failure = nodeFailureOf(error, exchange.effect);
			const state = failure.kind === 'unknown' ? 'unknown' : 'discarded';
			for (const { item } of items) log.settle(item, number, state);
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

/** Returns the calls by which an item looks things up before anything is sent: equal ones of several items go out once. */
export const createReads = (item: CallItem & { account: { reads: Transport } }, log: SendLog): Call =>
	createCalls({ transport: item.account.reads, log, retryPauses: [] }, [item]);

/** Carries out the requests that one input takes, one after the other, up to the first that fails. */
export async function callAll<Result>(exchanges: readonly Exchange<Result>[], call: Call): Promise<Result[]> {
	const results: Result[] = [];
	for (const exchange of exchanges) results.push(await call(exchange));
	return results;
}
