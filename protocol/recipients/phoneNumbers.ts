import { InvalidInput } from '../errors';

/** What people put between digits, and what copying from web pages and address books puts around them. */
const decoration = /[\s\p{Z}\p{Cf}\p{Pd}\u2212.·/()[\]]/gu;
/** Decoration except brackets: those say which `0` is to be left out. */
const decorationOutsideBrackets = /[\s\p{Z}\p{Cf}\p{Pd}\u2212.·/]/gu;
/** `+33 (0)6…`: the zero that is dialed only without the country prefix. */
const optionalZero = /^[([]?((?:\+|00)?[1-9]\d{0,2})[)\]]?[([]0[)\]]/;
/** The same without brackets, in a French number: behind `33` none begins with `0` (*assumed*, from the numbering plan). */
const frenchZero = /^330(?=[1-9]\d{8}$)/;
/** The full-width forms of East Asian keyboards, the only foreign forms of digits that cannot mean anything else. */
const fullWidth = /[\uff08-\uff1b]/g;

const international = /^[1-9]\d{6,14}$/;
/** Sandbox numbers (service.md#sandbox-numbers): 7 to 16 digits. */
const sandbox = /^999\d{4,13}$/;
/** Completed by the service with the account's country prefix. Bounds as for international numbers, *assumed*. */
const national = /^0[1-9]\d{5,13}$/;

/** Digits as the number that they are; undefined for what cannot be one. */
function numberOf(digits: string): string | undefined {
	const isNumber = international.test(digits) || sandbox.test(digits) || national.test(digits);
	return isNumber ? digits.replace(frenchZero, '33') : undefined;
}

/** `33600123456.0`: a spreadsheet's idea of a number. Its last digit is none. */
const decimals = /^\s*(\+?\d{7,})\.(\d+)\s*$/;

/** A number as {@link normalizeNumber} gives it; undefined for what cannot be one. */
export function numberIn(input: string | number): string | undefined {
	if (typeof input === 'number') return Number.isSafeInteger(input) ? numberOf(String(input)) : undefined;
	const asItIs = numberOf(input);
	if (asItIs !== undefined) return asItIs;
	const [, whole, fraction = ''] = decimals.exec(input) ?? [];
	if (whole !== undefined) return /^0+$/.test(fraction) ? numberIn(whole) : undefined;
	const digits = input
		.replace(fullWidth, (character) => String.fromCharCode(character.charCodeAt(0) - 0xfee0))
		.replace(decorationOutsideBrackets, '')
		.replace(optionalZero, '$1')
		.replace(decoration, '');
	const withoutPrefix = digits.replace(/^(?:\+|00)/, '');
	// After `+` or `00` stands a country, and no country begins with 0.
	if (withoutPrefix !== digits && withoutPrefix.startsWith('0')) return undefined;
	return numberOf(withoutPrefix);
}

/** The digits of a country code such as `33`, `+33` or `0033`; undefined for what cannot be one. */
const countryCodeIn = (text: string): string | undefined =>
	/^(?:\+|00)?([1-9]\d{0,2})$/.exec(text.replace(decoration, ''))?.[1];

/** Italian numbers keep their zero behind the country code. */
const keepsZero: ReadonlySet<string> = new Set(['39', '378']);

/** A national number, as {@link numberIn} returns it, with the country code in place of its 0; any other as it is. */
export function inCountry(number: string, countryCode: string): string {
	const code = countryCodeIn(countryCode);
	if (code === undefined || !number.startsWith('0')) return number;
	return code + (keepsZero.has(code) ? number : number.slice(1));
}

/** A number as a person wrote it, in international form where that can be told; else as it is written. */
export const textInCountry = (text: string, countryCode: string): string =>
	inCountry(numberIn(text) ?? text, countryCode);

/**
 * Makes the national numbers of a list international. Entries that are no numbers stay as they are.
 *
 * @param countryCode empty where national numbers are to stay
 * @throws InvalidInput for a national number and a country code that is none
 */
export function entriesInCountry(entries: readonly unknown[], countryCode: string): unknown[] {
	return entries.map((entry) => {
		if (countryCode === '' || (typeof entry !== 'string' && typeof entry !== 'number')) return entry;
		const number = numberIn(entry);
		if (number === undefined || !number.startsWith('0')) return entry;
		if (countryCodeIn(countryCode) !== undefined) return inCountry(number, countryCode);
		throw new InvalidInput(
			'Default Country Code',
			"The value isn't a country code.",
			'Enter its digits in the credential, such as 33.',
		);
	});
}

/** The limits of {@link international}. */
const digitLimits = { min: 7, max: 15 };

const subjectAt = (position: number | undefined): string =>
	position === undefined ? 'The phone number' : `Phone number ${position} of the list`;

/** Returns what is wrong with a number, without quoting it. */
function problem(input: string | number, position: number | undefined): string {
	const subject = subjectAt(position);
	const number = String(input).replace(decoration, '');
	const digits = number.replace(/^\+/, '');
	if (digits === '') return `${subject} is empty.`;
	if (typeof input === 'number' ? !Number.isSafeInteger(input) : decimals.test(input))
		return `${subject} isn't a whole number of at most 15 digits.`;
	if (/\p{L}/u.test(digits)) return `${subject} contains letters.`;
	if (/\D/.test(digits)) return `${subject} contains characters other than digits.`;
	const { length } = digits;
	if (length < digitLimits.min)
		return `${subject} is too short: ${length} ${length === 1 ? 'digit' : 'digits'}.`;
	if (length > digitLimits.max) return `${subject} is too long: ${length} digits.`;
	return `${subject} has an invalid country code.`;
}

/**
 * A phone number as the service takes it (service.md#sms-parameters, `dest`): international digits without `+` or `00`,
 * or a national number beginning with `0`, as it is. Spaces, dots, dashes, slashes, brackets and invisible characters
 * are dropped, and a `(0)` behind a country prefix with them; behind that of France a `0` without brackets as well.
 * Normalizing twice changes nothing more.
 *
 * @param position of the number in a list, from 1, for the error; the number itself is never in it
 * @throws InvalidInput for what cannot be a number: other characters, fewer than 7 or more than 15 digits (16 for a
 * sandbox number, `999…`)
 */
export function normalizeNumber(input: string | number, field: string, position?: number): string {
	const number = numberIn(input);
	if (number !== undefined) return number;
	throw new InvalidInput(
		field,
		problem(input, position),
		'Use the international format, such as +33 6 12 34 56 78, with 7 to 15 digits.',
	);
}

/** A comma or semicolon at the end of a line does not announce an empty number; elsewhere it does. */
function splitList(list: string): string[] {
	return list
		.replace(/[,;][^\S\r\n]*(?=[\r\n])/g, '')
		.split(/[\r\n]+/)
		.filter((line) => line.trim() !== '')
		.flatMap((line) => line.split(/[,;]/));
}

/**
 * The entries of a list of numbers as they were given: a string separated by commas, semicolons or line breaks, one
 * number, or an array.
 *
 * @throws InvalidInput for an empty list
 */
export function listEntries(input: unknown, field: string): unknown[] {
	const entries: unknown[] =
		typeof input === 'string' ? splitList(input) : Array.isArray(input) ? input : [input];
	if (entries.length === 0 || input === undefined || input === null) {
		throw new InvalidInput(field, 'No phone number was given.', 'Enter at least one.');
	}
	return entries;
}

/**
 * The numbers of a list, see {@link listEntries}. Order and repetitions are kept.
 *
 * @throws InvalidInput for an empty list, and for an entry that is empty or cannot be a number, naming its
 * position: a missing recipient is never passed over
 */
export function parseNumbers(input: unknown, field: string): string[] {
	return listEntries(input, field).map((entry, index, entries) => {
		const position = entries.length === 1 ? undefined : index + 1;
		if (typeof entry === 'string' || typeof entry === 'number')
			return normalizeNumber(entry, field, position);
		throw new InvalidInput(
			field,
			`${subjectAt(position)} isn't a text or a number.`,
			'Check the list or its expression.',
		);
	});
}
