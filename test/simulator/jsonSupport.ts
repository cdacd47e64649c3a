/** What tests of the two interfaces share that speak JSON: business messaging and RCS. */
import { asObject, fetchFrom } from './support';
import type { Received, Receiver } from './support';

export interface JsonAnswer {
	status: number;
	type: string | null;
	body: Record<string, unknown>;
}

export interface JsonOptions {
	key?: string | null;
	method?: string;
	contentType?: string;
}

/** @param body sent as JSON; a string or bytes as they are */
export async function callJson(
	path: string,
	body: unknown,
	{ key = 'App demo', method = 'POST', contentType = 'application/json' }: JsonOptions,
): Promise<JsonAnswer> {
	const isReady = typeof body === 'string' || Buffer.isBuffer(body);
	const response = await fetchFrom(path, {
		method,
		headers: { ...(key === null ? {} : { authorization: key }), 'content-type': contentType },
		...(body === undefined ? {} : { body: isReady ? body : JSON.stringify(body) }),
	});
	const text = await response.text();
	return {
		status: response.status,
		type: response.headers.get('content-type'),
		body: asObject(JSON.parse(text)),
	};
}

/** The documented answer to what was taken on for these recipients. */
export const queued = (...recipients: string[]): object => ({
	response: { response_code: '202', response_desc: 'Request successfully queued.' },
	details: 'Request accepted for processing.',
	reference: expect.stringMatching(/^\d{12}$/),
	recipients: recipients.map((submitted) => ({
		submitted,
		rewrited: submitted.replace(/^\+|^00/, ''),
		state: 'ACCEPTED',
		reason_code: 'PROCESSING',
	})),
});

/** A documented refusal, whole. */
export const failure = (status: number, response_desc: string, error: string): JsonAnswer => ({
	status,
	type: 'application/json',
	body: { response: { response_code: String(status), response_desc }, error },
});

export interface Webhook {
	envelope: Record<string, unknown>;
	data: Record<string, unknown>;
}

export const webhookOf = ({ body }: Received): Webhook => {
	const envelope = asObject(JSON.parse(body));
	return { envelope, data: asObject(envelope['data']) };
};

export const webhooksOf = ({ received }: Receiver): Webhook[] => received.map(webhookOf);
