/** The plain references to fields in stored parameters, such as `{{ $json.customer.name }}`, and what an item has there. */
import { isBlank } from '../../../../protocol/validation';

/** A plain reference to a field: no default, no optional chaining, no method. */
export interface FieldReference {
	/** The expression that has the fields: `$json`, `$('Node').item.json` … */
	root: string;
	/** The node that the fields come from; undefined for the node's own input. */
	node: string | undefined;
	/** Property names and list positions, from the outside in. At least one. */
	path: readonly string[];
}

export type FieldState = 'missing' | 'empty' | 'filled';

/** The expressions in a stored parameter: their code is the first group. Behind an odd number of backslashes, braces are text. */
export const expressions = /(?<=(?<!\\)(?:\\\\)*)\{\{(.*?)(?<=(?<!\\)(?:\\\\)*)\}\}/gs;
const pickedItem = String.raw`\.(?:item|first\(\)|last\(\))`;
/** A name between quotes of any kind, and behind `$node.`. */
const quoted = ['"', "'", '`'].map((mark) => `${mark}((?:[^${mark}\\\\]|\\\\.)+)${mark}`).join('|');
const identifier = String.raw`[\p{L}_$][\p{L}\p{N}_$]*`;
const node = String.raw`\$(?:\(\s*(?:${quoted})\s*\)${pickedItem}|node(?:\[(?:${quoted})\]|\.(${identifier})))`;
const root = String.raw`\$json|(?:\$input${pickedItem}|${node})\.json`;
const step = String.raw`\.(${identifier})|\["([^"\\]*)"\]|\['([^'\\]*)'\]|\[(\d+)\]`;
const reference = new RegExp(String.raw`^\s*(?<source>${root})(?<path>(?:${step})+)\s*$`, 'u');
const steps = new RegExp(step, 'gu');
const namedNode = new RegExp(
	String.raw`\$(?:items)?(?:\(|node\[)\s*(?:${quoted})|\$node\.(${identifier})`,
	'gu',
);

const unescaped = (nameInCode: string): string => nameInCode.replace(/\\(.)/g, '$1');

/** Returns what a fixed text has between double braces. n8n evaluates none of it; in an expression, it evaluates all. */
export const inFixedBraces = (storedValue: unknown): string[] =>
	typeof storedValue === 'string' && !storedValue.startsWith('=') && storedValue.includes('{{')
		? [...storedValue.matchAll(/\{\{((?:[^{}]|\{(?!\{)|\}(?!\}))*)\}\}/g)].map(([, inside = '']) => inside)
		: [];

export const isExpression = (storedValue: unknown): storedValue is string =>
	typeof storedValue === 'string' && storedValue.startsWith('=');

/** Returns the names of the nodes that code reads. */
export const nodesIn = (code: string): string[] =>
	[...code.matchAll(namedNode)].map((match) => unescaped(match.slice(1).join('')));

/** Returns the field that an expression is a plain reference to, and nothing else. */
export function referenceIn(expression: string): FieldReference | undefined {
	const { source, path } = reference.exec(expression)?.groups ?? {};
	if (source === undefined || path === undefined) return undefined;
	const names = [...path.matchAll(steps)].map((match) => match.slice(1).join(''));
	return { root: source, node: nodesIn(source)[0], path: names };
}

/** Returns the code of the expressions in a stored parameter. */
export const codesIn = (storedText: string): string[] =>
	[...storedText.matchAll(expressions)].map(([, code = '']) => code);

/** Returns the plain references in a stored parameter. Every other expression is left to n8n. */
export function fieldReferences(storedValue: unknown): FieldReference[] {
	if (!isExpression(storedValue)) return [];
	return codesIn(storedValue).flatMap((code) => referenceIn(code) ?? []);
}

/** The same as in values.ts: importing it would make a chain of seven files (test/package/structure.test.ts). */
const isMissing = (value: unknown): boolean => value === undefined || value === null || value === '';

/** Whether a value shows nothing in a text: a cell with a space, or a list without entries, too. */
export const isEmpty = (value: unknown): boolean =>
	isMissing(value) ||
	(typeof value === 'string' && isBlank(value)) ||
	(Array.isArray(value) && value.every(isEmpty));

/** Whether a value has nothing of a number, such as the dash of an empty cell. */
export const hasNoNumber = (value: unknown): boolean =>
	isEmpty(value) || (typeof value === 'string' && !/[\p{L}\p{N}+*]/u.test(value));

/** Whether a text tells nothing from anything else, such as the dash of an empty cell. */
export const hasNoCharacter = (text: string): boolean => !/[\p{L}\p{N}]/u.test(text);

/** What Excel and Google Sheets show in a cell whose formula has no result, in English and in French. */
export const sheetErrors = String.raw`#(?:N/A|REF!|DIV/0!|VALUE!|VALEUR!|NAME\?|NOM\?|NUM!|NOMBRE!|NULL!|NUL!|ERROR!|SPILL!|CALC!)`;
const wholeSheetError = new RegExp(`^${sheetErrors}$`);

/** Whether a value is such a cell. */
export const isSheetError = (value: unknown): value is string =>
	typeof value === 'string' && wholeSheetError.test(value.trim());

/** What exports write for a missing value. Other cases can be names, such as “Nan”. */
export const exportedWords = 'null|NULL|nan|NaN|None|nil|N/A|n/a';
const wholeExportedWord = new RegExp(`^(?:${exportedWords})$`);

/** Whether a value makes no key: it has no letter or digit, or stands for a missing value. */
export const tellsNothing = (value: unknown): boolean =>
	isEmpty(value) ||
	isSheetError(value) ||
	(typeof value === 'string' && (hasNoCharacter(value) || wholeExportedWord.test(value.trim())));

/** Returns whether `json` has the field, and its value. One inside an empty value counts as empty. */
export function fieldIn(
	json: unknown,
	path: readonly string[],
	isGap: (value: unknown) => boolean = isEmpty,
): { state: FieldState; value?: unknown } {
	let value: unknown = json;
	for (const name of path) {
		if (isMissing(value)) return { state: 'empty' };
		// Methods and lengths included: they come from the prototype.
		const holder: unknown = Object(value);
		if (typeof holder !== 'object' || holder === null || !(name in holder)) return { state: 'missing' };
		value = Reflect.get(holder, name, value);
		// A method is no field, whatever its name.
		if (typeof value === 'function') return { state: 'missing' };
	}
	return { state: isGap(value) ? 'empty' : 'filled', value };
}

/** Returns a path in the way people write it: `customer.names[0]`. */
export const pathText = (path: readonly string[]): string =>
	path.map((name, index) => (/^\d+$/.test(name) ? `[${name}]` : index === 0 ? name : `.${name}`)).join('');
