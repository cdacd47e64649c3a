import { jsonRequest } from '../http/jsonRequest';
import type { RequestLimits } from '../recipients/splitting';
import { type PlannedRequest, planRecipients, type RecipientPlan } from '../recipients/recipientPlan';
import { type WabaAgent, wabaPath } from './agent';
import type { WabaContent } from './message';
import { wabaErrorCodes } from './errorCodes';
import { wabaNumbers } from './recipients';

/**
 * Plans a send of any kind of content (service.md#waba-requests): up to 5,000 recipients a request, a number
 * that stands twice in the list once.
 *
 * @throws InvalidInput (`wabaId`, `phoneId`, `to`), before anything is sent
 */
export function planWaba(
	agent: WabaAgent,
	recipients: readonly string[],
	content: WabaContent,
	limits?: RequestLimits,
): RecipientPlan {
	const path = wabaPath(agent, 'message');
	const request: PlannedRequest = {
		effect: 'send',
		content,
		requestTo: (numbers) => jsonRequest('waba', path, { recipients: numbers, contentMessage: content.json }),
		reading: { failures: wabaErrorCodes, secrets: content.secrets },
	};
	return planRecipients(wabaNumbers(recipients, 'to'), request, limits);
}
