/** Phone numbers as the SMS interface takes them (service.md#sms-parameters, `dest`; service.md#sandbox-numbers). */

/** *Assumed*: the account is a French one. */
const COUNTRY_PREFIX = '33';
const SANDBOX_PREFIX = '999';

/** Shortest and longest number in international format, the country prefix included. */
const SANDBOX_NUMBER = /^999\d{4,13}$/;
const FRENCH_NUMBER = /^33[1-9]\d{8}$/;
/** *Assumed*: a number is refused for its length only; which prefixes the service lacks is not known. */
const OTHER_NUMBER = /^[1-9]\d{6,14}$/;

/**
 * A recipient in international format without `+` or `00`, both of which are accepted. A national number, which
 * begins with one `0`, takes the account's country prefix.
 * @returns undefined for what cannot be a number
 */
export function normalizeNumber(text: string): string | undefined {
	if (!/^\+?\d+$/.test(text)) return undefined;
	const international = text.startsWith('+') ? text.slice(1) : fromDialed(text);
	return isNumber(international) ? international : undefined;
}

/**
 * The same where only the international format is accepted: a national number is none.
 * @returns undefined for what cannot be a number
 */
export const normalizeInternational = (text: string): string | undefined =>
	/^0(?!0)/.test(text) ? undefined : normalizeNumber(text);

function fromDialed(digits: string): string {
	if (digits.startsWith('00')) return digits.slice(2);
	return digits.startsWith('0') ? COUNTRY_PREFIX + digits.slice(1) : digits;
}

function isNumber(digits: string): boolean {
	if (digits.startsWith(SANDBOX_PREFIX)) return SANDBOX_NUMBER.test(digits);
	return digits.startsWith(COUNTRY_PREFIX) ? FRENCH_NUMBER.test(digits) : OTHER_NUMBER.test(digits);
}

export const isSandbox = (number: string): boolean => number.startsWith(SANDBOX_PREFIX);

/** French numbers but those of mobiles (service.md#sms-parameters, `allow_vocal`). */
export const isFrenchLandline = (number: string): boolean => /^33[1-589]/.test(number);
