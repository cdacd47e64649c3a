import type { Exchange, WireReply, WireRequest } from '../../../protocol/exchange';
import type { WabaAgent } from '../../../protocol/waba/agent';
import { textContent } from '../../../protocol/waba/content/text';
import { planWaba, type WabaContent, type WabaPlan } from '../../../protocol/waba/send';
import { reply } from '../helpers';

export const agent: WabaAgent = { wabaId: '10000001', phoneId: '20000002' };

export const content: WabaContent = textContent({ text: 'Your parcel has arrived.' });

export const plan = (recipients: readonly string[] = ['33600123401'], message = content): WabaPlan =>
	planWaba(agent, recipients, message);

/** The exchange of a plan that has one. */
export function only<Result>({ exchanges }: { exchanges: Exchange<Result>[] }): Exchange<Result> {
	const [exchange, ...others] = exchanges;
	if (!exchange || others.length > 0) throw new Error(`${exchanges.length} exchanges`);
	return exchange;
}

/** A body as JSON would be read by somebody else's code. */
export function bodyOf({ body = '' }: WireRequest): unknown {
	return JSON.parse(body);
}

export const json = (body: unknown, status = 200): WireReply =>
	reply(JSON.stringify(body), status, 'application/json');

/** What the service answers to a request that it took, as documented. */
export const queued = {
	response: { response_code: '202', response_desc: 'Request successfully queued.' },
	details: 'Request accepted for processing.',
	reference: '123456789012',
	recipients: [
		{ submitted: '+33600123401', rewrited: '33600123401', state: 'ACCEPTED', reason_code: 'PROCESSING' },
	],
};

export const processed = (details: string, data: unknown) => ({
	response: { response_code: '200', response_desc: 'Request successfully processed.' },
	details,
	data,
});

export const failed = (code: string, desc: string, error: string) => ({
	response: { response_code: code, response_desc: desc },
	error,
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
