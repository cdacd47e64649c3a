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

/** The documented failures: status, description, detail. */
export const documentedFailures: readonly [status: number, desc: string, error: string][] = [
	[400, 'Wrong query syntax or missing mandatory field.', 'No valid recipient found.'],
	[402, 'Insufficient balance to process the request.', 'No credit or insufficient.'],
	[403, 'Access to the requested resource has been denied.', 'API Key not allowed or account discontinued.'],
	[404, 'The requested resource was not found.', 'Invalid RCSagentId value (not found).'],
	[405, 'The requested method is not supported for the requested resource.', 'Invalid HTTP method.'],
	[413, 'The request payload exceeds the maximum allowed size.', 'Too many recipients (max.: 5000).'],
	[503, 'Service temporarily unavailable.', 'Request failed.'],
];
