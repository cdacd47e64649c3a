import type { Reply } from '../http/exchange';
import type { JsonObject } from '../core/json';

/**
 * The statuses that the JSON interfaces fail with (service.md#waba-responses, service.md#rcs-responses). There is no
 * 401.
 */
export type FailureStatus = 400 | 402 | 403 | 404 | 405 | 413 | 503;

const DESCRIPTIONS: Readonly<Record<FailureStatus, string>> = {
	400: 'Wrong query syntax or missing mandatory field.',
	402: 'Insufficient balance to process the request.',
	403: 'Access to the requested resource has been denied.',
	404: 'The requested resource was not found.',
	405: 'The requested method is not supported for the requested resource.',
	413: 'The request payload exceeds the maximum allowed size.',
	503: 'Service temporarily unavailable.',
};

/** What stands in `error` where an interface or an operation has nothing more to say. */
export type FailureTexts = Readonly<Record<Exclude<FailureStatus, 413>, string>>;

/** The words of both interfaces; they differ for 503 only. */
export const failureTexts = (unavailable: string): FailureTexts => ({
	400: 'Wrong query syntax or missing mandatory field.',
	402: 'No credit or insufficient.',
	403: 'API Key not allowed or account discontinued.',
	404: 'The requested resource was not found.',
	405: 'Invalid HTTP method.',
	503: unavailable,
});

export const isFailureStatus = (status: number): status is FailureStatus =>
	Object.hasOwn(DESCRIPTIONS, status);

/** Thrown by an operation that refuses. */
export class Failure extends Error {
	override readonly name = 'Failure';

	/**
	 * @param error undefined for the interface's own words
	 * @param reason for the simulator's log
	 */
	constructor(
		readonly status: FailureStatus,
		readonly error: string | undefined,
		readonly reason: string,
	) {
		super(reason);
	}
}

export const tooManyRecipients = (most: number): Failure =>
	new Failure(413, `Too many recipients (max.: ${most}).`, `recipients has more than ${most} entries`);

export const jsonReply = (status: number, value: JsonObject): Reply => ({
	status,
	contentType: 'application/json',
	body: Buffer.from(JSON.stringify(value), 'utf8'),
});

/**
 * `{response: {response_code, response_desc}, error}`, the code being the HTTP status as text. *Assumed*: what `error`
 * says of a body that is too large, for which only the text about recipients is documented.
 */
export function failureReply(texts: FailureTexts, { status, error, reason }: Failure): Reply {
	const usual = status === 413 ? 'Payload too large.' : texts[status];
	return {
		...jsonReply(status, {
			response: { response_code: String(status), response_desc: DESCRIPTIONS[status] },
			error: error ?? usual,
		}),
		reason,
	};
}
