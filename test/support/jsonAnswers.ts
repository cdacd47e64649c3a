/** JSON as the WABA and RCS interfaces of the service speak it. */
import type { Answer, ReceivedRequest } from './httpServer';

/** What a request said, as an object. */
export function bodyOf(request: ReceivedRequest | undefined): unknown {
	const body: unknown = JSON.parse(request?.body.toString('ascii') ?? 'null');
	return body;
}

export const json = (body: unknown, status = 200): Answer => ({
	status,
	headers: { 'content-type': 'application/json' },
	body: JSON.stringify(body),
});

/** The answer to a send, with one result for each number, which comes without `+`. */
export function acceptedAnswer(
	numbers: readonly string[],
	reference = '7001',
	stateOf: (number: string) => string = () => 'ACCEPTED',
	rewrittenOf: (number: string) => string = (number) => number,
): Answer {
	return json(
		{
			response: { response_code: '202', response_desc: 'Request successfully queued.' },
			details: 'Request accepted for processing.',
			reference,
			recipients: numbers.map((number) => ({
				submitted: `+${number}`,
				rewrited: rewrittenOf(number),
				state: stateOf(number),
				reason_code: 'PROCESSING',
			})),
		},
		202,
	);
}

export const failure = (status: number, desc: string, error: string): Answer =>
	json({ response: { response_code: String(status), response_desc: desc }, error }, status);

/** Recipients of a request, without `+`. */
export function recipientsOf(request: ReceivedRequest): string[] {
	const body = bodyOf(request);
	const recipients: unknown =
		typeof body === 'object' && body !== null && 'recipients' in body ? body.recipients : [];
	return Array.isArray(recipients) ? recipients.map((number) => String(number).replace('+', '')) : [];
}
