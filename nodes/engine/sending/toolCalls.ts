import type { Exchange, WireResponse } from '../../../protocol/exchange';
import { hashOf, isOpen, type MessageIdentity, type StoredLog } from './storedLog';

/**
 * What the log knows of a request that is about to be sent. `unknown`: it may have been sent, or a message to the same recipients
 * may have been. `repeated`: an earlier call of the tool has sent it. `changed`: it no longer fits what was accepted of its item.
 */
export type Known =
	{ state: 'new' | 'unknown' | 'repeated' | 'changed' } | { state: 'accepted'; reply: WireResponse };

export function identityOf({ effect, request, recipients = [] }: Exchange<unknown>): MessageIdentity {
	const { api, method, path, body = '' } = request;
	return {
		request: hashOf([api, method, path, body].join('\n')),
		...(effect === 'send' && { recipients: [...new Set(recipients)].map(hashOf).sort() }),
	};
}

/** Whether two requests are one message: the same recipients, and either the same request or the same input by the model. */
function isSame(one: MessageIdentity, other: MessageIdentity): boolean {
	if (one.recipients?.join() !== other.recipients?.join()) return false;
	return one.request === other.request || (one.recipients !== undefined && one.input === other.input);
}

/** Whether two messages may reach the same person; where recipients are not known, they may. */
function mayReachSame({ recipients: one }: MessageIdentity, { recipients: other }: MessageIdentity): boolean {
	if (one === undefined || other === undefined) return false;
	const known = new Set(one);
	return one.length === 0 || other.length === 0 || other.some((recipient) => known.has(recipient));
}

/**
 * Looks up a message of an agent's tool over all calls of the execution. No run tells a repeated call: a model that was told of
 * a failure calls again, perhaps in other words.
 *
 * @param number which request of its call it is
 */
export function lookUpAcrossCalls(items: StoredLog['items'], own: MessageIdentity, number: number): Known {
	let same: Known = { state: 'new' };
	for (const { requests, input, output } of Object.values(items)) {
		for (const [index, request] of requests.entries()) {
			const message = { ...request.message, input };
			const isRepeat = isSame(own, message);
			const mayBeOut = isRepeat || (request.state === 'unknown' && mayReachSame(own, message));
			if (isOpen(request) && mayBeOut) return { state: 'unknown' };
			if (isOpen(request) || index !== number || !isRepeat) continue;
			// Of a call that goes on, or was sent in part, the rest is for nobody else.
			if (output === undefined) return { state: 'unknown' };
			same = { state: 'repeated' };
		}
	}
	return same;
}
