import { encodeText } from '../text';
import { filled } from '../validation';
import { InvalidInput } from '../errors';
import { internationalNumbers } from '../recipients/internationalNumbers';
import { jsonRequest } from '../http/jsonRequest';
import { planRecipients, type RecipientPlan } from '../recipients/recipientPlan';
import { rcsPath } from './agent';
import { rcsErrorCodes } from './errorCodes';

/** A reference is text here, not only digits; how it is formed is not documented. */
function referenceToken(reference: string): string {
	const token = filled(reference, 'reference').trim();
	if (/\s/.test(token))
		throw new InvalidInput(
			'reference',
			'The reference contains a space.',
			'Enter one reference, as returned by Send.',
		);
	encodeText(token, 'utf-8', 'reference');
	return token;
}

/**
 * Plans taking a message back (service.md#rcs-requests): it goes from the phones of those who have
 * not read it. Up to 5,000 recipients a request, a number that stands twice in the list once.
 *
 * @param reference of the send; where a send took several requests, each has its own
 * @throws InvalidInput (`agentId`, `to`, `reference`), before anything is sent
 */
export function planRevoke(agentId: string, recipients: readonly string[], reference: string): RecipientPlan {
	const path = rcsPath(agentId, 'revoke');
	const token = referenceToken(reference);
	return planRecipients(internationalNumbers(recipients, 'to'), {
		effect: 'repeatable',
		requestTo: (numbers) => jsonRequest('rcs', path, { recipients: numbers, reference: token }),
		reading: { failures: rcsErrorCodes },
	});
}
