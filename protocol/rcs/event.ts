import { chosen } from '../checks';
import { InvalidInput } from '../errors';
import type { Exchange } from '../exchange';
import { uniqueNumbers, withPlus } from '../internationalNumbers';
import { jsonRequest } from '../jsonRequest';
import { readEnvelope } from '../jsonReply';
import {
	type Details,
	detailsOf,
	readRecipientResults,
	type RecipientResult,
	referenceOf,
} from '../recipientResults';
import { rcsPath } from './agent';
import { rcsFailures } from './failures';

/** What a person can be shown: that their messages were read, or that somebody is writing. */
export type RcsEvent = 'READ' | 'IS_TYPING';

/** `READ` is documented; `IS_TYPING` is *assumed* to be spelled as in the webhook of the same event. */
const events: Readonly<Record<RcsEvent, RcsEvent>> = { READ: 'READ', IS_TYPING: 'IS_TYPING' };

/** An answer to a request that took an event. */
export interface RcsEventResult extends Details {
	/** Null where the service gives none: there is nothing that it would be needed for. */
	reference: string | null;
	recipients: RecipientResult[];
}

/**
 * Shows one person that their messages were read, or that an answer is being written ("RCS API": send event). The
 * request names no message.
 *
 * @throws InvalidInput (`agentId`, `to`, `event`), also for more than one recipient
 */
export function sendRcsEvent(
	agentId: string,
	recipients: readonly string[],
	event: RcsEvent,
): Exchange<RcsEventResult> {
	const to = uniqueNumbers(recipients);
	if (to.length > 1) {
		throw new InvalidInput(
			'to',
			`There are ${to.length} recipients, but an event goes to only one.`,
			'Use one number per item.',
		);
	}
	const body = { recipients: withPlus(to), event: chosen(events, event, 'event') };
	return {
		effect: 'repeatable',
		request: jsonRequest('rcs', rcsPath(agentId, 'event'), body),
		parse(reply) {
			const reading = { failures: rcsFailures };
			const answer = readEnvelope(reply, reading);
			return {
				reference: referenceOf(answer) ?? null,
				recipients: readRecipientResults(answer.recipients, reply, reading),
				...detailsOf(answer),
			};
		},
	};
}
