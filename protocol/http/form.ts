import { type ErrorCode, Rejected, UnexpectedResponse } from '../errors';
import type { WireRequest, WireResponse } from '../exchange';
import { smsErrorCodes } from '../sms/errorCodes';
import { type Charset, decodeText, encodeText } from '../text';
import { errorCodeOf } from './errorCodes';
import { redact } from './redact';

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

/** How an operation wants its answer to be read. */
export interface Reading {
	/** The operation's own wording of a failure, by code. */
	failures?: Readonly<Record<string, ErrorCode>>;
	/** Texts of the request that an error must not repeat. */
	secrets?: readonly string[];
	/** How an answer that nobody expected is quoted, where {@link redact} would leave too much. */
	excerpt?: (text: string) => string;
}

/** `ERREUR`, `ERROR`, `ERROR 03`; behind a number the service may explain itself. A text that accepts is no explanation. */
const documentedFailure = /^(?:(ERREUR)|(ERROR)|ERROR\s*(\d{1,2})\b(?![^]*\bOK\b)[^]*)$/;
const resemblesFailure = /^(?:ERREUR|ERROR)/;

function failureCode(text: string): string | undefined {
	const match = documentedFailure.exec(text);
	return (
		match?.[1] ?? match?.[2] ?? (match?.[3] === undefined ? undefined : `ERROR ${match[3].padStart(2, '0')}`)
	);
}

function decodeReply(reply: WireResponse): string {
	const declared = /;\s*charset\s*=\s*("?)([^";\s]+)\1/i.exec(reply.headers['content-type'] ?? '')?.[2];
	return decodeText(reply.bytes, declared).trim();
}

/** For an answer that fits neither the success nor the failure form of its operation. */
export function unexpected(reply: WireResponse, { secrets, excerpt }: Reading = {}): UnexpectedResponse {
	const text = decodeReply(reply);
	return new UnexpectedResponse(reply.status, excerpt ? excerpt(text) : redact(text, secrets));
}

/**
 * The trimmed text of an answer of the Account or SMS API, whose status is always 200
 * (service.md#urls-and-authentication). The caller checks that it has the form of a success. The character set is the
 * one that the answer declares, else UTF-8, else ISO-8859-1.
 *
 * @throws Rejected for `ERREUR`, `ERROR` and `ERROR nn`
 * @throws UnexpectedResponse for any other status, and for other texts that begin like a failure: they are no
 * success, and no refusal that could be relied on
 */
export function readPlainText(reply: WireResponse, reading: Reading = {}): string {
	if (reply.status !== 200) throw unexpected(reply, reading);
	const text = decodeReply(reply);
	const code = failureCode(text);
	if (code !== undefined)
		throw new Rejected(code, errorCodeOf(code, { ...smsErrorCodes, ...reading.failures }));
	if (resemblesFailure.test(text)) throw unexpected(reply, reading);
	return text;
}

/** The answer of an operation that says `OK` and nothing else. Errors as {@link readPlainText}. */
export function readOk(reply: WireResponse, reading: Reading = {}): true {
	if (readPlainText(reply, reading) !== 'OK') throw unexpected(reply, reading);
	return true;
}

/** The answer of a count: a word and a whole number. Errors as {@link readPlainText}. */
export function readCount(reply: WireResponse, word: string, reading: Reading = {}): number {
	const [first, digits, ...moreWords] = readPlainText(reply, reading).split(/\s+/);
	const count = /^\d+$/.test(digits ?? '') ? Number(digits) : Number.NaN;
	if (first !== word || moreWords.length > 0 || !Number.isSafeInteger(count))
		throw unexpected(reply, reading);
	return count;
}
