import type { Exchange } from '../exchange';
import { jsonRequest } from '../jsonRequest';
import { readEnvelope } from '../jsonReply';
import { type WabaAgent, wabaPath } from './agent';
import { wabaFailures } from './failures';
import { receivedId } from './identifiers';
import { referenceOf } from '../recipientResults';

/**
 * Marks a received message as read ("Business messaging (WABA) API"): the person sees that it was. The answer is
 * like that of a send; whether it always has a reference is not documented.
 *
 * @throws InvalidInput (`wabaId`, `phoneId`, `messageId`)
 */
export function markAsRead(agent: WabaAgent, messageId: string): Exchange<{ reference: string | null }> {
	const body = { message_id: receivedId(messageId, 'messageId'), status: 'read' };
	return {
		effect: 'repeatable',
		request: jsonRequest('waba', wabaPath(agent, 'event'), body),
		parse: (reply) => ({
			reference: referenceOf(readEnvelope(reply, { failures: wabaFailures })) ?? null,
		}),
	};
}
