import { decodeText } from '../text/charsets';
import { type ErrorCode, Rejected, UnexpectedResponse } from '../errors';
import type { WireResponse } from '../exchange';
import { redact } from './redact';
import { errorCodeOf } from './errorCodes';
import { smsErrorCodes } from '../sms/errorCodes';

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
