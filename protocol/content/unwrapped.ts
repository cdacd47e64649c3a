import { InvalidInput } from '../errors';
import { isObject, type JsonObject, memberOf } from '../http/json';
import { notJsonObject } from './jsonParts';

/**
 * Returns what an object wraps in one of its members, so that a sample can be pasted with its wrapping.
 *
 * @param name of the member
 * @param beside members that may be next to it
 * @throws InvalidInput for anything else next to it, which would be silently dropped
 */
export function unwrapped(
	wrapper: JsonObject,
	name: string,
	field: string,
	beside: readonly string[] = [],
): JsonObject {
	if (!Object.keys(wrapper).every((member) => member === name || beside.includes(member))) {
		throw new InvalidInput(
			field,
			`There are other properties next to ${name}.`,
			`Paste only what is under ${name}. Recipients and options have separate fields.`,
		);
	}
	const inner = memberOf(wrapper, name);
	if (!isObject(inner)) throw notJsonObject(field, `The property ${name}`);
	return inner;
}

/** Returns the content of a message, also where it is pasted under its name `contentMessage`. */
export function contentIn(given: JsonObject, field: string): JsonObject {
	const isWrapped = memberOf(given, 'contentMessage') !== undefined;
	return isWrapped ? unwrapped(given, 'contentMessage', field) : given;
}
