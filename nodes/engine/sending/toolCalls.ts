import type { WireReply } from '../../../protocol/exchange';
import { replyOf } from './keptReply';
import { type AskedMessage, isSameMessage, mayReachSame } from './messageIdentity';
import { isOpen, type StoredLog } from './storedLog';

/** What the log knows of a request that is about to be sent. */
export type Known =
	| { state: 'new' }
	| { state: 'accepted'; reply: WireReply }
	/** It may have been sent, or a message to the same recipients may have been. */
	| { state: 'unknown' }
	/** An earlier call of the tool has sent the same message. */
	| { state: 'repeated' }
	/** Requests of the item were accepted, and this one no longer fits: its recipients are others. */
	| { state: 'changed' };

/**
 * Looks up a message of an agent's tool over all calls of the execution. No run tells a repeated call: a model that was told of
 * a failure calls again, perhaps in other words.
 *
 * @param own the message that is about to be sent
 * @param number which request of its call it is
 */
export function lookUpAcrossCalls(items: StoredLog['items'], own: AskedMessage, number: number): Known {
	const others = Object.values(items).flatMap(({ requests, input, output }) =>
		requests.map((request, index) => {
			const message = { ...request.message, input };
			return {
				request,
				index,
				message,
				isSame: isSameMessage(own, message),
				isComplete: output !== undefined,
			};
		}),
	);
	const mayBeOut = others.some(
		({ request, message, isSame }) =>
			isOpen(request) && (isSame || (request.state === 'unknown' && mayReachSame(own, message))),
	);
	if (mayBeOut) return { state: 'unknown' };
	const sent = others.find(({ request, index, isSame }) => !isOpen(request) && isSame && index === number);
	if (sent === undefined) return { state: 'new' };
	const { reply } = sent.request;
	return sent.isComplete || reply === undefined
		? { state: 'repeated' }
		: { state: 'accepted', reply: replyOf(reply) };
}
