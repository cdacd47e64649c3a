import {
	isRead,
	type JsonObject,
	type JsonValue,
	memberOf,
	takeText,
	textMember,
	removeMembers,
} from '../http/json';
import { isoTimestamp } from './event';
import { readJsonObject, utcTimestamp } from './jsonBody';

/** The envelope of a JSON webhook, and the request type that it names. */
export interface WebhookEnvelope {
	envelope: JsonObject;
	requestType: string;
}

/**
 * A webhook's envelope out of the bytes of its body (service.md#waba-webhooks, service.md#rcs-webhooks). Never throws.
 *
 * @param otherProduct the `requestProd` of the interface whose address may have been mixed up with this one
 * @returns undefined for what is no JSON object with a `requestType`, and for a webhook of that other interface
 */
export function readWebhookEnvelope(
	body: Uint8Array,
	otherProduct: 'RCS' | 'WABA',
): WebhookEnvelope | undefined {
	const envelope = readJsonObject(body);
	const requestType = memberOf(envelope, 'requestType');
	if (!envelope || typeof requestType !== 'string' || requestType.trim() === '') return undefined;
	if (textMember(envelope, 'requestProd')?.toUpperCase() === otherProduct) return undefined;
	return { envelope, requestType };
}

/** Takes when it happened, as ISO 8601 in UTC: the time in the data or, if that is none, the date of the request. */
export function takeTimestamp(envelope: JsonObject): string | null {
	const data = memberOf(envelope, 'data');
	const timestamp = isoTimestamp(textMember(data, 'timestamp'));
	if (isRead(data, 'timestamp', timestamp)) takeText(data, 'timestamp');
	return timestamp ?? utcTimestamp(textMember(envelope, 'requestDate'));
}

/** Takes the reference of the sent message, as text; null where there is none. */
export const takeReference = (envelope: JsonObject): string | null =>
	takeText(envelope, 'reference') ?? takeText(memberOf(envelope, 'data'), 'reference') ?? null;

/**
 * Takes out of an envelope what the event has elsewhere. Returns the members that nobody declared: of the envelope by their names, of
 * the data under `data`.
 *
 * @param unreadData what was not read of the data
 */
export function additionalFieldsOf(
	envelope: JsonObject,
	declared: readonly string[],
	unreadData: JsonValue | undefined,
): JsonObject {
	if (unreadData === undefined) delete envelope.data;
	return removeMembers(envelope, declared) ?? {};
}
