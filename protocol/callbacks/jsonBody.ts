import { createHash } from 'node:crypto';
import { isObject, type JsonObject, type JsonValue, parseJson, textMember } from '../http/json';
import { type Channel, eventHash } from './event';

/** The object that a JSON callback is; undefined for anything else. Never throws. */
export function readJsonObject(body: Uint8Array): JsonObject | undefined {
	const value = parseJson(body);
	return isObject(value) ? value : undefined;
}

/**
 * A JSON callback as it came, for whoever wants the raw payload; numbers that JavaScript would round are texts. An
 * empty object for what is none.
 */
export function readRawBody(body: Uint8Array): JsonObject {
	return readJsonObject(body) ?? {};
}

/** Bytes. To write and sort the members of a large event costs far more than reading it. */
const longestSorted = 16_384;

/** JSON whose members stand in the order of their names. */
function canonical(value: JsonValue): string {
	if (typeof value !== 'object' || value === null) return JSON.stringify(value);
	if (Array.isArray(value)) {
		// The same text, and far less work for a long list.
		const isFlat = value.every((member) => typeof member !== 'object' || member === null);
		return isFlat ? JSON.stringify(value) : `[${value.map(canonical).join(',')}]`;
	}
	const members = Object.keys(value)
		.sort()
		.map((name) => `${JSON.stringify(name)}:${canonical(value[name] ?? null)}`);
	return `{${members.join(',')}}`;
}

/** Returns what is before and behind a text of JSON. */
function around(json: Buffer, text: string | undefined): Buffer[] {
	const quoted = Buffer.from(`"${text}"`);
	const index = json.indexOf(quoted);
	return index === -1 ? [json] : [json.subarray(0, index), json.subarray(index + quoted.length)];
}

/**
 * Returns the id of a JSON callback: equal for equal values, whatever the order of their members. A body over {@link longestSorted}
 * is told by its text, without what a repeated call may have anew.
 *
 * @param identity what identifies the event, of its envelope
 */
export function jsonEventId(
	channel: Channel,
	event: string,
	body: Uint8Array,
	envelope: JsonObject,
	identity: JsonObject,
): string {
	if (body.byteLength <= longestSorted) return eventHash(channel, event, [canonical(identity)]);
	const renewed = ['requestUUID', 'requestDate'].filter((name) => !Object.hasOwn(identity, name));
	const pieces = renewed.reduce(
		(texts, name) => texts.flatMap((text) => around(text, textMember(envelope, name))),
		[Buffer.from(body.buffer, body.byteOffset, body.byteLength)],
	);
	return eventHash(
		channel,
		event,
		pieces.map((piece) => createHash('sha256').update(piece).digest('hex')),
	);
}

const dateTime = /^\d{4}-\d{2}-\d{2}[Tt ]\d{2}:\d{2}:\d{2}(?:\.\d+)?(?:[Zz]|[+-]\d{2}:\d{2})$/;

/** A date-time with an offset (`requestDate`) as ISO 8601 in UTC; null for what is none. */
export function utcTimestamp(text: string | undefined): string | null {
	const trimmed = text?.trim() ?? '';
	if (!dateTime.test(trimmed)) return null;
	const date = new Date(trimmed.toUpperCase());
	return Number.isNaN(date.getTime()) ? null : date.toISOString();
}
