import type { Exchange, WireResponse, WireRequest } from '../exchange';
import { withPlus } from './internationalNumbers';
import { isObject, type JsonObject } from '../http/json';
import type { MessageContent } from '../schema/objects';
import { type JsonReading, readEnvelope, unexpectedJson } from '../http/jsonResponse';
import {
	type Details,
	detailsOf,
	readRecipientResult,
	takenOf,
	readRecipientResults,
	type RecipientResult,
	referenceOf,
} from './recipientResults';
import { withoutOptionalDigit } from './phoneNumbers';
import { exchangesOf, firstOfEach, inChunks, type RequestLimits, requestLimits } from './splitting';

/** What the service says about a request that it took: not that anything was delivered. */
export interface AcceptedRecipients extends Details {
	/** Of the whole request; status updates carry it. Undefined only where none is needed. */
	reference: string | undefined;
	recipients: RecipientResult[];
}

/** A request to any number of recipients, checked and divided into as many as it takes. Nothing has been sent yet. */
export interface RecipientPlan {
	exchanges: Exchange<AcceptedRecipients>[];
	/** The most recipients that one request takes. */
	mostRecipients: number;
	/** The numbers in the order of sending, without `+`. */
	to: string[];
	/** Recipients left out because they stood in the list more than once. */
	duplicatesRemoved: number;
}

/** What the requests of a plan have in common. */
export interface PlannedRequest {
	effect: 'send' | 'repeatable';
	/** Of a message. */
	content?: MessageContent;
	/** Makes the request, given its recipients with `+`. */
	requestTo: (recipients: string[]) => WireRequest;
	reading: JsonReading;
	/** Whether a success may lack a reference. */
	isReferenceOptional?: boolean;
}

/** Only a message that was queued has a reference (service.md#rcs-responses), or a recipient that wasn't rejected. */
const isQueued = (body: JsonObject): boolean =>
	referenceOf(body) !== undefined ||
	(Array.isArray(body.recipients) &&
		body.recipients.filter(isObject).some((entry) => readRecipientResult(entry).accepted !== false));

/** A success has a reference and says of each recipient what became of it; anything else is none. */
function readAccepted(
	reply: WireResponse,
	{ effect, reading, isReferenceOptional = false }: PlannedRequest,
): AcceptedRecipients {
	// A failure that comes with a queued message may have come afterwards: it does not say that nothing was sent.
	const body = readEnvelope(reply, effect === 'send' ? { ...reading, contradicts: isQueued } : reading);
	const reference = referenceOf(body);
	if (reference === undefined && !isReferenceOptional) throw unexpectedJson(reply, reading);
	return {
		reference,
		recipients: readRecipientResults(body.recipients, reply, reading),
		...detailsOf(body),
	};
}

/**
 * Divides checked numbers into requests of at most 5,000, a number that stands twice in the list once
 * (service.md#waba-requests, service.md#rcs-requests).
 */
export function planRecipients(
	numbers: readonly string[],
	planned: PlannedRequest,
	limits: RequestLimits = requestLimits,
): RecipientPlan {
	const to = firstOfEach(numbers, withoutOptionalDigit);
	const { content } = planned;
	return {
		mostRecipients: limits.recipients,
		exchanges: exchangesOf(inChunks(to, limits.recipients), (chunk) => ({
			effect: planned.effect,
			request: planned.requestTo(withPlus(chunk)),
			...(content && {
				message: () => ({
					text: content.readable,
					options: [planned.requestTo([]).path, content.distinctive],
				}),
			}),
			recipients: chunk,
			parse: (reply) => readAccepted(reply, planned),
			referencesIn: (reply) => [readAccepted(reply, planned).reference ?? []].flat(),
			takenIn: (reply) => takenOf(chunk, readAccepted(reply, planned).recipients),
		})),
		to,
		duplicatesRemoved: numbers.length - to.length,
	};
}
