import type { Exchange, WireResponse } from '../exchange';
import { type JsonObject, memberOf } from '../http/json';
import { uniqueNumbers, withPlus } from '../recipients/internationalNumbers';
import { jsonRequest } from '../http/jsonRequest';
import { readEnvelope } from '../http/jsonResponse';
import { readRecipientEntries, readRecipientResult } from '../recipients/recipientResults';
import { exchangesOf, inChunks } from '../recipients/splitting';
import { rcsPath } from './agent';
import { rcsErrorCodes } from './errorCodes';

/** What is known of a phone. (A type alias: see `MessageStatus`.) */
export type CapabilityResult = {
	/** As the service understood it; where it does not say, as it was sent. */
	number: string;
	/** Whether RCS reaches the phone. `null`: the service does not say, or not in words that are known. */
	reachable: boolean | null;
	/** In the service's words: `chatBotCommunication`, `RICHCARD_STANDALONE` … */
	capabilities: string[];
	/** In the service's words: `SUCCESS` … */
	state: string;
	/** In the service's words: `REACHABLE` … */
	reasonCode: string;
	/** The number as it was sent. */
	submitted: string;
	/** What else the service says of the phone, as it came. */
	additionalFields?: JsonObject;
};

/** All checks, divided into requests. */
export interface CapabilityPlan {
	exchanges: Exchange<CapabilityResult[]>[];
	/** The numbers in the order of asking, without `+`. */
	to: string[];
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

function readCapability(entry: JsonObject): CapabilityResult {
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

function readCapabilities(reply: WireResponse): CapabilityResult[] {
	const reading = { failures: rcsErrorCodes };
	const { recipients } = readEnvelope(reply, reading);
	return readRecipientEntries(recipients, reply, reading).map(readCapability);
}

/**
 * Plans asking what phones can show (service.md#rcs-requests): up to 500 numbers a request, a number that stands
 * twice in the list once. Nobody notices.
 *
 * @throws InvalidInput (`agentId`, `to`)
 */
export function planCapabilities(agentId: string, recipients: readonly string[]): CapabilityPlan {
	const path = rcsPath(agentId, 'capabilities');
	const to = uniqueNumbers(recipients);
	return {
		exchanges: exchangesOf(inChunks(to, maxNumbers), (chunk) => ({
			effect: 'read',
			request: jsonRequest('rcs', path, { recipients: withPlus(chunk) }),
			parse: readCapabilities,
		})),
		to,
	};
}
