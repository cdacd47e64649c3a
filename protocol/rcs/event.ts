import { chosen } from '../validation';
import { InvalidInput } from '../errors';
import { internationalNumbers } from '../recipients/internationalNumbers';
import { jsonRequest } from '../http/jsonRequest';
import { planRecipients, type RecipientPlan } from '../recipients/recipientPlan';
import { rcsPath } from './agent';
import { rcsErrorCodes } from './errorCodes';

/** What a person can be shown: that their messages were read, or that somebody is writing. */
export type RcsEvent = 'READ' | 'IS_TYPING';

/** `READ` is documented; `IS_TYPING` is *assumed* to be spelled as in the webhook of the same event. */
const events: Readonly<Record<RcsEvent, RcsEvent>> = { READ: 'READ', IS_TYPING: 'IS_TYPING' };

/**
 * Plans showing one person that their messages were read, or that an answer is being written (service.md#rcs-requests).
 * The request names no message.
 *
 * @throws InvalidInput (`agentId`, `to`, `event`), also for more than one recipient
 */
export function planRcsEvent(agentId: string, recipients: readonly string[], event: RcsEvent): RecipientPlan {
	const path = rcsPath(agentId, 'event');
	const label = chosen(events, event, 'event');
	const plan = planRecipients(internationalNumbers(recipients, 'to'), {
		effect: 'repeatable',
		requestTo: (numbers) => jsonRequest('rcs', path, { recipients: numbers, event: label }),
		reading: { failures: rcsErrorCodes },
		isReferenceOptional: true,
	});
	if (plan.to.length === 1) return plan;
	throw new InvalidInput(
		'to',
		`There are ${plan.to.length} recipients, but an event goes to only one.`,
		'Use one number per item.',
	);
}
