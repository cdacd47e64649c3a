import { InvalidInput } from '../../errors';
import { isObject, type JsonObject, memberOf } from '../../json';
import { boundedText, capital, type Spot } from './texts';

function missing({ field, what }: Spot): InvalidInput {
	return new InvalidInput(field, `${capital(what)} is missing.`);
}

/** A text that must be there, in JSON that anybody may have written. */
export function checkText(parent: JsonObject, name: string, spot: Spot): string {
	const text = memberOf(parent, name);
	if (text === undefined || text === null) throw missing(spot);
	if (typeof text !== 'string')
		throw new InvalidInput(spot.field, `${capital(spot.what)} is not a text.`, 'Put it in quotes.');
	return boundedText(text, spot);
}

/** A text that may be left out, but not be empty. */
export function checkOptionalText(parent: JsonObject, name: string, spot: Spot): void {
	if (memberOf(parent, name) !== undefined) checkText(parent, name, spot);
}

/** An object that must be there. */
export function objectIn(parent: JsonObject, name: string, spot: Spot): JsonObject {
	const value = memberOf(parent, name);
	if (value === undefined || value === null) throw missing(spot);
	if (!isObject(value)) throw new InvalidInput(spot.field, `${capital(spot.what)} is not an object.`);
	return value;
}

/** An object that may be left out. */
export function optionalObject(parent: JsonObject, name: string, spot: Spot): JsonObject | undefined {
	return memberOf(parent, name) === undefined ? undefined : objectIn(parent, name, spot);
}

/** The objects of a list of 1 to `max`; `one` is what one of them is called. */
export function objectsIn(
	parent: JsonObject,
	name: string,
	max: number,
	one: string,
	spot: Spot,
): JsonObject[] {
	const list = memberOf(parent, name);
	if (list === undefined || list === null) {
		throw new InvalidInput(spot.field, `${capital(spot.what)} are missing.`);
	}
	if (!Array.isArray(list)) {
		throw new InvalidInput(spot.field, `${capital(spot.what)} are not a list.`);
	}
	if (list.length === 0 || list.length > max) {
		throw new InvalidInput(
			spot.field,
			`${capital(spot.what)}: there are ${list.length}; 1 to ${max} are allowed.`,
		);
	}
	return list.map((entry, index) => {
		if (isObject(entry)) return entry;
		throw new InvalidInput(spot.field, `${capital(one)} ${index + 1} is not an object.`);
	});
}
