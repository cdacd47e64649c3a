import type { RecipientPlan } from '../../../protocol/recipients/recipientPlan';
import type { WabaAgent } from '../../../protocol/waba/agent';
import { type WabaContent, wabaTextContent } from '../../../protocol/waba/message';
import { planWaba } from '../../../protocol/waba/send';

export * from '../jsonWire';

export const agent: WabaAgent = { wabaId: '10000001', phoneId: '20000002' };

export const content: WabaContent = wabaTextContent({ text: 'Your parcel has arrived.' });

export const plan = (recipients: readonly string[] = ['33600123401'], message = content): RecipientPlan =>
	planWaba(agent, recipients, message);

export const processed = (details: string, data: unknown) => ({
	response: { response_code: '200', response_desc: 'Request successfully processed.' },
	details,
	data,
});

/** The documented failures: status, description, detail. */
export const documentedFailures: readonly [status: number, desc: string, error: string][] = [
	[400, 'Wrong query syntax or missing mandatory field.', 'Missing mandatory phone ID.'],
	[402, 'Insufficient balance to process the request.', 'No credit or insufficient.'],
	[403, 'Access to the requested resource has been denied.', 'API Key not allowed or account discontinued.'],
	[404, 'The requested resource was not found.', 'Invalid wabaId value (not found).'],
	[405, 'The requested method is not supported for the requested resource.', 'Invalid HTTP method.'],
	[413, 'The request payload exceeds the maximum allowed size.', 'Too many recipients (max.: 5000).'],
	[503, 'Service temporarily unavailable.', 'Authentication failed for unknown reason.'],
	[509, 'Bandwidth limit exceeded.', 'Limit exceeded.'],
];
