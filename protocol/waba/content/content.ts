import type { JsonObject, JsonValue } from '../../json';

/** The content of a message, checked: `contentMessage` as it goes over the wire. */
export interface WabaContent {
	json: JsonObject;
	/** What a person wrote or is to read, for striking it out of errors. */
	secrets: string[];
}

/** Members whose values are words of the service, not of a person. */
const wireWords: ReadonlySet<string> = new Set(['type', 'sub_type', 'index']);

function textsIn(value: JsonValue): string[] {
	if (typeof value === 'string') return [value];
	if (typeof value !== 'object' || value === null) return [];
	if (Array.isArray(value)) return value.flatMap(textsIn);
	return Object.entries(value).flatMap(([name, member]) => (wireWords.has(name) ? [] : textsIn(member)));
}

/** A content all of whose texts are to be struck out of errors. */
export function contentOf(json: JsonObject): WabaContent {
	return { json, secrets: textsIn(json) };
}
