import type { Exchange } from '../exchange';
import { isObject } from '../http/json';
import { jsonRequest } from '../http/jsonRequest';
import { readEnvelope } from '../http/jsonResponse';
import {
	type Details,
	detailsOf,
	readRecipientResult,
	type RecipientResult,
	referenceOf,
} from '../recipients/recipientResults';
import { type WabaAgent, wabaPath } from './agent';
import { wabaErrorCodes } from './errorCodes';
import { receivedId } from './identifiers';

/** An answer to a request that marks a message as read. */
export interface MarkedAsRead extends Details {
	/** False where the service took the request, but none of its recipients. */
	markedAsRead: boolean;
	/** Null where the service gives none. */
	reference: string | null;
	/** Empty where the service names nobody. */
	recipients: RecipientResult[];
}

/**
 * Marks a received message as read (service.md#waba-requests): the person sees that it was. The answer is
 * like that of a send; whether it always has a reference and recipients is not documented.
 *
 * @throws InvalidInput (`wabaId`, `phoneId`, `messageId`)
 */
export function markAsRead(agent: WabaAgent, messageId: string): Exchange<MarkedAsRead> {
	const body = { message_id: receivedId(messageId, 'messageId'), status: 'read' };
	return {
		effect: 'repeatable',
		request: jsonRequest('waba', wabaPath(agent, 'event'), body),
		parse(reply) {
			const answer = readEnvelope(reply, { failures: wabaErrorCodes });
			const entries = Array.isArray(answer.recipients) ? answer.recipients : [];
			const recipients = entries.filter(isObject).map(readRecipientResult);
			return {
				markedAsRead: recipients.length === 0 || recipients.some(({ accepted }) => accepted !== false),
				reference: referenceOf(answer) ?? null,
				recipients,
				...detailsOf(answer),
			};
		},
	};
}
