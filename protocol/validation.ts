import { InvalidInput } from './errors';

/** Inclusive bounds of a whole number. */
export interface Range {
	min: number;
	max: number;
}

/** @throws InvalidInput unless the value is a whole number within the bounds */
export function wholeNumber(value: number, { min, max }: Range, field: string): number {
	if (Number.isSafeInteger(value) && value >= min && value <= max) return value;
	throw new InvalidInput(
		field,
		max === Number.MAX_SAFE_INTEGER
			? `The value must be a whole number of at least ${min}.`
			: `The value must be a whole number from ${min} to ${max}.`,
		'Change the value or the expression.',
	);
}

/** The value that a table has for a choice; choices made by an expression can be anything. */
export function chosen<Value>(table: Readonly<Record<string, Value>>, choice: string, field: string): Value {
	const value = Object.hasOwn(table, choice) ? table[choice] : undefined;
	if (value !== undefined) return value;
	throw new InvalidInput(
		field,
		"The value isn't an available option.",
		`Choose one of: ${Object.keys(table).join(', ')}.`,
	);
}

/** Whether a text is a day of the calendar, `yyyy-mm-dd`: not 30 February, which JavaScript takes for 2 March. */
export function isDay(text: string): boolean {
	const date = new Date(`${text}T00:00:00.000Z`);
	return (
		/^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text)
	);
}

/** Ids and references of the service: digits. @throws InvalidInput for anything else */
export function digitsOnly(value: string, field: string): string {
	const digits = value.trim();
	if (/^\d{1,30}$/.test(digits)) return digits;
	throw new InvalidInput(
		field,
		'The value must contain digits only.',
		'Copy it exactly as SMSBOX returned it.',
	);
}

/** Returns "5,000" for a whole number. Not by `toLocaleString`, whose first call takes as long as loading a node. */
export const withCommas = (count: number): string => String(count).replace(/\B(?=(\d{3})+$)/g, ',');

/** "The text has 1,700 characters (limit: 1,600)." */
export const tooLong = (subject: string, length: number, max: number): string =>
	`${subject} has ${withCommas(length)} characters (limit: ${withCommas(max)}).`;

/** Whether a value is a JavaScript date or a Luxon DateTime, which databases and n8n's expressions return. */
export const isDateObject = (value: unknown): boolean =>
	value instanceof Date || (typeof value === 'object' && value !== null && 'toISODate' in value);

/**
 * A text, a number or true and false as the text that a person reads; nothing as an empty one.
 *
 * @param subject names the value at the beginning of a sentence
 * @param invalid makes the error for a list, an object, a date, and what people would read as something else than was meant: a long
 * number, whose last digits JavaScript has rounded, and the words for a number or date that is none
 */
export function scalarText(
	value: unknown,
	subject: string,
	invalid: (message: string, remediation: string) => InvalidInput,
): string {
	if (value === undefined || value === null) return '';
	if (Number.isInteger(value) && !Number.isSafeInteger(value))
		throw invalid(
			`${subject} is a number that is too long, and was rounded.`,
			'Return it as a text, in quotes.',
		);
	if ((typeof value === 'number' && !Number.isFinite(value)) || value === 'Invalid DateTime')
		throw invalid(`${subject} isn't a valid number or date.`, 'Check its expression.');
	if (typeof value === 'string') return value;
	if (typeof value === 'number' || typeof value === 'boolean' || typeof value === 'bigint')
		return String(value);
	if (isDateObject(value))
		throw invalid(
			`${subject} is a date instead of a text.`,
			'Format it, for example with $json.date.format("dd/MM/yyyy").',
		);
	throw invalid(
		`${subject} is a list or an object instead of a text.`,
		'Reference a single property, such as $json.name.',
	);
}

/** Whether nobody would see anything of a text: blanks, and characters that are never shown, such as zero-width spaces. */
export const isBlank = (text: string): boolean => /^[\s\p{DI}\u2800]*$/u.test(text);

/** @throws InvalidInput for a text that is blank, or longer than `max` characters */
export function filled(value: string, field: string, max = Number.POSITIVE_INFINITY): string {
	if (isBlank(value))
		throw new InvalidInput(field, 'The value is empty.', 'Enter a value, or correct the expression.');
	const { length } = Array.from(value);
	if (length > max) throw new InvalidInput(field, tooLong('The value', length, max), 'Shorten it.');
	return value;
}
