import type { Range } from '../validation';
import { InvalidInput } from '../errors';
import { isObject, type JsonObject, memberOf } from '../http/json';
import { boundedText, capital, type FieldLocation } from './texts';

const inBraces = 'Put it in braces: { … }.';

/** For what should be an object in JSON, and is none. */
export function notJsonObject(field: string, subject = 'The value'): InvalidInput {
	return new InvalidInput(field, `${subject} isn't a JSON object.`, inBraces);
}

function missing({ field, what }: FieldLocation): InvalidInput {
	return new InvalidInput(field, `${capital(what)} is missing.`, 'Add it.');
}

/** A text that must be there, in JSON that anybody may have written. */
export function checkText(parent: JsonObject, name: string, location: FieldLocation): string {
	const text = memberOf(parent, name);
	if (text === undefined || text === null) throw missing(location);
	if (typeof text !== 'string')
		throw new InvalidInput(location.field, `${capital(location.what)} isn't a string.`, 'Put it in quotes.');
	return boundedText(text, location);
}

/** A text that may be left out, but not be empty. */
export function checkOptionalText(parent: JsonObject, name: string, location: FieldLocation): void {
	if (memberOf(parent, name) !== undefined) checkText(parent, name, location);
}

/** An object that must be there. */
export function objectIn(parent: JsonObject, name: string, location: FieldLocation): JsonObject {
	const value = memberOf(parent, name);
	if (value === undefined || value === null) throw missing(location);
	if (!isObject(value))
		throw new InvalidInput(location.field, `${capital(location.what)} isn't an object.`, inBraces);
	return value;
}

/** An object that may be left out. */
export function optionalObject(
	parent: JsonObject,
	name: string,
	location: FieldLocation,
): JsonObject | undefined {
	return memberOf(parent, name) === undefined ? undefined : objectIn(parent, name, location);
}

/** "Too many cards: 12 (limit: 10)." */
function wrongCount(what: string, count: number, { min, max }: Range): string {
	const [amount, bound] = count < min ? ['few', `minimum: ${min}`] : ['many', `limit: ${max}`];
	return `Too ${amount} ${what.replace(/^the /, '')}: ${count} (${bound}).`;
}

/** The objects of a list; `one` says what one of them is called, by its place in the list from 1. */
export function objectsIn(
	parent: JsonObject,
	name: string,
	range: Range,
	one: (position: number) => string,
	{ field, what }: FieldLocation,
): JsonObject[] {
	const list = memberOf(parent, name);
	if (list === undefined || list === null)
		throw new InvalidInput(field, `${capital(what)} are missing.`, 'Add them as a list.');
	if (!Array.isArray(list))
		throw new InvalidInput(field, `${capital(what)} aren't a list.`, 'Put them in square brackets.');
	if (list.length < range.min || list.length > range.max) {
		throw new InvalidInput(
			field,
			wrongCount(what, list.length, range),
			list.length < range.min ? 'Add what is missing.' : 'Remove some.',
		);
	}
	return list.map((entry, index) => {
		if (isObject(entry)) return entry;
		throw new InvalidInput(field, `${capital(one(index + 1))} isn't an object.`, inBraces);
	});
}

/** A word out of a fixed set. */
export function wordIn(
	parent: JsonObject,
	name: string,
	words: readonly string[],
	location: FieldLocation,
): string {
	const word = checkText(parent, name, location);
	if (words.includes(word)) return word;
	throw new InvalidInput(
		location.field,
		`${capital(location.what)} isn't an available option.`,
		`Choose one of: ${words.join(', ')}.`,
	);
}

const listed = (names: readonly string[], last: 'and' | 'or'): string =>
	names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} ${last} ${names.at(-1) ?? ''}`;

/**
 * The one member of several that an object has.
 *
 * @returns undefined where it has none of them
 * @throws InvalidInput for two at once, naming them
 */
export function atMostOneOf<Name extends string>(
	parent: JsonObject,
	names: readonly Name[],
	{ field, what }: FieldLocation,
): Name | undefined {
	const [one, ...others] = names.filter((name) => memberOf(parent, name) !== undefined);
	if (one === undefined || others.length === 0) return one;
	throw new InvalidInput(
		field,
		`${capital(what)} has ${listed([one, ...others], 'and')}, but can have only one of them.`,
		`Keep only one: ${listed(names, 'or')}.`,
	);
}

/** The same, where there must be one. */
export function oneOf<Name extends string>(
	parent: JsonObject,
	names: readonly Name[],
	location: FieldLocation,
): Name {
	const one = atMostOneOf(parent, names, location);
	if (one !== undefined) return one;
	throw new InvalidInput(
		location.field,
		`${capital(location.what)} has no ${listed(names, 'or')}.`,
		'Add one of them.',
	);
}
