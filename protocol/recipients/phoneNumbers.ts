import { InvalidInput } from '../errors';
import { numberingPlans } from './numberingPlans';

/** What people put between digits, and what copying from web pages and address books puts around them. */
const decoration = /[\s\p{Z}\p{Cf}\p{Pd}\u2212.·/()[\]]/gu;
/** Decoration except brackets: those say which `0` is to be left out. */
const decorationOutsideBrackets = /[\s\p{Z}\p{Cf}\p{Pd}\u2212.·/]/gu;
/** `+33 (0)6…`: the zero that is dialed only within the country, in most countries. */
const optionalZero = /^[([]?(\+|00)?([1-9]\d{0,2})[)\]]?[([]0[)\]](.*)$/;
/** The full-width forms of East Asian keyboards, the only foreign forms of digits that cannot mean anything else. */
const fullWidth = /[\uff08-\uff1b]/g;
/** `06 12 34 56 78 / 79`, `…78/79`: two numbers, of which the second is written without what it shares with the first. */
const secondEnding = /(?:\d\s*\/\s+|\s\/\s*|^[^/]*\/)\d{1,4}\s*$/;
/** `33600123456.0`: a spreadsheet's idea of a number. Its last digit is none. */
const decimals = /^\s*(\+?\d{7,})\.(\d+)\s*$|^\s*(\+?\d{4,6})\.(0{1,2})\s*$/;

const international = /^[1-9]\d{6,14}$/;
/** Sandbox numbers (service.md#sandbox-numbers): 7 to 16 digits. */
const sandbox = /^999\d{4,13}$/;
/** Completed by the service with the account's country prefix. Bounds as for international numbers, *assumed*. */
const national = /^0[1-9]\d{5,13}$/;

interface NumberingPlan {
	code: string;
	trunkPrefix: string;
	lengths: readonly number[];
	/** The digits of the longest number of a person. */
	longest: number;
	/** What a national number is without the trunk prefix. */
	number: RegExp;
}

const compiled = new Map<string, NumberingPlan>();

/** The numbering plan of a calling code; undefined where there is none. */
function planOf(code: string): NumberingPlan | undefined {
	const cachedPlan = compiled.get(code);
	if (cachedPlan !== undefined || !Object.hasOwn(numberingPlans, code)) return cachedPlan;
	const [trunkPrefix = '', lengths = '', longest = '', pattern = ''] = numberingPlans[code]?.split(' ') ?? [];
	const plan = {
		code,
		trunkPrefix,
		lengths: lengths.split(',').map(Number),
		longest: Number(longest),
		number: new RegExp(`^(?:${pattern})$`),
	};
	compiled.set(code, plan);
	return plan;
}

/** The numbering plan of an international number. No calling code is the beginning of another one. */
const planIn = (digits: string): NumberingPlan | undefined =>
	planOf(digits.slice(0, 1)) ?? planOf(digits.slice(0, 2)) ?? planOf(digits.slice(0, 3));

/** An international number without the zero that is dialed only within the country, where its country has no such numbers. */
function withoutTrunkZero(digits: string): string {
	const plan = planIn(digits);
	if (plan?.trunkPrefix !== '0') return digits;
	const nationalPart = digits.slice(plan.code.length);
	const isZeroToo =
		nationalPart.startsWith('0') &&
		!plan.number.test(nationalPart) &&
		plan.number.test(nationalPart.slice(1));
	return isZeroToo ? plan.code + nationalPart.slice(1) : digits;
}

/**
 * Where it is in brackets, only countries whose numbers begin with it keep it: `+39 (0)6…`. Empty where there are numbers with
 * it and without it.
 */
function withoutBracketZero(text: string): string {
	const [, prefix = '', code = '', remaining = ''] = optionalZero.exec(text) ?? [];
	if (code === '') return text;
	const digits = remaining.replace(decoration, '');
	const isNumber = (candidate: string): boolean => planOf(code)?.number.test(candidate) === true;
	if (!isNumber(`0${digits}`)) return `${prefix}${code}${digits}`;
	return isNumber(digits) ? '' : `${prefix}${code}0${digits}`;
}

const withoutFullWidth = (input: string): string =>
	input.replace(fullWidth, (character) => String.fromCharCode(character.charCodeAt(0) - 0xfee0));

const undecorated = (input: string): string =>
	withoutBracketZero(withoutFullWidth(input).replace(decorationOutsideBrackets, '')).replace(decoration, '');

/** Whether a text has nothing but numbers, short ones too, in whatever way they are written, and what separates them in a list. */
export const isOfNumbers = (text: string): boolean =>
	/^(?=(?:\D*\d){3})[\d+",;]{4,}$/.test(withoutFullWidth(text).replace(decoration, ''));

/** Digits as a number, and whether `+` or `00` says that it is international. */
interface Written {
	digits: string;
	isInternational: boolean;
}

/** A number as it was written, without decoration; undefined for what has other characters. */
function writtenIn(input: string | number): Written | undefined {
	if (typeof input === 'number')
		return Number.isSafeInteger(input) && input > 0
			? { digits: String(input), isInternational: false }
			: undefined;
	const [, long, longFraction, integerPart = long, fraction = longFraction ?? ''] =
		decimals.exec(input) ?? [];
	if (integerPart !== undefined) return /^0+$/.test(fraction) ? writtenIn(integerPart) : undefined;
	if (secondEnding.test(input)) return undefined;
	const text = /^\+?\d+$/.test(input) ? input : undecorated(input);
	const digits = text.replace(/^(?:\+|00)/, '');
	return /^\d+$/.test(digits) ? { digits, isInternational: digits !== text } : undefined;
}

/** A number of the service's bounds; undefined for what cannot be one. */
function bounded({ digits, isInternational }: Written): string | undefined {
	const isNational = !isInternational && national.test(digits);
	if (!isNational && !international.test(digits) && !sandbox.test(digits)) return undefined;
	return isNational ? digits : withoutTrunkZero(digits);
}

/** A number as {@link normalizeNumber} gives it; undefined for what cannot be one. */
export function numberIn(input: string | number): string | undefined {
	const written = writtenIn(input);
	return written && bounded(written);
}

/**
 * By calling code: mobile numbers that people and services write with and without a digit, which is left out between the groups.
 * Mexico had it until 2019. Argentina has it in international calls only. Brazil put it before the numbers from 6 on in 2016, and
 * WhatsApp still has some people without it.
 */
const optionalDigits: Readonly<Record<string, RegExp>> = {
	52: /^()1(\d{10})$/,
	54: /^()9(\d{10})$/,
	55: /^(\d\d)9([6-9]\d{7})$/,
};

/** The same for the forms of a number with and without a digit that mobile numbers of its country can lack. */
export function withoutOptionalDigit(number: string): string {
	// Each has two digits, and no calling code is the beginning of another one.
	const code = number.slice(0, 2);
	const form = optionalDigits[code];
	return form === undefined ? number : code + number.slice(2).replace(form, '$1$2');
}

/** Whether an international number has as many digits as its country's have, or is one of a machine, as far as the country is known. */
function isRightLength(digits: string): boolean {
	const plan = planIn(digits);
	if (plan === undefined) return true;
	const nationalPart = digits.slice(plan.code.length);
	const isNumber = plan.lengths.includes(nationalPart.length) || plan.number.test(nationalPart);
	return isNumber || withoutOptionalDigit(digits) !== digits;
}

/**
 * A number of the service in E.164: with `+`, so that what a node puts out can go in again. What is no international number, such
 * as a short code, a sender's name or a national number, stays as it is, but never with `+`: nothing else could read it.
 */
export function e164(number: string): string {
	const [, digits] = /^(?:\+|00)?([1-9]\d{6,15})$/.exec(number.trim()) ?? [];
	const isReadable =
		digits !== undefined && bounded({ digits, isInternational: true }) === digits && isRightLength(digits);
	return isReadable ? `+${digits}` : number.replace(/^\s*\++(?=\d)/, '');
}

/** The numbering plan of a country code such as `33`, `+33` or `0033`; undefined where there is none. */
const planOfCountry = (text: string): NumberingPlan | undefined =>
	planOf(/^(?:\+|00)?([1-9]\d{0,2})$/.exec(text.replace(decoration, ''))?.[1] ?? '');

/** The calling code of a country code such as `33`, `+33` or `0033`; empty where there is none. */
export const callingCodeOf = (countryCode: string): string => planOfCountry(countryCode)?.code ?? '';

/** The beginning of a national number with the country code in place of the trunk prefix; any other as it is. */
export function prefixInCountry(prefix: string, countryCode: string): string {
	const plan = planOfCountry(countryCode);
	if (plan === undefined || !prefix.startsWith('0')) return prefix;
	const { code, trunkPrefix } = plan;
	if (trunkPrefix.startsWith(prefix)) return code;
	return code + (prefix.startsWith(trunkPrefix) ? prefix.slice(trunkPrefix.length) : prefix);
}

/** What digits can be where their country is known: with or without the trunk prefix, or without the zero that they begin with. */
function nationalReadings(digits: string, { code, trunkPrefix, number }: NumberingPlan): string[] {
	const validIn = (written: string): string[] => {
		const withoutTrunk = written.startsWith(trunkPrefix) ? written.slice(trunkPrefix.length) : written;
		return [...new Set([withoutTrunk, written])].filter((candidate) => number.test(candidate));
	};
	const valid = validIn(digits);
	return (valid.length > 0 ? valid : validIn(`0${digits}`)).map((candidate) => code + candidate);
}

function isInternationalNumber(digits: string): boolean {
	const plan = planIn(digits);
	return plan?.number.test(digits.slice(plan.code.length)) === true;
}

/**
 * Whether digits without `+`, which are no number of a country, are more likely meant as one than as an international number: they
 * are no longer than one, as if mistyped or written years ago; they have a digit too many; or they are two of its numbers.
 */
function isLikelyNational(digits: string, { code, longest, number }: NumberingPlan): boolean {
	if (digits.startsWith(code)) return false;
	const positions = [...digits].map((_, index) => index);
	const hasOneTooMany = (index: number): boolean =>
		number.test(digits.slice(0, index) + digits.slice(index + 1));
	const isTwo = (index: number): boolean =>
		number.test(digits.slice(0, index)) && number.test(digits.slice(index));
	return digits.length <= longest || positions.some((index) => hasOneTooMany(index) || isTwo(index));
}

/**
 * A French mobile number whose first zero a spreadsheet has removed. Some look like those of another country, such as +62: where no
 * country code tells, it is not taken for one of them.
 */
const frenchMobile = /^[67]\d{8}$/;

/**
 * Returns all that a person can have meant: `+` and `00` say that a number is international, and only its length is checked.
 * Any other is read as a national number of the country and as an international one, as far as it may be that.
 *
 * @param countryCode empty where no country is known: then a national number stays as it is
 */
function readingsOf({ digits, isInternational }: Written, countryCode: string): string[] {
	const number = bounded({ digits, isInternational });
	if (isInternational) return number !== undefined && isRightLength(number) ? [number] : [];
	const plan = planOfCountry(countryCode);
	const inCountry = plan === undefined ? [] : nationalReadings(digits, plan);
	if (digits.startsWith('0')) return countryCode === '' && number !== undefined ? [number] : inCountry;
	const isMistyped = plan !== undefined && inCountry.length === 0 && isLikelyNational(digits, plan);
	const abroad = !isMistyped && number !== undefined && isInternationalNumber(number) ? [number] : [];
	const lostZero =
		countryCode === '' && abroad.length > 0 && frenchMobile.test(digits) ? [`33${digits}`] : [];
	return [...new Set([...lostZero, ...inCountry, ...abroad])];
}

/**
 * A number as a person wrote it, in international form; undefined where that can't be told. A national number stays as it is
 * where no country is known.
 */
export function numberInCountry(input: string | number, countryCode: string): string | undefined {
	const written = writtenIn(input);
	const readings = written === undefined ? [] : readingsOf(written, countryCode);
	return readings.length === 1 ? readings[0] : undefined;
}

/** As {@link numberInCountry}; as it is written where that can't be told. */
export const textInCountry = (text: string, countryCode: string): string =>
	numberInCountry(text, countryCode) ?? text;

/**
 * Returns the end of a number for an error, so that people find it in their list: ` (ending in 3456)`. At least four more digits
 * stay hidden, and text that has letters is no number.
 */
export function endingOf(input: unknown): string {
	const isNumber = typeof input === 'string' || (typeof input === 'number' && Number.isSafeInteger(input));
	if (!isNumber || /\p{L}/u.test(String(input))) return '';
	const integerText = decimals.test(String(input)) ? String(input).replace(/\.\d*\s*$/, '') : String(input);
	const digits = integerText.normalize('NFKC').replace(/\D/g, '');
	return digits.length < 8 ? '' : ` (ending in ${digits.slice(-4)})`;
}

/** A number at the beginning of a sentence: by its place in a list, and by its last digits. */
const subjectOf = (input: unknown, position: number | undefined): string =>
	`${position === undefined ? 'The phone number' : `Phone number ${position} of the list`}${endingOf(input)}`;

/** Returns why a number can't be told. */
function unclear(written: Written, countryCode: string, field: string, position: number | undefined): Error {
	const subject = subjectOf(written.digits, position);
	const plan = planOfCountry(countryCode);
	const readings = readingsOf(written, countryCode);
	// A list of national numbers, whose first zero a spreadsheet has removed, needs only the country.
	const mayLackCountry = countryCode === '' && !written.isInternational;
	const nationals = mayLackCountry
		? ' For national numbers, enter a Default Country Code in the credential.'
		: '';
	const remediation = `Use the international format with +, such as +33 6 12 34 56 78.${nationals}`;
	if (countryCode !== '' && plan === undefined && !written.isInternational)
		return new InvalidInput(
			'Default Country Code',
			"The value isn't a country code.",
			'Enter its digits in the credential, such as 33.',
		);
	if (readings.length > 1) {
		const codes = readings.map((reading) => `+${planIn(reading)?.code ?? reading.slice(0, 3)}`);
		const which = `a national number in ${codes[0] ?? ''} or an international one in ${codes.at(-1) ?? ''}`;
		return new InvalidInput(field, `${subject} can be ${which}.`, remediation);
	}
	const country = plan === undefined || written.isInternational ? '' : ` with the country code ${plan.code}`;
	// Its digits can be right: a national number, maybe without the zero that a spreadsheet has removed.
	const claim = mayLackCountry
		? "doesn't exist as an international number."
		: `doesn't exist${country}: check its digits.`;
	return new InvalidInput(field, `${subject} ${claim}`, remediation);
}

/**
 * Makes the numbers of a list international. Entries that are no numbers stay as they are.
 *
 * @param countryCode empty where national numbers are to stay
 * @throws InvalidInput for a number that no country has, for one that can be another person's, and for a national number and
 * a country code that is none; it names the position in the list, from 1
 */
export function entriesInCountry(entries: readonly unknown[], countryCode: string, field: string): unknown[] {
	return entries.map((entry, index) => {
		if (typeof entry !== 'string' && typeof entry !== 'number') return entry;
		const written = writtenIn(entry);
		if (written === undefined || bounded(written) === undefined) return entry;
		const number = numberInCountry(entry, countryCode);
		if (number !== undefined) return number;
		throw unclear(written, countryCode, field, entries.length === 1 ? undefined : index + 1);
	});
}

/** How many digits a country code has. */
const codeLengths = [1, 2, 3];

const isNational = (digits: string): boolean => digits.startsWith('0');

/**
 * Returns the numbers under which the same person may be known where no country code tells: of a national one, those of all
 * countries; of an international one, the national ones. A national number begins with its country's trunk prefix, with a zero
 * instead, or keeps its own zero (Italy).
 */
export function otherFormsOf(digits: string): string[] {
	if (!isNational(digits)) {
		const { code, trunkPrefix } = planIn(digits) ?? { code: '', trunkPrefix: '' };
		const rests = codeLengths.map((length) => digits.slice(length));
		const withZero = rests.map((rest) => (isNational(rest) ? rest : `0${rest}`));
		return [...withZero, trunkPrefix + digits.slice(code.length)].filter(isNational);
	}
	return Object.keys(numberingPlans).flatMap((code) => {
		const prefixes = [planOf(code)?.trunkPrefix ?? '', '0', ''].filter((prefix) => digits.startsWith(prefix));
		return prefixes.map((prefix) => code + digits.slice(prefix.length));
	});
}

/**
 * Checks that a list has no person twice, with a national number and with an international one. Without a country code, the
 * two can't be told to be one.
 *
 * @param numbers as {@link entriesInCountry} returns them
 * @throws InvalidInput naming both by their position in the list, from 1
 */
export function checkForms(numbers: readonly unknown[], field: string): void {
	const texts = numbers.map((number) => (typeof number === 'string' ? number : ''));
	if (!texts.some(isNational)) return;
	const positions = new Map(texts.map((number, index) => [number, index + 1]));
	for (const [index, number] of texts.entries()) {
		if (isNational(number)) continue;
		const position = otherFormsOf(number)
			.map((form) => positions.get(form))
			.find(Boolean);
		if (position === undefined) continue;
		throw new InvalidInput(
			field,
			`Phone numbers ${position} and ${index + 1} of the list${endingOf(number)} may be one person.`,
			'Write both with a country code, or enter a Default Country Code in the credential.',
		);
	}
}

/** The limits of {@link international}. */
const digitLimits = { min: 7, max: 15 };

/** What a spreadsheet makes of a long number. */
const scientific = /^\s*\d(?:[.,]\d+)?e\+?\d+\s*$/i;

/** Returns what is wrong with a number, which is never quoted as a whole. */
function problem(input: string | number, position: number | undefined): string {
	const subject = subjectOf(input, position);
	const number = String(input).replace(decoration, '');
	const digits = number.replace(/^\+/, '');
	if (digits === '') return `${subject} is empty.`;
	if (typeof input === 'number' ? !Number.isSafeInteger(input) : decimals.test(input))
		return `${subject} isn't a whole number of at most 15 digits.`;
	if (scientific.test(String(input))) return `${subject} is in scientific notation.`;
	if (secondEnding.test(String(input))) return `${subject} looks like two numbers.`;
	if (undecorated(String(input)) === '') return `${subject} exists with and without its (0).`;
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
 * are dropped, and with them a `0` behind a country code whose numbers do not begin with it.
 * Normalizing twice changes nothing more.
 *
 * @param position of the number in a list, from 1, for the error, which has no more than the last digits of the number
 * @throws InvalidInput for what cannot be a number: other characters, fewer than 7 or more than 15 digits (16 for a
 * sandbox number, `999…`)
 */
export function normalizeNumber(input: string | number, field: string, position?: number): string {
	const number = numberIn(input);
	if (number !== undefined) return number;
	throw new InvalidInput(
		field,
		problem(input, position),
		scientific.test(String(input))
			? 'Format the column as text in the spreadsheet, and enter the number again.'
			: 'Use the international format, such as +33 6 12 34 56 78, with 7 to 15 digits.',
	);
}

/** A comma or semicolon at the end of a line does not announce an empty number; elsewhere it does, but in `3,36E+10`. */
function splitList(list: string): string[] {
	return list
		.replace(/[,;][^\S\r\n]*(?=[\r\n])/g, '')
		.split(/[\r\n]+/)
		.filter((line) => line.trim() !== '')
		.flatMap((line) => (scientific.test(line) ? [line] : line.split(/[,;]/)));
}

/**
 * The entries of a list of numbers as they were given: a string separated by commas, semicolons or line breaks, one
 * number, or an array.
 *
 * @throws InvalidInput for an empty list
 */
export function listEntries(input: unknown, field: string): unknown[] {
	// A list can have holes, which loops pass over: in a copy, they are missing entries.
	const entries: unknown[] =
		typeof input === 'string' ? splitList(input) : Array.isArray(input) ? Array.from(input) : [input];
	if (entries.length === 0 || input === undefined || input === null) {
		throw new InvalidInput(
			field,
			'No phone number was given.',
			'Enter at least one, or correct the expression.',
		);
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
			`${subjectOf(entry, position)} isn't a text or a number.`,
			'Check the list or its expression.',
		);
	});
}
