import type { JsonObject, JsonValue } from '../http/json';

/** The content of a message, checked: `contentMessage` as it goes over the wire. */
export interface MessageContent {
	json: JsonObject;
	/** What a person wrote or is to read, redacted in errors. */
	secrets: string[];
}

function textsIn(value: JsonValue, wireWords: ReadonlySet<string>): string[] {
	if (typeof value === 'string') return [value];
	if (typeof value !== 'object' || value === null) return [];
	if (Array.isArray(value)) return value.flatMap((entry) => textsIn(entry, wireWords));
	return Object.entries(value).flatMap(([name, member]) =>
		wireWords.has(name) ? [] : textsIn(member, wireWords),
	);
}

/**
 * A content all of whose texts are redacted in errors.
 *
 * @param wireWords members whose values are words of the service, not of a person
 */
export function contentOf(json: JsonObject, wireWords: ReadonlySet<string>): MessageContent {
	return { json, secrets: textsIn(json, wireWords) };
}
