import type { Exchange } from '../exchange';
import { type JsonObject, memberOf } from '../http/json';
import { uniqueNumbers, withPlus } from '../recipients/internationalNumbers';
import { jsonRequest } from '../http/jsonRequest';
import { readEnvelope } from '../http/jsonResponse';
import { e164 } from '../recipients/phoneNumbers';
import {
	agreedOf,
	readRecipientEntries,
	readRecipientResult,
	resultsByNumber,
} from '../recipients/recipientResults';
import { exchangesOf, inChunks } from '../recipients/splitting';
import { rcsPath } from './agent';
import { rcsErrorCodes } from './errorCodes';

/** What is known of a phone. (A type alias: see `MessageStatus`.) */
export type CapabilityResult = {
	/** As it was asked for. */
	number: string;
	/**
	 * Whether RCS reaches the phone. `null`: the service does not say, contradicts itself, or uses words that aren't
	 * documented.
	 */
	reachable: boolean | null;
	/** In the service's words: `chatBotCommunication`, `RICHCARD_STANDALONE` … */
	capabilities: string[];
	/** In the service's words: `SUCCESS` … `null` if it says nothing of the number, as below. */
	state: string | null;
	/** In the service's words: `REACHABLE` … */
	reasonCode: string | null;
	/** The number as the service received it. */
	submitted: string | null;
	/** What else the service says of the phone, as it came. */
	additionalFields?: JsonObject;
};

/** All checks, divided into requests. */
export interface CapabilityPlan {
	/** Each returns one result for each of its numbers, in their order. */
	exchanges: Exchange<CapabilityResult[]>[];
}

/** The most in one request (service.md#rcs-requests). */
const maxNumbers = 500;

/** One pair is documented; the words for the contrary leave no doubt (*assumed*). */
const reachableState = 'SUCCESS';
const reachableReason = 'REACHABLE';
const unreachableReasons: ReadonlySet<string> = new Set(['NOT_REACHABLE', 'UNREACHABLE']);

function isReachable(state: string, reasonCode: string): boolean | null {
	const reason = reasonCode.toUpperCase();
	if (unreachableReasons.has(reason)) return false;
	return reason === reachableReason && state.toUpperCase() === reachableState ? true : null;
}

const isText = (value: unknown): value is string => typeof value === 'string';

/** Of a number of which the service says nothing. */
const unanswered = { capabilities: [], state: null, reasonCode: null, submitted: null };

function readCapability(entry: JsonObject) {
	const listed = memberOf(entry, 'capabilities');
	const capabilities = Array.isArray(listed) ? listed.filter(isText) : [];
	const isRead = listed === null || (Array.isArray(listed) && capabilities.length === listed.length);
	const unread = Object.entries(entry).filter(([name]) => !isRead || name !== 'capabilities');
	const { submitted, number, state, reasonCode, additionalFields } = readRecipientResult(
		Object.fromEntries(unread),
	);
	return {
		number,
		reachable: isReachable(state, reasonCode),
		capabilities,
		state,
		reasonCode,
		submitted,
		...(additionalFields && { additionalFields }),
	};
}

/**
 * Plans asking what phones can show (service.md#rcs-requests): up to 500 numbers a request, a number that stands
 * twice in the list once. Nobody notices.
 *
 * @throws InvalidInput (`agentId`, `to`)
 */
export function planCapabilities(agentId: string, recipients: readonly string[]): CapabilityPlan {
	const path = rcsPath(agentId, 'capabilities');
	const exchanges = exchangesOf<string, CapabilityResult[]>(
		inChunks(uniqueNumbers(recipients), maxNumbers),
		(chunk) => ({
			effect: 'read',
			request: jsonRequest('rcs', path, { recipients: withPlus(chunk) }),
			parse(reply) {
				const reading = { failures: rcsErrorCodes };
				const entries = readRecipientEntries(readEnvelope(reply, reading).recipients, reply, reading);
				const resultsOf = resultsByNumber(entries.map(readCapability));
				return chunk.map((number) => {
					const results = resultsOf(number);
					return {
						...(results[0] ?? unanswered),
						number: e164(number),
						reachable: agreedOf(results.map(({ reachable }) => reachable)),
					};
				});
			},
		}),
	);
	return { exchanges };
}
