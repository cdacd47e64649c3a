/** What tests of the two interfaces share that speak JSON: business messaging and RCS. */
import { asObject, control, fetchFrom, type Receiver } from './support';

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
	const { status, headers } = response;
	return { status, type: headers.get('content-type'), body: asObject(await response.json()) };
}

/** Lets a phone write by a channel; returns what the control API answers. */
export const writerOf = (channel: 'waba' | 'rcs') => async (message: object) => {
	const { status, body } = await control(`POST ${channel}/incoming`, { from: '33600123456', ...message });
	expect({ status, error: body['error'] }).toEqual({ status: 202, error: undefined });
	return body;
};

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

export const SYNTAX = 'Wrong query syntax or missing mandatory field.';
export const WRONG = failure(400, SYNTAX, SYNTAX);

export const webhooksOf = ({ received }: Receiver) =>
	received.map(({ body }) => {
		const envelope = asObject(JSON.parse(body));
		return { envelope, data: asObject(envelope['data']) };
	});

/** Which statuses were told of, in their order. @param word of `data` that holds a status */
export const toldOf = (to: Receiver, word: string) => webhooksOf(to).map(({ data }) => data[word]);
