/**
 * Tokens: what a button carries, so that a tap resumes the execution that waits. A token is path and query of a resume URL
 * that n8n has signed, with the nonce of the one message and the choice.
 */
import { InvalidInput } from '../../../protocol/errors';

/** Bytes of a nonce: 96 bits nobody guesses. */
export const nonceBytes = 12;

const nonce = `[\\w-]{${(nonceBytes * 8) / 6}}`;
/** As `URLSearchParams` encodes a choice. */
const choice = '[\\w.*%+-]*';
const signature = '[0-9a-f]{64}';
const query = `\\?nonce=(${nonce})(?:&choice=(${choice}))?&signature=${signature}`;
/** What follows n8n's waiting base: the execution, the node and {@link query}. */
const form = new RegExp(`^/\\d{1,20}/[^/?#]+${query}$`);
/** A token of any n8n. */
const anyForm = new RegExp(`^[^?\\s]*${query}$`);
/** As it is, percent-encoded however often, or escaped for JSON or HTML. */
const equals = '(?:=|%(?:25)*3D|\\\\u003D|&#(?:61|x3D);)';
/** What stands between nonce and signature: a choice, also encoded and escaped. */
const between = '[^]{0,400}?';
const [secretNonce, secretSignature] = [`nonce${equals}${nonce}(?![\\w-])`, `signature${equals}${signature}`];
/** What makes a text secret, wherever it stands and however it was encoded since. */
const secret = new RegExp(
	`${secretNonce}${between}${secretSignature}|${secretSignature}${between}${secretNonce}`,
	'gi',
);
/** Its two secrets apart, with anything in between. */
const apart = [secretNonce, secretSignature].map((one) => new RegExp(one, 'gi'));
const hint = /signature/i;

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

const isText = (value: unknown): value is string => typeof value === 'string';

const decoded = (encoded = ''): string => new URLSearchParams(`choice=${encoded}`).get('choice') ?? '';

/**
 * Reads a text as a token of this n8n; undefined where it is none. Nothing else is ever called, so it must be exactly what
 * {@link tokenOf} makes of its URL: no path that leads elsewhere.
 *
 * @param base path of all resume URLs
 */
export function readToken(text: string, base: string): Token | undefined {
	if (text.length > longest || !text.startsWith(`${base}/`)) return undefined;
	const [, found, encoded] = form.exec(text.slice(base.length)) ?? [];
	if (found === undefined || tokenOf(`http://n8n${text}`) !== text) return undefined;
	return { path: text, nonce: found, choice: decoded(encoded) };
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

/** Whether a text has both secrets of a token. One of them may belong to anything. */
const hasBoth = (text: string): boolean => apart.every((one) => text.search(one) >= 0);

/** Returns a text without tokens. Where it is nothing but a token, the ID of the choice takes its place. */
export function withoutSecret(text: string): string {
	if (!hint.test(text)) return text;
	const [whole, , encoded] = anyForm.exec(text) ?? [];
	const shown = (whole === undefined ? text : decoded(encoded)).replace(secret, '');
	return hasBoth(shown) ? apart.reduce((rest, one) => rest.replace(one, ''), shown) : shown;
}

/**
 * Returns the names of members that are parts of one token: in a link that was not encoded, the parameters of a query are
 * members of the event.
 */
export function partsOfToken(members: ReadonlyArray<readonly [name: string, value: unknown]>): string[] {
	if (!members.some(([name]) => hint.test(name))) return [];
	const texts = members.map(([name, value]) => {
		const values = [value].flat().filter(isText);
		return [name, withoutSecret(`${name}=${values.join('&')}`)] as const;
	});
	if (!hasBoth(texts.map(([, text]) => text).join('&'))) return [];
	return texts.filter(([, text]) => apart.some((one) => text.search(one) >= 0)).map(([name]) => name);
}

const textsIn = (data: unknown): string[] => {
	if (typeof data === 'string') return hint.test(data) ? [data] : [];
	if (typeof data !== 'object' || data === null) return [];
	return Object.values(data).flatMap(textsIn);
};

/** An ASCII letter or digit that is escaped in JSON: what it hides must be read to be known. */
const hiding = /\\u00[3-7]/i;

/**
 * Returns whether a callback can hold a token, by its bytes: a pass over the values of a large one costs more than reading it. False
 * is certain.
 */
export function mayHoldToken(rawQuery: string, body: Uint8Array): boolean {
	// A query is short, and can be encoded in more ways.
	if (rawQuery !== '') return true;
	const text = Buffer.from(body.buffer, body.byteOffset, body.byteLength).toString('latin1');
	return hint.test(text) || hiding.test(text);
}

/** Returns the different tokens in an event's data, of any n8n, wherever they are: which member of a tap has it is *assumed*. */
export const tokensIn = (data: unknown): string[] => [
	...new Set(textsIn(data).filter((text) => anyForm.test(text))),
];
