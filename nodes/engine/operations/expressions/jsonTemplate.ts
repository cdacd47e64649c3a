/**
 * JSON with expressions among its text, such as `[{ "to": "{{ $json.phone }}" }]`. What an expression returns becomes one value, or
 * a part of a text. n8n would put it into the JSON as it is, where a name with a quote can add a recipient.
 */
import type { InvalidInput } from '../../../../protocol/errors';
import { invalidJson, isMissing, type RawValue, readJson } from '../values';
import { expressions, isExpression } from './code';

/** JSON with a mark for each of its expressions. */
export interface JsonTemplate {
	marked: unknown;
	codes: readonly string[];
}

/** How code becomes a part of a text, or a value. */
export interface CodeReaders {
	textOf: (code: string) => string;
	valueOf: (code: string) => unknown;
}

/** A character that no text has. */
const sign = '\uFFFF';
const markInText = /\uFFFF(\d+)\uFFFF/g;
const markOfValue = /^\uFFFF=(\d+)\uFFFF$/;
const anyMark = /\uFFFF=?(\d+)\uFFFF/g;

/** The fixed text and the code of a stored parameter in turns; undefined where it is fixed, or one expression. */
function mixedParts(storedValue: unknown): string[] | undefined {
	if (!isExpression(storedValue)) return undefined;
	const parts = storedValue.slice(1).split(expressions);
	const hasText = parts.some((part, index) => index % 2 === 0 && part.trim() !== '');
	return parts.length > 3 || (parts.length === 3 && hasText) ? parts : undefined;
}

/** Whether a stored parameter has expressions among other text. */
export const isMixed = (storedValue: unknown): boolean => mixedParts(storedValue) !== undefined;

/** A name of a member that an expression makes could replace another member. */
function withoutMarkedNames(name: string, value: unknown): unknown {
	if (name.includes(sign)) throw new SyntaxError('An expression in a name');
	return value;
}

/** Reads a stored parameter with expressions among its text as JSON. Undefined where it is none without what they return. */
export function jsonTemplateOf(storedValue: unknown): JsonTemplate | undefined {
	const parts = mixedParts(storedValue);
	// Braces without an end are code for n8n.
	const isClear = parts?.every(
		(part, index) => !/\uFFFF|\\uffff/i.test(part) && (index % 2 === 1 || !part.includes('{{')),
	);
	if (parts === undefined || isClear !== true) return undefined;
	let isInText = false;
	const json = parts.map((part, index) => {
		const number = (index - 1) / 2;
		if (index % 2 === 1) return isInText ? `${sign}${number}${sign}` : `"${sign}=${number}${sign}"`;
		const quotes = part.replace(/\\./gs, '').split('"').length - 1;
		if (quotes % 2 === 1) isInText = !isInText;
		return part;
	});
	try {
		const marked: unknown = JSON.parse(json.join(''), withoutMarkedNames);
		return { marked, codes: parts.filter((_part, index) => index % 2 === 1) };
	} catch {
		return undefined;
	}
}

/** Whether a stored parameter is JSON of an object or a list: a part of it may be empty, and is still the same part. */
export const isJsonTemplate = (storedValue: unknown): boolean =>
	typeof jsonTemplateOf(storedValue)?.marked === 'object';

/** Code that escapes for JSON what it returns: by a text that begins with a backslash, or by making JSON of it. */
const escaping = /(['"`])\\\\(?!\1)|(?:stringify|toJsonString)\(/s;
/** What JSON has in a text as an escape only. */
const bare = /(?<!\\)(?:\\\\)*"|[\n\r\t]/;
const escapes = /\\(?:["\\/bfnrt]|u[\dA-Fa-f]{4})/g;

const remediation =
	'Put each expression in quotes, together with its braces. Or return everything by one expression.';

const parsedText = (json: string): string => String(JSON.parse(json));

/** A text as it was before its code escaped it: in a text of JSON, that is no longer needed. */
function withoutEscapes(text: string, code: string): string {
	const isEscaped = escaping.test(code);
	if (isEscaped && /^"(?:[^"\\]|\\.)*"$/s.test(text)) return parsedText(text);
	const isWritten = bare.test(text) || !(isEscaped || text.includes('\\"'));
	return isWritten ? text : text.replace(escapes, (escape) => parsedText(`"${escape}"`));
}

/** Returns JSON with each mark replaced, by its number. */
function withoutMarks(marked: unknown, { textOf, valueOf }: CodeReaders): unknown {
	const fill = (value: unknown): unknown => {
		if (Array.isArray(value)) return value.map(fill);
		if (typeof value === 'object' && value !== null)
			return Object.fromEntries(Object.entries(value).map(([name, inside]) => [name, fill(inside)]));
		if (typeof value !== 'string') return value;
		const [, number] = markOfValue.exec(value) ?? [];
		if (number !== undefined) return valueOf(number);
		return value.replace(markInText, (_mark, numberInText: string) => textOf(numberInText));
	};
	return fill(marked);
}

/**
 * Returns the JSON of a stored parameter with expressions among its text. An expression outside of quotes returns a value, or JSON of
 * one.
 */
export function mixedJson(
	storedValue: unknown,
	readers: CodeReaders | undefined,
	invalid: RawValue['invalid'],
): unknown {
	const invalidHere = (message: string): InvalidInput => invalid(message, remediation);
	const template = jsonTemplateOf(storedValue);
	if (template === undefined || readers === undefined) throw invalidHere(invalidJson);
	const codeOf = (number: string): string => template.codes[Number(number)] ?? '';
	return withoutMarks(template.marked, {
		textOf: (number) => withoutEscapes(readers.textOf(codeOf(number)), codeOf(number)),
		valueOf(number) {
			const value = readers.valueOf(codeOf(number));
			if (isMissing(value)) throw invalidHere('An expression in it returned no value.');
			return readJson({ value, invalid: invalidHere });
		},
	});
}

/** The numbers of a list of recipients, each as a stored parameter of its own. */
export function storedNumbers({ marked, codes }: JsonTemplate): string[] {
	return [marked].flat().flatMap((entry: unknown) => {
		const to: unknown = typeof entry === 'object' && entry !== null ? Reflect.get(entry, 'to') : entry;
		const restored = (_mark: string, number: string): string => `{{${codes[Number(number)] ?? ''}}}`;
		return typeof to === 'string' ? `=${to.replace(anyMark, restored)}` : [];
	});
}
