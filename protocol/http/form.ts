import { type Charset, encodeText } from '../text/charsets';
import type { WireRequest } from '../exchange';

/** Names and values of a form or query; what is undefined is not sent. */
export type Fields = Readonly<Record<string, string | undefined>>;

const unreserved = /[A-Za-z0-9\-._~]/;

const escapes: readonly string[] = Array.from({ length: 256 }, (_, byte) => {
	const character = String.fromCharCode(byte);
	return unreserved.test(character) ? character : `%${byte.toString(16).toUpperCase().padStart(2, '0')}`;
});

/** The same bytes in every character set of the service, and nothing to escape: most names, numbers and settings. */
const plain = /^[A-Za-z0-9\-._~]*$/;

/** RFC 3986 percent-encoding of bytes: unreserved characters stay, all others are escaped; a space is `%20`. */
export function percentEncode(bytes: Uint8Array): string {
	let encoded = '';
	for (const byte of bytes) encoded += escapes[byte] ?? '';
	return encoded;
}

/**
 * `application/x-www-form-urlencoded` with the text in the declared character set (service.md#sms-parameters,
 * `charset`).
 *
 * @param outward names of the fields as the user knows them, by their name on the wire, for errors
 * @throws InvalidInput where the character set lacks a character
 */
export function encodeForm(
	fields: Fields,
	charset: Charset,
	outward: Readonly<Record<string, string>> = {},
): string {
	const encode = (text: string, field: string) =>
		plain.test(text) ? text : percentEncode(encodeText(text, charset, field));
	const pairs: string[] = [];
	for (const [name, value] of Object.entries(fields)) {
		if (value !== undefined) pairs.push(`${encode(name, name)}=${encode(value, outward[name] ?? name)}`);
	}
	return pairs.join('&');
}

/** The one script that serves the Account and the SMS API (service.md#urls-and-authentication). */
const scriptPath = '/1.1/api.php';

/**
 * What an operation without a `charset` parameter is sent in: the service's own default for sends; that it holds
 * for the other operations is *assumed*.
 */
export const defaultCharset: Charset = 'iso-8859-1';

/** What goes into a request's query and form. */
export interface FormParts {
	query?: Fields;
	/** Left out, the request has no body: that tells a count from a list and a balance from a transfer. */
	form?: Fields;
	charset?: Charset;
	/** See {@link encodeForm}. */
	outward?: Readonly<Record<string, string>>;
}

/**
 * A request to the Account and SMS API: always POST, operation in the query, parameters in a form
 * (service.md#urls-and-authentication).
 */
export function formRequest({ query, form, charset = defaultCharset, outward = {} }: FormParts): WireRequest {
	const path = query ? `${scriptPath}?${encodeForm(query, 'utf-8')}` : scriptPath;
	if (!form) return { api: 'sms', method: 'POST', path, headers: {} };
	return {
		api: 'sms',
		method: 'POST',
		path,
		headers: { 'content-type': 'application/x-www-form-urlencoded' },
		body: encodeForm(form, charset, outward),
	};
}
