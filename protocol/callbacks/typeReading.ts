import { axes, isOnEarth } from '../schema/entries';
import { isRead, type JsonObject, type JsonValue, textMember, removeMembers } from '../http/json';

/** How the object of a message type is read, and what is left of it then. */
export interface TypeReading<Content> {
	read: (object: JsonObject) => Content;
	unread: (object: JsonObject) => JsonObject | undefined;
}

/** A message type whose members are all texts and numbers. */
export function readingOf<Content>(
	declared: readonly string[],
	read: (object: JsonObject) => Content,
): TypeReading<Content> {
	return { read, unread: (object) => removeMembers(object, declared) };
}

export const textOrNull = (value: JsonValue | undefined, name: string): string | null =>
	textMember(value, name) ?? null;

/** A coordinate in degrees; null for what is none, such as a blank text, or a place off the earth. */
export function coordinate(value: JsonValue | undefined, axis: (typeof axes)[number]): number | null {
	const text = textMember(value, axis)?.trim() ?? '';
	const degrees = text === '' ? Number.NaN : Number(text);
	return isOnEarth(degrees, axis) ? degrees : null;
}

/**
 * A message type that has coordinates: one that could not be read is left, as it came.
 *
 * @param declared its other members, all texts and numbers
 */
export function placeReading<Content>(
	declared: readonly string[],
	read: (object: JsonObject) => Content,
): TypeReading<Content> {
	return {
		read,
		unread(object) {
			const readAxes = axes.filter((axis) => isRead(object, axis, coordinate(object, axis)));
			return removeMembers(object, [...declared, ...readAxes]);
		},
	};
}
