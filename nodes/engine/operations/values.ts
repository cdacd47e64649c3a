/** Turns the value of a parameter into the type that an operation asks for. */
import type { InvalidInput } from '../../../protocol/errors';
import { scalarText } from '../../../protocol/validation';

/** A resource locator as n8n stores it, reduced to what an operation needs. */
export interface Locator {
	mode: string;
	value: string;
}

/** A value on its way to its type, and how an error about it is made. */
export interface RawValue {
	value: unknown;
	invalid: (message: string, remediation: string) => InvalidInput;
}

export const isMissing = (value: unknown): boolean => value === undefined || value === null || value === '';

export const isRecord = (value: unknown): value is Record<string, unknown> =>
	typeof value === 'object' && value !== null && !Array.isArray(value);

export const toText = ({ value, invalid }: RawValue): string => scalarText(value, 'The value', invalid);

export function toNumber({ value, invalid }: RawValue): number {
	const number = typeof value === 'string' ? Number(value.trim() === '' ? NaN : value) : value;
	if (typeof number === 'number' && Number.isFinite(number)) return number;
	const hasComma = typeof value === 'string' && /^\s*[+-]?\d+,\d+\s*$/.test(value);
	throw invalid(
		"The value isn't a number.",
		hasComma ? 'Use a decimal point instead of a comma.' : 'Use digits only.',
	);
}

export function toInteger(rawValue: RawValue): number {
	const number = toNumber(rawValue);
	// In a text, "1.000" can be a thousand.
	const isPlain = typeof rawValue.value !== 'string' || /^\s*[+-]?\d+\s*$/.test(rawValue.value);
	if (isPlain && Number.isSafeInteger(number)) return number;
	throw rawValue.invalid("The value isn't a whole number.", 'Use a whole number.');
}

const flags: ReadonlyMap<unknown, boolean> = new Map<unknown, boolean>([
	[true, true],
	['true', true],
	[false, false],
	['false', false],
	[undefined, false],
	[null, false],
	['', false],
]);

export function toFlag({ value, invalid }: RawValue): boolean {
	// Spreadsheets write TRUE.
	const flag = flags.get(typeof value === 'string' ? value.toLowerCase() : value);
	if (flag === undefined)
		throw invalid("The value isn't true or false.", 'Make the expression return true or false.');
	return flag;
}

export function toChoice<Choice extends string>(
	{ value, invalid }: RawValue,
	choices: readonly Choice[],
): Choice {
	const chosen = choices.find((choice) => choice === value);
	if (chosen === undefined)
		throw invalid(
			`The value must be one of: ${choices.join(', ')}.`,
			'Select an option, or make the expression return one of them.',
		);
	return chosen;
}

export const invalidJson = "The value isn't valid JSON.";

export function readJson({ value, invalid }: RawValue): unknown {
	if (typeof value !== 'string') return value;
	try {
		const parsed: unknown = JSON.parse(value);
		return parsed;
	} catch {
		throw invalid(invalidJson, 'Check for a missing quote, comma, or bracket.');
	}
}

export function toLocator(rawValue: RawValue): Locator {
	const { value } = rawValue;
	if (!isRecord(value)) return { mode: 'name', value: toText(rawValue).trim() };
	return {
		mode: toText({ ...rawValue, value: value.mode }),
		value: toText({ ...rawValue, value: value.value }).trim(),
	};
}

export const propertyOf = (value: unknown, name: string | number): unknown =>
	typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;

/** The rows of a fixed collection. Nobody may lose rows because they came in another form than the editor's. */
export function toRows({ value, invalid }: RawValue, group: string): Array<Record<string, unknown>> {
	if (isMissing(value)) return [];
	const remediation = 'Use the rows in the editor, or specify the content using JSON.';
	if (!isRecord(value)) throw invalid("The value doesn't consist of rows.", remediation);
	const rows = value[group];
	if (rows === undefined && Object.keys(value).length === 0) return [];
	if (!Array.isArray(rows) || !rows.every(isRecord))
		throw invalid("The value doesn't consist of rows.", remediation);
	return rows;
}
