import { isObject, type JsonObject, type JsonValue, parseJson } from '../http/json';
import { type Channel, eventHash } from './event';

/** By the bytes of a callback, which is read for the event and as it came: parsing a large body takes most of the time. */
const parsed = new WeakMap<Uint8Array, JsonValue | undefined>();

/** The object that a JSON callback is, parsed once; undefined for anything else. Never throws. */
export function readJsonObject(body: Uint8Array): JsonObject | undefined {
	if (!parsed.has(body)) parsed.set(body, parseJson(body));
	const value = parsed.get(body);
	return isObject(value) ? value : undefined;
}

/**
 * A JSON callback as it came, for whoever wants the raw payload; numbers that JavaScript would round are texts. An
 * empty object for what is none.
 */
export function readRawBody(body: Uint8Array): JsonObject {
	return readJsonObject(body) ?? {};
}

/** Characters. More than the longest documented event has; to sort the members of a large one costs far more than reading it. */
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

/**
 * Returns what makes the id of a JSON callback: equal for equal values, whatever the order of their members, unless they are over
 * {@link longestSorted}. It is made when it is first asked for, since an event that a filter keeps out needs none.
 */
export function jsonEventId(channel: Channel, event: string, identity: JsonValue): () => string {
	let id: string | undefined;
	const text = (): string => {
		const json = JSON.stringify(identity);
		return json.length > longestSorted ? json : canonical(identity);
	};
	return () => (id ??= eventHash(channel, event, [text()]));
}

const dateTime = /^\d{4}-\d{2}-\d{2}[Tt ]\d{2}:\d{2}:\d{2}(?:\.\d+)?(?:[Zz]|[+-]\d{2}:\d{2})$/;

/** A date-time with an offset (`requestDate`) as ISO 8601 in UTC; null for what is none. */
export function utcTimestamp(text: string | undefined): string | null {
	const trimmed = text?.trim() ?? '';
	if (!dateTime.test(trimmed)) return null;
	const date = new Date(trimmed.toUpperCase());
	return Number.isNaN(date.getTime()) ? null : date.toISOString();
}
