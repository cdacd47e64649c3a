import { type Range, wholeNumber } from '../validation';
import { internationalNumbers } from '../recipients/internationalNumbers';
import { jsonRequest } from '../http/jsonRequest';
import type { RequestLimits } from '../recipients/splitting';
import { type PlannedRequest, planRecipients, type RecipientPlan } from '../recipients/recipientPlan';
import { rcsPath } from './agent';
import type { RcsContent } from './message';
import { rcsErrorCodes } from './errorCodes';

/** How long a message may wait for a phone, in minutes: up to seven days. */
export const validityRange: Range = { min: 1, max: 10_080 };

/**
 * Plans a send of any kind of content (service.md#rcs-requests): up to 5,000 recipients a request, a number that
 * stands twice in the list once.
 *
 * @param validityPeriod in minutes; left out, the service decides
 * @throws InvalidInput (`agentId`, `to`, `validityPeriod`), before anything is sent
 */
export function planRcs(
	agentId: string,
	recipients: readonly string[],
	content: RcsContent,
	validityPeriod?: number,
	limits?: RequestLimits,
): RecipientPlan {
	const path = rcsPath(agentId, 'message');
	const options = {
		contentMessage: content.json,
		...(validityPeriod !== undefined && {
			validity: wholeNumber(validityPeriod, validityRange, 'validityPeriod'),
		}),
	};
	const request: PlannedRequest = {
		effect: 'send',
		content,
		requestTo: (numbers) => jsonRequest('rcs', path, { recipients: numbers, ...options }),
		reading: { failures: rcsErrorCodes, secrets: content.secrets },
	};
	return planRecipients(internationalNumbers(recipients, 'to'), request, limits);
}
