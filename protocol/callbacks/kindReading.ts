import { type JsonObject, type JsonValue, textMember, withoutMembers } from '../json';

/** How the object of a kind of message is read, and what is left of it then. */
export interface KindReading<Content> {
	read: (object: JsonObject) => Content;
	rest: (object: JsonObject) => JsonObject | undefined;
}

/** A kind whose members are all texts and numbers. */
export function readingOf<Content>(
	declared: readonly string[],
	read: (object: JsonObject) => Content,
): KindReading<Content> {
	return { read, rest: (object) => withoutMembers(object, declared) };
}

export const textOrNull = (value: JsonValue | undefined, name: string): string | null =>
	textMember(value, name) ?? null;

/** A coordinate in degrees; null for what is none. */
export function coordinate(value: JsonValue | undefined, name: string): number | null {
	const degrees = Number(textMember(value, name) ?? Number.NaN);
	return Number.isFinite(degrees) ? degrees : null;
}
