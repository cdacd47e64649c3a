import { encodeText } from '../text/charsets';
import { tooLong } from '../validation';
import { InvalidInput } from '../errors';
import type { JsonObject } from '../http/json';

/** Where a text stands, for errors. */
export interface FieldLocation {
	/** Outward name of the parameter. */
	field: string;
	/** The text in words, as within a sentence: "the title of button 2". */
	what: string;
	/** Characters, as people count them in code points (*assumed*: the service does not say what it counts). */
	max?: number;
}

/** At the beginning of a sentence. */
export const capital = (words: string): string => words.charAt(0).toUpperCase() + words.slice(1);

/**
 * A text that must be there.
 *
 * @throws InvalidInput for a text that is blank, too long, or holds half of a character
 */
export function boundedText(
	text: string,
	{ field, what, max = Number.POSITIVE_INFINITY }: FieldLocation,
): string {
	if (text.trim() === '')
		throw new InvalidInput(field, `${capital(what)} is empty.`, 'Enter a value, or correct the expression.');
	const length = Array.from(text).length;
	if (length > max) {
		throw new InvalidInput(field, tooLong(capital(what), length, max), 'Shorten it.');
	}
	encodeText(text, 'utf-8', field, ` of ${what}`);
	return text;
}

/** A text that may be left out; blank, it is. */
export const orNothing = (text: string | undefined): string | undefined =>
	text === undefined || text.trim() === '' ? undefined : text;

/** A member of an object to be spread: nothing where the text is left out. */
export function memberUnlessBlank(name: string, text: string | undefined): JsonObject {
	const given = orNothing(text);
	return given === undefined ? {} : { [name]: given };
}

/** The same, of a text that is checked. */
export function optionalMember(name: string, text: string | undefined, location: FieldLocation): JsonObject {
	const given = orNothing(text);
	return given === undefined ? {} : { [name]: boundedText(given, location) };
}
