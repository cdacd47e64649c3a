/** Reads what the control API is given, strictly: a wrong name or type is an error, told to the caller. */
import { isJsonObject } from '../core/json';
import type { JsonObject } from '../core/json';

export class InvalidControlInput extends Error {
	override readonly name = 'InvalidControlInput';
}

export const invalid = (message: string): never => {
	throw new InvalidControlInput(message);
};

/** @throws InvalidControlInput for anything but an object whose names are all among `names` */
export function readObject(value: unknown, names: readonly string[], what = 'the body'): JsonObject {
	if (!isJsonObject(value)) return invalid(`${what} must be a JSON object`);
	const unknown = Object.keys(value).find((name) => !names.includes(name));
	if (unknown !== undefined)
		return invalid(`${what} has an unknown field "${unknown}". Known: ${names.join(', ')}`);
	return value;
}

/** A JSON object whose values the caller names freely. */
export function readFreeObject(value: unknown, what: string): JsonObject {
	return isJsonObject(value) ? value : invalid(`${what} must be a JSON object`);
}

export const readString = (value: unknown, what: string): string =>
	typeof value === 'string' ? value : invalid(`${what} must be a string`);

/** Base64 as it must be: Node's own reading skips what is none. */
export function readBase64(value: unknown, what: string): Buffer {
	const text = readString(value, what);
	const bytes = Buffer.from(text, 'base64');
	return bytes.toString('base64') === text ? bytes : invalid(`${what} must be base64`);
}

export const readFilledString = (value: unknown, what: string): string =>
	typeof value === 'string' && value !== '' ? value : invalid(`${what} must be a non-empty string`);

/** As long as a text by WhatsApp may be; a phone writes none that is longer. */
const LONGEST_TEXT = 4_096;

/** A member that is a text of a phone. */
export function readText(given: JsonObject, name: string): string {
	const text = readFilledString(given[name], name);
	return text.length > LONGEST_TEXT ? invalid(`${name} is longer than ${LONGEST_TEXT} characters`) : text;
}

export const readBoolean = (value: unknown, what: string): boolean =>
	typeof value === 'boolean' ? value : invalid(`${what} must be true or false`);

export const readNumber = (value: unknown, what: string, min: number, max: number): number =>
	typeof value === 'number' && value >= min && value <= max
		? value
		: invalid(`${what} must be a number from ${min} to ${max}`);

export const readInteger = (value: unknown, what: string, min: number, max: number): number =>
	Number.isInteger(value) ? readNumber(value, what, min, max) : invalid(`${what} must be an integer`);

export const readArray = (value: unknown, what: string): readonly unknown[] =>
	Array.isArray(value) ? value : invalid(`${what} must be an array`);

/** An `http:` or `https:` address; null or an empty text for none. */
export function readUrl(value: unknown, what: string): string | undefined {
	if (value === null || value === '') return undefined;
	const text = readString(value, what);
	const isWeb = URL.canParse(text) && ['http:', 'https:'].includes(new URL(text).protocol);
	return isWeb ? text : invalid(`${what} must be an http or https URL, or null`);
}
