/**
 * Tokens: what a button carries, so that a tap resumes the execution that waits. A token is path and query of a resume URL
 * that n8n has signed, with the nonce of the one message and the choice.
 */
import { randomBytes } from 'node:crypto';
import { type IDataObject, jsonParse } from 'n8n-workflow';
import { InvalidInput } from '../../../protocol/errors';

/** Bytes of a nonce: 96 bits nobody guesses. */
const nonceBytes = 12;

export const newNonce = (): string => randomBytes(nonceBytes).toString('base64url');

const nonce = `[\\w-]{${(nonceBytes * 8) / 6}}`;
/** As `URLSearchParams` encodes a choice. */
const choice = '[\\w.*%+-]*';
const signature = '[0-9a-f]{64}';
const query = `\\?nonce=(${nonce})(?:&choice=(${choice}))?&signature=${signature}`;
/** What follows n8n's waiting base: the execution, the node and {@link query}. */
const form = new RegExp(`^/\\d{1,20}/[^/?#]+${query}$`);
/** In a query, percent-encoded however often, or escaped for JSON or HTML; or between the name and the value of a member. */
const equals = '(?:=|%(?:25)*3D|\\\\+u003D|&#(?:61|x3D);|\\\\*"\\s*:\\s*\\[?\\\\*")';
/** A text of JSON that is nothing but a token, of any n8n; with a colon, it is a name. */
const quoted = `"([^"?\\s\\\\]*${query})"(:?)`;
/** What makes a token secret, wherever it is and however it was encoded since. */
const secret = new RegExp(
	`${quoted}|(nonce${equals})${nonce}(?![\\w-])|(signature${equals})${signature}`,
	'gi',
);

/** No place that a token goes to takes more. */
const longest = 2_048;

/** A token that was recognized. */
export interface Token {
	/** Path and query, to be called at n8n's own origin. */
	path: string;
	nonce: string;
	/** ID of the choice; '' where the token has none. */
	choice: string;
}

/** Returns path and query of a signed resume URL. */
export function tokenOf(signedUrl: string): string {
	const { pathname, search } = new URL(signedUrl);
	return pathname + search;
}

/** Returns the path of a URL without its last segments. */
const above = (url: string, segments: number): string =>
	new URL(url).pathname.split('/').slice(0, -segments).join('/');

/** Returns the path of all resume URLs of this n8n, by `$execution.resumeUrl`: this is configurable. */
export const waitingBaseOf = (resumeUrl: string): string => above(resumeUrl, 1);

const decoded = (encoded = ''): string => new URLSearchParams(`choice=${encoded}`).get('choice') ?? '';

/**
 * Reads a text as a token of this n8n; undefined where it is none. Nothing else is ever called, so it must be exactly what
 * {@link tokenOf} makes of its URL: no path that leads elsewhere.
 *
 * @param base path of all resume URLs
 */
export function readToken(text: string, base: string): Token | undefined {
	if (text.length > longest || !text.startsWith(`${base}/`)) return undefined;
	const [, ownNonce, encoded] = form.exec(text.slice(base.length)) ?? [];
	if (ownNonce === undefined || tokenOf(`http://n8n${text}`) !== text) return undefined;
	return { path: text, nonce: ownNonce, choice: decoded(encoded) };
}

/**
 * Checks a signed resume URL before its token is sent: whether a trigger recognizes it.
 *
 * @throws {InvalidInput} where the node can't be part of a path, for example with `..` as its ID
 */
export function requireRecognizable(signedUrl: string): void {
	if (readToken(tokenOf(signedUrl), above(signedUrl, 2)) !== undefined) return;
	throw new InvalidInput(
		'responseType',
		'No answer could reach this node because of its ID.',
		'Copy the node, paste it, and delete the original: the copy has a new ID.',
	);
}

/** Returns the different tokens in an event's data, of any n8n, wherever they are: which member of a tap has it is *assumed*. */
export function tokensIn(data: IDataObject): string[] {
	const matches = [...JSON.stringify(data).matchAll(new RegExp(quoted, 'g'))];
	return [...new Set(matches.flatMap(([, token = '', , , colon]) => (colon === '' ? token : [])))];
}

/**
 * Returns a text, which may be JSON, without the secrets of tokens. A text of JSON that is a token becomes the ID of its choice. A
 * nonce alone, or a signature alone, may belong to anything.
 */
export function withoutSecrets(text: string): string {
	let [hasNonce, hasSignature] = [false, false];
	const shortened = text.replace(secret, (_found, ...groups: Array<string | undefined>) => {
		const [token, , encoded, colon = '', ofNonce, ofSignature] = groups;
		hasNonce ||= ofSignature === undefined;
		hasSignature ||= ofNonce === undefined;
		return token === undefined ? `${ofNonce ?? ofSignature}` : JSON.stringify(decoded(encoded)) + colon;
	});
	return hasNonce && hasSignature ? shortened : text;
}

/** Returns an event without tokens. It is searched as one text: that costs least, and finds secrets that are apart. */
export function withoutTokens(event: IDataObject): IDataObject {
	const text = JSON.stringify(event);
	const redacted = withoutSecrets(text);
	return redacted === text ? event : jsonParse<IDataObject>(redacted);
}

/** A letter or digit that is escaped in JSON: what it hides must be read to be known. */
const hiding = /\\u00[3-7]/i;

/**
 * Returns whether a callback can hold a token, by its bytes: to look into the values of a large one costs more than reading it. False
 * is certain.
 */
export function mayHoldToken(rawQuery: string, body: Uint8Array): boolean {
	// A query is short, and can be encoded in more ways.
	if (rawQuery !== '') return true;
	const text = Buffer.from(body.buffer, body.byteOffset, body.byteLength).toString('latin1');
	return (/nonce/i.test(text) && /signature/i.test(text)) || hiding.test(text);
}
