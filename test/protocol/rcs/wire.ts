import type { RecipientPlan } from '../../../protocol/recipients/recipientPlan';
import { type RcsContent, rcsContent } from '../../../protocol/rcs/message';
import { planRcs } from '../../../protocol/rcs/send';

export * from '../jsonWire';

export const agentId = 'my_company_agent';

export const content: RcsContent = rcsContent({
	type: 'text',
	text: 'Your parcel has arrived.',
	suggestions: [],
});

export const plan = (recipients: readonly string[] = ['33600123401'], message = content): RecipientPlan =>
	planRcs(agentId, recipients, message);

const processedResponse = { response_code: '200', response_desc: 'Request successfully processed.' };

/** What the service answers where the testers are there already, as documented. */
export const alreadyAdded = {
	response: processedResponse,
	details: 'Request processed but no recipient to add.',
	recipients: [
		{ submitted: '+33600123401', rewrited: '33600123401', state: 'DELETED', reason_code: 'ALREADY_ADDED' },
	],
};

/** What the service answers to a recipient check, as documented. */
export const checked = {
	response: processedResponse,
	recipients: [
		{
			submitted: '+33600123401',
			rewrited: '33600123401',
			state: 'SUCCESS',
			reason_code: 'REACHABLE',
			capabilities: ['chatBotCommunication', 'RICHCARD_STANDALONE'],
		},
	],
};
