/**
 * Finds the fields that a text references, such as `{{ $json.customer.name }}`. n8n puts nothing where a field is
 * missing, so that "Hello {{ $json.name }}," reaches people as "Hello ,".
 */
import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { InvalidInput } from '../../../../protocol/errors';
import { isDateObject, scalarText } from '../../../../protocol/validation';
import { jsonTemplateOf, storedNumbers } from './jsonTemplate';
import { createWordCheck, type Fault, lacksCase, type TextUse } from './missingWords';
import {
	codesIn,
	fieldIn,
	type FieldReference,
	fieldReferences,
	hasNoCharacter,
	hasNoNumber,
	tellsNothing,
	isEmpty,
	isExpression,
	isSheetError,
	pathText,
	referenceIn,
} from './code';

/** What is wrong with a text, and how to fix it. */
export interface TextProblem {
	message: string;
	remediation: string;
}

/**
 * What a stored value is for. A text may have gaps, which are noted, and so may parts, whose values can be of any kind. A key must
 * have none. Any other value can be empty as a whole, but not in part, as it would be another value; in an entry of a list of numbers,
 * a part has a digit, a letter, `+` or `*`.
 */
export type ValueUse = 'text' | 'parts' | 'key' | 'value' | 'entry';

export interface FieldCheck {
	/**
	 * Returns the error about a stored value that references a field that the item doesn't have, or that is empty in a key; and
	 * about one in which another expression among words is undefined, or no number that people can read.
	 */
	missingField: (storedValue: unknown, item: number, use: ValueUse) => TextProblem | undefined;
	/** The same of a text with a list: an entry may be an empty field, but not have one as its part. */
	missingEntry: (storedValue: unknown, item: number) => TextProblem | undefined;
	/**
	 * Returns the error about a text in which an expression has made a word such as "undefined" of a missing value, or has put an
	 * object, a date or a number that nobody has written for people.
	 */
	missingValue: (storedValue: unknown, text: string, item: number, use: TextUse) => TextProblem | undefined;
	/** Notes a part of an item's text that was there, but empty. */
	noteEmpty: (partName: string, item: number) => void;
	/** Names of the fields that texts of these items reference, and that were there, but empty. */
	emptyFields: (items: readonly number[]) => string[];
}

const ownInput = '$json';

const part = 'A value in it';

/** @param canBeEmpty among words, which can be read without it; a key, a time or a whole text can't */
const remediationWith = (example: string, canBeEmpty: boolean): string =>
	canBeEmpty
		? `Correct the expression, or add a default within its braces: ${example} ?? "".`
		: 'Correct the expression, or remove items without a value before this node, for example with Filter.';

/** In an address, a gap leads elsewhere. */
const isAddress = (storedValue: string): boolean => storedValue.includes('://');

const noValue = (canBeEmpty: boolean): TextProblem => ({
	message: 'An expression in it returned no value.',
	remediation: remediationWith('$json.name?.trim()', canBeEmpty),
});

/** What is wrong with a value in a text: one alone is checked in the same way when it becomes a text. */
function valueProblem(value: unknown): TextProblem | undefined {
	try {
		scalarText(value, part, (message, remediation) => new InvalidInput('', message, remediation));
		return undefined;
	} catch (error) {
		return error instanceof InvalidInput ? error : undefined;
	}
}

/** A condition that is not met, such as `$json.isNew && "New!"`, leaves false where its author means nothing. */
const booleanProblem: TextProblem = {
	message: `${part} is false instead of a text.`,
	remediation: 'Write both cases, such as $json.isNew ? "New!" : "".',
};

/** What is wrong with what an expression returns among words: a text, a number, or a list is meant for people. */
function returnedProblem(value: unknown, code: string): TextProblem | undefined {
	if (value === false && lacksCase.test(code)) return booleanProblem;
	const isOther = typeof value === 'function' || (typeof value === 'object' && value !== null);
	// Dates are found in the text: some are meant.
	return isOther && !Array.isArray(value) && !isDateObject(value)
		? valueProblem(value)
		: numberProblem(value);
}

/** The same of a number, and of those in a list, which are joined by commas. */
function numberProblem(value: unknown): TextProblem | undefined {
	if (typeof value === 'number') return valueProblem(value);
	const entries: unknown[] = Array.isArray(value) ? Array.from<unknown>(value) : [];
	return entries.map(numberProblem).find((problem) => problem !== undefined);
}

/** What is wrong with values that an expression has put into a text. */
const problems: Readonly<Record<Exclude<Fault, 'word'>, TextProblem | undefined>> = {
	object: valueProblem({}),
	boolean: booleanProblem,
	date: valueProblem(new Date(0)),
	format: new InvalidInput(
		'',
		'A date format in it has letters that no date has.',
		'Write the day as dd, the month as MM, and the year as yyyy.',
	),
	rounded: valueProblem(2 ** 60),
	decimals: new InvalidInput(
		'',
		`${part} is a number with more than 15 digits.`,
		'Round it, for example with $json.price.toFixed(2).',
	),
};

function missingFieldError({ root, node, path }: FieldReference, canBeEmpty: boolean): TextProblem {
	const source = node === undefined ? 'The item' : `The item from “${node}”`;
	const expression = path.length === 1 && /^\w+$/.test(path[0] ?? '') ? `${root}.${path[0]}` : '…';
	return {
		message: `${source} has no field “${pathText(path)}”.`,
		remediation: remediationWith(expression, canBeEmpty),
	};
}

/** Of a field that is there. */
function unusableFieldError({ path }: FieldReference, value: unknown): TextProblem {
	const name = pathText(path);
	const remediation = remediationWith('', false);
	if (typeof value !== 'string' || isEmpty(value))
		return { message: `The field “${name}” is empty.`, remediation };
	return hasNoCharacter(value)
		? new InvalidInput('', `The field “${name}” has no letter or digit.`, remediation)
		: new InvalidInput(
				'',
				`The field “${name}” contains “${value.trim()}”: a value is missing or invalid.`,
				remediation,
			);
}

/** What is no part of a value, by what the value is for. */
const gaps: Readonly<Record<ValueUse, (value: unknown) => boolean>> = {
	text: isEmpty,
	parts: isEmpty,
	value: isEmpty,
	key: tellsNothing,
	entry: hasNoNumber,
};

/** The entries of a stored list, each as a stored parameter of its own. */
function entriesIn(storedList: string): string[] {
	const json = jsonTemplateOf(storedList);
	if (json !== undefined) return storedNumbers(json);
	return (storedList.slice(1).match(/(?:\{\{.*?\}\}|[^,;\r\n])+/gs) ?? []).map((entry) => `=${entry.trim()}`);
}
const isOneExpression = /^=\s*\{\{(?:(?!\}\}).)*\}\}\s*$/s;
/** An expression whose author wants an empty text in some cases: by a condition, or as default. */
const emptyByAuthor =
	/(?:\?\?|\|\||:)\s*(?:''|""|``)[\s)]*$|\?\s*(?:''|""|``)\s*:|\$if(?:Empty)?\(.*(?:''|""|``)|&&/s;
/** An expression that says itself what comes of a missing value: an optional chain, a condition, or an empty text as default. */
const mayBeNothing = /\?\.|&&|(?:\?\?|\|\|)\s*(?:''|""|``)[\s)]*$/;

/** Returns what isn't a plain reference among the words of a text: n8n puts nothing where such an expression is undefined. */
function expressionsAmongWords(storedText: string): string[] {
	if (!isExpression(storedText) || isOneExpression.test(storedText)) return [];
	return codesIn(storedText).filter((code) => referenceIn(code) === undefined);
}

/** Checks the fields that texts reference, for all items of a run. */
export function createFieldCheck(
	context: Pick<IExecuteFunctions, 'evaluateExpression'>,
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
	const madeWord = createWordCheck({ jsonOf: (item) => input[item]?.json, evaluate });
	const entriesOf = new Map<string, string[]>();
	const check: FieldCheck = {
		missingEntry(storedValue, item) {
			if (!isExpression(storedValue)) return undefined;
			const entries = entriesOf.get(storedValue) ?? entriesIn(storedValue);
			entriesOf.set(storedValue, entries);
			for (const entry of entries) {
				const problem = check.missingField(entry, item, 'entry');
				if (problem !== undefined) return problem;
			}
			return undefined;
		},
		missingField(storedValue, item, use) {
			if (!isExpression(storedValue)) return undefined;
			const checked = checkedIn.get(storedValue) ?? {
				references: fieldReferences(storedValue),
				remaining: expressionsAmongWords(storedValue),
			};
			checkedIn.set(storedValue, checked);
			const { references, remaining } = checked;
			const isText = use === 'text' || use === 'parts';
			const isAlone = isOneExpression.test(storedValue);
			const isPart = !isAlone && !isText;
			const canBeEmpty = !isAlone && isText && !isAddress(storedValue);
			const isGap = gaps[use];
			for (const reference of references) {
				const fields = valueOf(reference.root, item);
				if (typeof fields !== 'object' || fields === null) continue;
				const { state, value } = fieldIn(fields, reference.path, isGap);
				if (state === 'missing') return missingFieldError(reference, canBeEmpty);
				const isNothing = state === 'empty';
				if (isSheetError(value) || (isNothing && (isPart || use === 'key')))
					return unusableFieldError(reference, value);
				if (isNothing && isText) noteEmpty(pathText(reference.path), item);
				const problem = isAlone ? undefined : numberProblem(value);
				if (problem !== undefined) return problem;
			}
			for (const code of remaining) {
				const value = evaluate(code, item, '');
				// A word that code returns is its author's.
				const isNothing = isPart
					? (use === 'entry' ? isGap : isEmpty)(value) && !emptyByAuthor.test(code)
					: value === undefined && !mayBeNothing.test(code);
				if (isNothing) return noValue(canBeEmpty);
				if (value === null && isText) noteEmpty('an expression', item);
				const problem = use === 'text' || use === 'key' ? returnedProblem(value, code) : numberProblem(value);
				if (problem !== undefined) return problem;
			}
			return undefined;
		},
		missingValue(storedValue, text, item, use) {
			if (!isExpression(storedValue)) return undefined;
			const word = madeWord(storedValue, text, item, use);
			if (word === undefined) return undefined;
			if (word.fault !== 'word') return problems[word.fault];
			return {
				message: `The text contains “${word.core}”: a value is missing or invalid.`,
				// A default is for what is missing, not for an error of a spreadsheet.
				remediation: remediationWith('$json.name', !isAddress(storedValue) && !isSheetError(word.core)),
			};
		},
		noteEmpty,
		emptyFields: (items) => [...new Set(items.flatMap((item) => [...(empty.get(item) ?? [])]))],
	};
	return check;
}
