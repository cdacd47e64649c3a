import { createHash } from 'node:crypto';
import { decodeBase64 } from '../http/base64';
import { UnexpectedResponse } from '../errors';
import type { Exchange, WireResponse } from '../exchange';
import { redact } from '../http/redact';
import type { ErrorCodes } from '../http/errorCodes';
import { wabaErrorCodes } from './errorCodes';
import { isObject, type JsonObject, memberOf, parseJson, textMember } from '../http/json';
import { jsonRequest } from '../http/jsonRequest';
import { checkEnvelope, type JsonReading, unexpectedJson } from '../http/jsonResponse';
import { longestString } from '../http/longestString';
import { type WabaAgent, wabaPath } from './agent';
import { receivedId } from './identifiers';

export { receivedFileName } from './fileNames';

/** A file that somebody sent, whole and as declared. */
export interface ReceivedFile {
	mimeType: string;
	/** Of the bytes, in hexadecimal digits. */
	sha256: string;
	/** Bytes. */
	size: number;
	bytes: Uint8Array;
}

const fileFailures: ErrorCodes = {
	...wabaErrorCodes,
	'404': {
		message: "The agent or the file doesn't exist.",
		remediation: 'Check WABA ID, Phone Number ID and File ID. SMSBOX may keep files only for a limited time.',
	},
};

/** What is quoted of an answer that may hold somebody's file: nothing of the file. */
const withoutFile = (text: string) =>
	/raw|base64/i.test(text) ? '(not shown, because it may contain a file)' : redact(text);

const reading: JsonReading = { failures: fileFailures, excerpt: withoutFile };

/** Stands for the file while the rest of the answer is parsed. */
const mark = '(file)';

interface FileReply {
	envelope: JsonObject | undefined;
	/** The string of the file, as it stands between its quotes. */
	raw: Uint8Array | undefined;
}

const objectOf = (bytes: Uint8Array): JsonObject | undefined => {
	const value = parseJson(bytes);
	return isObject(value) ? value : undefined;
};

const rawOf = (envelope: JsonObject | undefined) => memberOf(memberOf(envelope, 'data'), 'raw');

/** With the longest string cut out before anything is parsed: unless a file is tiny, that is the file. */
function withoutLongest(bytes: Uint8Array): FileReply | undefined {
	const span = longestString(bytes);
	if (!span) return undefined;
	const remainingParts = [bytes.subarray(0, span.start), Buffer.from(mark), bytes.subarray(span.end)];
	const envelope = objectOf(Buffer.concat(remainingParts));
	return rawOf(envelope) === mark ? { envelope, raw: bytes.subarray(span.start, span.end) } : undefined;
}

function wholeFile(bytes: Uint8Array): FileReply {
	const envelope = objectOf(bytes);
	const raw = rawOf(envelope);
	return {
		envelope,
		raw: typeof raw === 'string' ? Buffer.from(JSON.stringify(raw).slice(1, -1)) : undefined,
	};
}

function damaged({ status }: WireResponse, what: string): UnexpectedResponse {
	return new UnexpectedResponse(status, '', what);
}

const comma = 0x2c;
/** More than the longest name of a type. */
const maxUriHead = 500;
const latin1 = (bytes: Uint8Array) => Buffer.from(bytes).toString('latin1');
const dataUri = /^data:/i;
const base64Uri = /^data:[^,]*;\s*base64\s*,$/i;

/** Base64 alone, or a data URI: `data:<mime type>;base64,…`. */
function base64Of(raw: Uint8Array, reply: WireResponse): Uint8Array {
	const beginning = raw.subarray(0, maxUriHead);
	if (!dataUri.test(latin1(beginning))) return raw;
	const end = beginning.indexOf(comma) + 1;
	if (!base64Uri.test(latin1(beginning.subarray(0, end)))) {
		throw damaged(reply, 'the data URI of the file is not base64');
	}
	return raw.subarray(end);
}

/** Hexadecimal or base64 (*assumed*: which of the two is not documented). */
function isSameHash(declared: string, hash: Buffer): boolean {
	return declared.toLowerCase() === hash.toString('hex') || declared === hash.toString('base64');
}

function readFile(reply: WireResponse): ReceivedFile {
	const { envelope, raw } = withoutLongest(reply.bytes) ?? wholeFile(reply.bytes);
	const data = memberOf(checkEnvelope(reply, envelope, reading), 'data');
	if (!raw) throw unexpectedJson(reply, reading);
	const bytes = decodeBase64(base64Of(raw, reply));
	if (!bytes) throw damaged(reply, 'the file is not valid base64');
	const size = textMember(data, 'file_size');
	if (bytes.length === 0 && size !== '0') throw damaged(reply, 'the file is empty');
	if (size !== undefined && size !== String(bytes.length)) {
		throw damaged(reply, 'the file size differs from the declared size');
	}
	const hash = createHash('sha256').update(bytes).digest();
	const declaredHash = textMember(data, 'sha256')?.trim();
	if (declaredHash !== undefined && !isSameHash(declaredHash, hash)) {
		throw damaged(reply, 'the SHA-256 of the file differs from the declared one');
	}
	return {
		mimeType: textMember(data, 'mime_type') ?? 'application/octet-stream',
		sha256: hash.toString('hex'),
		size: bytes.length,
		bytes,
	};
}

/**
 * A file out of a received message (service.md#waba-responses), up to 100 MB. The file is decoded
 * into the memory of the answer, which is used up: it can be read once. A size or SHA-256 that is declared and does not
 * fit is an error, and so is one wrong character in the base64; what is not declared is not checked. *Assumed*: both are
 * those of the file itself, not of its base64.
 *
 * @throws InvalidInput (`wabaId`, `phoneId`, `fileId`)
 */
export function retrieveFile(agent: WabaAgent, fileId: string): Exchange<ReceivedFile> {
	return {
		effect: 'read',
		request: jsonRequest('waba', wabaPath(agent, 'file'), { file_id: receivedId(fileId, 'fileId') }),
		parse: readFile,
	};
}
