import { Rejected, UnexpectedResponse } from '../errors';
import type { WireResponse } from '../exchange';
import { redact } from './redact';
import { isObject, type JsonObject, memberOf, parseJson, textMember } from './json';
import { type ErrorCodes, errorCodeOf } from './errorCodes';

/** How an operation wants its answer to be read. */
export interface JsonReading {
	/** What a failure means, by HTTP status. */
	failures: ErrorCodes;
	/** Texts of the request that an error must not repeat. */
	secrets?: readonly string[];
	/** Whether a failure's body says that something was done all the same: then it is no rejection. */
	contradicts?: (body: JsonObject) => boolean;
	/** How an answer that nobody expected is quoted, where `redact` would leave too much. */
	excerpt?: (text: string) => string;
}

/** More than an excerpt looks at. */
const maxQuoted = 20_000;

/**
 * Codes of rejections: those of a wrong request, and the two documented for an unavailable service. With any other code
 * the message may have been sent: 408 and 499 come from proxies, which may have passed the request on.
 */
const refusing = /^(?:4(?!08|99)\d\d|503|509)$/;

/** An escaped text could not be recognized as one of the secrets. */
const unescaped = (text: string) =>
	text
		.replace(/\\u([0-9a-f]{4})/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
		.replace(/\\[bfnrt]/g, ' ');

/**
 * For an answer that is neither the success nor a failure of its operation. It is read as UTF-8 whatever it is: half
 * a character must not make another character set of it, in which no secret would be recognized.
 */
export function unexpectedJson(
	{ status, bytes }: WireResponse,
	{ secrets, excerpt = (text) => redact(text, secrets) }: JsonReading,
): UnexpectedResponse {
	const text = new TextDecoder().decode(bytes.subarray(0, maxQuoted));
	return new UnexpectedResponse(status, excerpt(unescaped(text)));
}

/** What the service says itself, in addition to what its code means: its own words can be more exact. */
function quoted(body: JsonObject, secrets: readonly string[] = []): string {
	const words = redact(unescaped(textMember(body, 'error') ?? ''), secrets);
	return words === '' ? '' : ` SMSBOX responded: “${words}”`;
}

/**
 * The envelope of an answer of the WABA or RCS API (service.md#waba-responses, service.md#rcs-responses), already
 * parsed: for answers that are too large to be parsed whole.
 *
 * @throws Rejected for a failure status whose envelope has the same code
 * @throws UnexpectedResponse for all else: no envelope, a code that contradicts the status, a failure that is not
 * documented and may have come after the request was carried out, one that contradicts itself
 */
export function checkEnvelope(
	reply: WireResponse,
	body: JsonObject | undefined,
	reading: JsonReading,
): JsonObject {
	const code = textMember(memberOf(body, 'response'), 'response_code');
	if (!body || code === undefined) throw unexpectedJson(reply, reading);
	if (reply.status >= 200 && reply.status <= 299 && /^2\d\d$/.test(code)) return body;
	const isRejection = code === String(reply.status) && refusing.test(code) && !reading.contradicts?.(body);
	if (!isRejection) throw unexpectedJson(reply, reading);
	const meaning = errorCodeOf(code, reading.failures);
	const remediation = `${meaning.remediation}${quoted(body, reading.secrets)}`;
	throw new Rejected(code, { ...meaning, remediation });
}

/** The envelope of an answer. Errors as {@link checkEnvelope}; the caller looks for what it needs in it. */
export function readEnvelope(reply: WireResponse, reading: JsonReading): JsonObject {
	const body = parseJson(reply.bytes);
	return checkEnvelope(reply, isObject(body) ? body : undefined, reading);
}
