import { decodeText } from '../text';

export type JsonValue = string | number | boolean | null | JsonValue[] | JsonObject;
export type JsonObject = { [name: string]: JsonValue };

/** No message of the service is nested deeper than a few levels; what is deeper could exhaust the stack. */
const maxDepth = 64;

const quote = '"';
const backslash = '\\';
/** A whole number of JSON with so many digits that it may be rounded. */
const longInteger = /(?<![\d.eE+-])-?\d{16,}(?![\d.eE])/g;
/** Whether there may be one; in a string, it costs a pass for nothing. */
const longDigits = /(?:^|[:[,])\s*-?\d{16}/;

/** What `JSON.parse` gives, and nothing else gets here. */
const isJson = (value: unknown): value is JsonValue => value !== undefined;

export const isObject = (value: JsonValue | undefined): value is JsonObject =>
	typeof value === 'object' && value !== null && !Array.isArray(value);

function isShallow(value: JsonValue, depth: number): boolean {
	if (typeof value !== 'object' || value === null) return true;
	if (depth === 0) return false;
	// Of a large body, most is scalar: neither a list of values nor a call for each of them.
	if (Array.isArray(value)) {
		for (const member of value)
			if (typeof member === 'object' && member !== null && !isShallow(member, depth - 1)) return false;
		return true;
	}
	for (const name in value) {
		const member = value[name];
		if (typeof member === 'object' && member !== null && !isShallow(member, depth - 1)) return false;
	}
	return true;
}

function tryParse(text: string): JsonValue | undefined {
	try {
		const value: unknown = JSON.parse(text);
		return isJson(value) ? value : undefined;
	} catch {
		return undefined;
	}
}

const quoteIfRounded = (literal: string): string =>
	Number.isSafeInteger(Number(literal)) ? literal : `"${literal}"`;

/** The index behind the quote that closes a string. (Regular expressions run out of stack on long strings.) */
function endOfString(text: string, open: number): number {
	let index = open + 1;
	while (index < text.length && text[index] !== quote) index += text[index] === backslash ? 2 : 1;
	return index + 1;
}

/** Valid JSON in which whole numbers that a JavaScript number would round are strings. */
function quoteRounded(text: string): string {
	let [quoted, copied, end] = ['', 0, 0];
	while (end < text.length) {
		const next = text.indexOf(quote, end);
		const open = next === -1 ? text.length : next;
		// Between most strings, there is no room for a long number.
		if (open - end >= 16) {
			quoted += text.slice(copied, end) + text.slice(end, open).replace(longInteger, quoteIfRounded);
			copied = open;
		}
		end = endOfString(text, open);
	}
	return quoted + text.slice(copied);
}

/** An id must keep its last digit. */
function parseExactly(text: string): JsonValue | undefined {
	const value = tryParse(text);
	return value === undefined || !longDigits.test(text) ? value : tryParse(quoteRounded(text));
}

/**
 * JSON out of bytes, in UTF-8 (other bytes are read as ISO-8859-1). A whole number of more than 15 digits that
 * JavaScript cannot hold comes as a string of its digits. Never throws.
 *
 * @returns undefined for what is no JSON, and for what is nested deeper than any message of the service
 */
export function parseJson(bytes: Uint8Array): JsonValue | undefined {
	const text = decodeText(bytes).replace(/^\ufeff/, '');
	const value = parseExactly(text);
	if (value === undefined) return undefined;
	// Each level has a bracket: to count them costs less than to look into a large value.
	const brackets = ['[', '{'].map((bracket) => text.split(bracket, maxDepth + 1).length - 1);
	return brackets.every((count) => count < maxDepth / 2) || isShallow(value, maxDepth) ? value : undefined;
}

/**
 * Any value as JSON would carry it; the value itself is left alone.
 *
 * @returns undefined for what JSON cannot carry (a circle, a function), and for what is nested too deep
 */
export function toJson(value: unknown): JsonValue | undefined {
	try {
		const json = tryParse(JSON.stringify(value));
		return json !== undefined && isShallow(json, maxDepth) ? json : undefined;
	} catch {
		return undefined;
	}
}

/** An own member of an object; names that every object inherits are none. */
export function memberOf(value: JsonValue | undefined, name: string): JsonValue | undefined {
	return isObject(value) && Object.hasOwn(value, name) ? value[name] : undefined;
}

/** A member that is a text or a number, as text, if it is not empty. */
export function textMember(value: JsonValue | undefined, name: string): string | undefined {
	const member = memberOf(value, name);
	const text = typeof member === 'number' ? String(member) : member;
	return typeof text === 'string' && text !== '' ? text : undefined;
}

const isScalar = (value: JsonValue) =>
	value === null || typeof value === 'string' || typeof value === 'number';

function removeMember(object: JsonObject, name: string): void {
	if (isScalar(memberOf(object, name) ?? null)) Reflect.deleteProperty(object, name);
}

/**
 * Removes named members from an object, in place: a copy of a large one costs far more than reading it. A named member that is
 * neither text nor number nor null stays in: nobody can have read it.
 *
 * @returns the object; undefined if it is empty then
 */
export function removeMembers(object: JsonObject, names: readonly string[]): JsonObject | undefined {
	for (const name of names) removeMember(object, name);
	return Object.keys(object).length === 0 ? undefined : object;
}

/**
 * Whether nothing is lost without a member: it was read, or it is empty.
 *
 * @param read what it was read as; null for what could not be read
 */
export const isRead = (value: JsonValue | undefined, name: string, read: unknown): boolean =>
	read !== null || textMember(value, name) === undefined;

/** Takes a member out of an object, if it was read: see {@link removeMembers}. Returns it as {@link textMember} does. */
export function takeText(value: JsonValue | undefined, name: string): string | undefined {
	const text = textMember(value, name);
	if (isObject(value)) removeMember(value, name);
	return text;
}

/**
 * Replaces a member that is an object by what is left of it, in place.
 *
 * @param unread returns what was not read of the object, if anything
 */
export function keepUnread(
	object: JsonObject,
	name: string,
	unread: (member: JsonObject) => JsonObject | undefined,
): void {
	const member = memberOf(object, name);
	if (isObject(member) && unread(member) === undefined) Reflect.deleteProperty(object, name);
}
