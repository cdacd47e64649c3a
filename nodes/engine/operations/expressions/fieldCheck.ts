/**
 * Finds the fields that a text references, such as `{{ $json.customer.name }}`. n8n puts nothing where a field is
 * missing, so that "Hello {{ $json.name }}," reaches people as "Hello ,".
 */
import { type IExecuteFunctions, type INodeExecutionData, jsonStringify } from 'n8n-workflow';
import { InvalidInput } from '../../../../protocol/errors';
import { scalarText } from '../../../../protocol/validation';

/** What is wrong with a text, and how to fix it. */
export interface TextProblem {
	message: string;
	remediation: string;
}

/** What a stored value is for: a text may have gaps, which are noted; a key must have none; of any other, nobody reads gaps. */
export type ValueUse = 'text' | 'key' | 'value';

export interface FieldCheck {
	/**
	 * Returns the error about a stored value that references a field that the item doesn't have, or that is empty in a key; and
	 * about one in which another expression among words is undefined, or no number that people can read.
	 */
	missingField: (storedValue: unknown, item: number, use: ValueUse) => TextProblem | undefined;
	/** The same of a text with a list: an entry may be an empty field, but not have one as its part. */
	missingEntry: (storedValue: unknown, item: number) => TextProblem | undefined;
	/**
	 * Returns the error about a text in which an expression has made a word such as "undefined" of a missing value or an object.
	 * `isStructured`: it is JSON of objects and lists, which can hold what other items say.
	 */
	missingValue: (
		storedValue: unknown,
		text: string,
		item: number,
		isStructured?: boolean,
	) => TextProblem | undefined;
	/** Notes a part of an item's text that was there, but empty. */
	noteEmpty: (partName: string, item: number) => void;
	/** Names of the fields that texts of these items reference, and that were there, but empty. */
	emptyFields: (items: readonly number[]) => string[];
}

const ownInput = '$json';

/**
 * What JavaScript, Luxon and Intl make of a missing value, and of a number or date that is none. The shorter words count only by
 * themselves, as other words can contain them, and null not where it is a value of JSON.
 */
const missingWords =
	/undefined|Invalid (?:Date(?:Time)?|Duration|Interval)|\[object Object\]|∞|(?<![\p{L}\p{N}])(?:NaN|Infinity|null(?!\s*[,}\]])|(?<![:[,]\s*)null)(?![\p{L}\p{N}])/gu;

/** Whether a text has one of {@link missingWords}, in any case, as a word. */
const hasWord = (text: string, word: string): boolean =>
	/^\w+$/.test(word)
		? new RegExp(`(?<![\\p{L}\\p{N}])${word}(?![\\p{L}\\p{N}])`, 'iu').test(text)
		: text.includes(word);

/** What the author of a stored text has written for people: fixed words, and texts in its expressions. */
const writtenInCode = (storedText: string): string =>
	storedText.replace(expressions, (_all, inside: string) =>
		(inside.match(/'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"|`(?:[^`\\]|\\.)*`/g) ?? []).join(' '),
	);

/** The texts in JSON, names of members included: not its own words, such as null. */
export const textsInJson = (json: string): string => (json.match(/"(?:[^"\\]|\\.)*"/g) ?? []).join(' ');

const objectAsText = '[object Object]';
const part = 'A value in it';
const objectProblem: TextProblem = {
	message: `${part} is a list or an object instead of a text.`,
	remediation: 'Reference one value, such as {{ $json.customer.name }}.',
};

/** @param canBeEmpty among words, which can be read without it; a key, a time or a whole text can't */
const remediationWith = (example: string, canBeEmpty: boolean): string =>
	canBeEmpty
		? `Correct the expression, or add a default: {{ ${example} ?? "" }}.`
		: 'Correct the expression, or remove items without a value before this node, for example with Filter.';

/** In an address, a gap leads elsewhere. */
const isAddress = (storedValue: string): boolean => storedValue.includes('://');

const noValue = (canBeEmpty: boolean): TextProblem => ({
	message: 'An expression in it returned no value.',
	remediation: remediationWith('$json.name?.trim()', canBeEmpty),
});

/** What is wrong with a number among the words of a text: one alone is checked in the same way when it becomes a text. */
function numberProblem(value: unknown): TextProblem | undefined {
	if (typeof value !== 'number') return undefined;
	try {
		scalarText(value, part, (message, remediation) => new InvalidInput('', message, remediation));
		return undefined;
	} catch (error) {
		return error instanceof InvalidInput ? error : undefined;
	}
}

function missingFieldError(
	{ root, node, path }: FieldReference,
	isThere: boolean,
	canBeEmpty: boolean,
): TextProblem {
	const source = node === undefined ? 'The item' : `The item from “${node}”`;
	const expression = path.length === 1 && /^\w+$/.test(path[0] ?? '') ? `${root}.${path[0]}` : '…';
	return {
		message: isThere
			? `The field “${pathText(path)}” is empty.`
			: `${source} has no field “${pathText(path)}”.`,
		remediation: remediationWith(expression, canBeEmpty),
	};
}

/** Checks the fields that texts reference, for all items of a run. */
export function createFieldCheck(
	context: IExecuteFunctions,
	input: readonly INodeExecutionData[],
): FieldCheck {
	const checkedIn = new Map<string, { references: FieldReference[]; remaining: string[] }>();
	const empty = new Map<number, Set<string>>();
	const noteEmpty = (partName: string, item: number): void =>
		void empty.set(item, (empty.get(item) ?? new Set()).add(partName));

	/** What n8n can't tell is for n8n to report. */
	const evaluate = (code: string, item: number, otherwise?: string): unknown => {
		try {
			const value: unknown = context.evaluateExpression(`{{ ${code} }}`, item);
			return value;
		} catch {
			return otherwise;
		}
	};
	const valueOf = (root: string, item: number): unknown =>
		root === ownInput && item in input ? input[item]?.json : evaluate(root, item);
	const entriesOf = new Map<string, string[]>();
	const check: FieldCheck = {
		missingEntry(storedValue, item) {
			if (typeof storedValue !== 'string' || !storedValue.startsWith('=')) return undefined;
			const entries = entriesOf.get(storedValue) ?? entriesIn(storedValue);
			entriesOf.set(storedValue, entries);
			for (const entry of entries) {
				const problem = check.missingField(entry, item, isOneExpression.test(entry) ? 'value' : 'key');
				if (problem !== undefined) return problem;
			}
			return undefined;
		},
		missingField(storedValue, item, use) {
			if (typeof storedValue !== 'string') return undefined;
			const checked = checkedIn.get(storedValue) ?? {
				references: fieldReferences(storedValue),
				remaining: expressionsAmongWords(storedValue),
			};
			checkedIn.set(storedValue, checked);
			const { references, remaining } = checked;
			const isAlone = isOneExpression.test(storedValue);
			const canBeEmpty = use !== 'key' && !isAlone && !isAddress(storedValue);
			for (const reference of references) {
				const fields = valueOf(reference.root, item);
				if (typeof fields !== 'object' || fields === null) continue;
				const { state, value } = fieldIn(fields, reference.path);
				const isThere = state === 'empty';
				if (state === 'missing' || (isThere && use === 'key'))
					return missingFieldError(reference, isThere, canBeEmpty);
				if (isThere && use === 'text') noteEmpty(pathText(reference.path), item);
				const problem = isAlone ? undefined : numberProblem(value);
				if (problem !== undefined) return problem;
			}
			for (const code of remaining) {
				const value = evaluate(code, item, '');
				if (value === undefined && !mayBeNothing.test(code)) return noValue(canBeEmpty);
				if (value === null && use === 'text') noteEmpty('an expression', item);
				const problem = numberProblem(value);
				if (problem !== undefined) return problem;
			}
			return undefined;
		},
		missingValue(storedValue, text, item, isStructured = false) {
			const code = String(storedValue);
			const words = [...new Set(text.match(missingWords))];
			if (words.length === 0 || !mayMakeWord(storedValue, (root) => valueOf(root, item), isStructured))
				return undefined;
			// In what people, a model or an error have written, the word is meant. Where there is no item, that can't be told.
			const ofItems = (isStructured || /\$input\b/.test(code) ? input : [input[item]]).map(
				(entry) => entry?.json,
			);
			const ofNodes = [...code.matchAll(namedNodes)].map(([, double, single]) =>
				valueOf(`$(${JSON.stringify(double ?? single)}).all()`, item),
			);
			const ofSettings = code.includes('$vars') ? evaluate('$vars', item) : undefined;
			const data = jsonStringify([...ofItems, ...ofNodes, ofSettings], { replaceCircularRefs: true });
			const written = `${writtenInCode(code)} ${textsInJson(data)}`;
			const isMeant = (word: string): boolean =>
				hasWord(written, word) || (input[item] === undefined && word !== objectAsText);
			const word = words.find((candidate) => !isMeant(candidate));
			if (word === undefined || word === objectAsText) return word && objectProblem;
			return {
				message: `The text contains “${word}”: a value is missing or invalid.`,
				remediation: remediationWith('$json.name', !isAddress(code)),
			};
		},
		noteEmpty,
		emptyFields: (items) => [...new Set(items.flatMap((item) => [...(empty.get(item) ?? [])]))],
	};
	return check;
}

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

/** The expressions in a stored parameter: their code is the first group. */
export const expressions = /(?<!\\)\{\{(.*?)\}\}/gs;
/** The entries of a stored list, each as a stored parameter of its own. */
const entriesIn = (storedList: string): string[] =>
	(storedList.slice(1).match(/(?:\{\{.*?\}\}|[^,;\r\n])+/gs) ?? []).map((entry) => `=${entry.trim()}`);
const isOneExpression = /^=\s*\{\{(?:(?!\}\}).)*\}\}\s*$/s;
/** An expression that says itself what comes of a missing value: an optional chain, a condition, or an empty text as default. */
const mayBeNothing = /\?\.|&&|(?:\?\?|\|\|)\s*(?:''|""|``)[\s)]*$/;

const pickedItem = String.raw`\.(?:item|first\(\)|last\(\))`;
const nodeName = String.raw`(?:"([^"\\]+)"|'([^'\\]+)')`;
const root = String.raw`\$json|(?:\$input${pickedItem}|\$(?:\(|node\[)${nodeName}(?:\)${pickedItem}|\]))\.json`;
const step = String.raw`\.([\p{L}_$][\p{L}\p{N}_$]*)|\["([^"\\]*)"\]|\['([^'\\]*)'\]|\[(\d+)\]`;
const reference = new RegExp(String.raw`^\s*(${root})((?:${step})+)\s*$`, 'u');
const steps = new RegExp(step, 'gu');
const namedNodes = new RegExp(String.raw`\$(?:items)?(?:\(|node\[)\s*${nodeName}`, 'gu');

function referenceIn(expression: string): FieldReference | undefined {
	const [, source, double, single, path] = reference.exec(expression) ?? [];
	if (source === undefined || path === undefined) return undefined;
	const names = [...path.matchAll(steps)].map(([, bare, inDouble, inSingle, index]) =>
		[bare, inDouble, inSingle, index].join(''),
	);
	return { root: source, node: double ?? single, path: names };
}

/** Returns the plain references in a stored parameter. Every other expression is left to n8n. */
export function fieldReferences(storedValue: unknown): FieldReference[] {
	if (typeof storedValue !== 'string' || !storedValue.startsWith('=')) return [];
	return [...storedValue.matchAll(expressions)].flatMap(([, inside = '']) => referenceIn(inside) ?? []);
}

/** Returns what isn't a plain reference among the words of a text: n8n puts nothing where such an expression is undefined. */
function expressionsAmongWords(storedText: string): string[] {
	if (!storedText.startsWith('=') || isOneExpression.test(storedText)) return [];
	return [...storedText.matchAll(expressions)]
		.map(([, inside = '']) => inside)
		.filter((inside) => referenceIn(inside) === undefined);
}

/** Whether a stored parameter has an expression that can make a word: a plain reference makes none, but of an object in a text. */
function mayMakeWord(
	storedValue: unknown,
	valueOf: (root: string) => unknown,
	isStructured: boolean,
): boolean {
	if (typeof storedValue !== 'string' || !storedValue.startsWith('=')) return false;
	const references = fieldReferences(storedValue);
	if ([...storedValue.matchAll(expressions)].length > references.length)
		return !isStructured || !/\$(?:\(|node\b|input\b)/.test(storedValue);
	if (isStructured && /^=\s*\{\{[^{}]*\}\}\s*$/.test(storedValue)) return false;
	return references.some(({ path, ...source }) => {
		const value = path.reduce<unknown>(
			(holder, name) => Reflect.get(Object(holder), name),
			valueOf(source.root),
		);
		return typeof value === 'object' && value !== null;
	});
}

const isEmpty = (value: unknown): boolean => value === undefined || value === null || value === '';

/** Returns whether `json` has the field, and its value. One inside an empty value counts as empty. */
export function fieldIn(json: unknown, path: readonly string[]): { state: FieldState; value?: unknown } {
	let value: unknown = json;
	for (const name of path) {
		if (isEmpty(value)) return { state: 'empty' };
		// Methods and lengths included: they come from the prototype.
		const holder: unknown = Object(value);
		if (typeof holder !== 'object' || holder === null || !(name in holder)) return { state: 'missing' };
		value = Reflect.get(holder, name, value);
	}
	return isEmpty(value) ? { state: 'empty' } : { state: 'filled', value };
}

/** Returns a path in the way people write it: `customer.names[0]`. */
export const pathText = (path: readonly string[]): string =>
	path.map((name, index) => (/^\d+$/.test(name) ? `[${name}]` : index === 0 ? name : `.${name}`)).join('');
