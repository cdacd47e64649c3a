/**
 * Tokens: what a button carries, so that a tap resumes the execution that waits. A token is path and query of a resume URL
 * that n8n has signed, with the nonce of the one message and the button's position, from 1. The nonce ends with a hash of the n8n
 * that asks: several can share a number, and with it the URL of a trigger.
 */
import { createHash, randomBytes } from 'node:crypto';
import type { IDataObject } from 'n8n-workflow';
import { InvalidInput } from '../../../protocol/errors';

/** Bytes of a nonce: 96 bits nobody guesses. */
const nonceBytes = 12;

/** The characters of a nonce by which an n8n knows its own. */
const hashLength = 4;
const hashOf = (instanceId: string): string =>
	createHash('sha256').update(instanceId).digest('base64url').slice(0, hashLength);

export const newNonce = (instanceId: string): string =>
	randomBytes(nonceBytes).toString('base64url') + hashOf(instanceId);

/** In base64url. No secret is shorter. */
const nonceLength = (nonceBytes * 8) / 6 + hashLength;
const nonce = `[\\w-]{${nonceLength}}`;
const signature = '[0-9a-f]{64}';
const query = `\\?nonce=${nonce}(?:&button=(\\d{1,2}))?&signature=${signature}`;
/** What follows n8n's waiting base: the execution, the node and {@link query}. */
const form = new RegExp(`^/\\d{1,20}/[^/?#]+${query}$`);
/** In a query, percent-encoded however often, or escaped for JSON or HTML; or between the name and the value of a member. */
const equals = '(?:=|%(?:25)*3D|\\\\+u003D|&#(?:61|x3D);|\\\\*"\\s*:\\s*\\[?\\\\*")';
/** A text that is nothing but a token, of any n8n. */
const wholeToken = new RegExp(`^[^"?\\s\\\\]*/\\d{1,20}/[^"/?#\\s\\\\]+${query}$`);
// Of many backslashes, only the first can begin one: otherwise, a text of nothing else would take seconds.
const slash = '(?:/|%(?:25)*2F|(?<!\\\\)\\\\+u002F|&#(?:47|x2F);)';
/** The execution in the path of a resume URL, encoded as {@link equals} is. */
const paths = new RegExp(`${slash}\\d{1,20}\\\\*${slash}`, 'i');
/** What makes a token secret, wherever it is and however it was encoded since. */
const signatures = new RegExp(`(signature${equals})${signature}`, 'gi');
const nonces = new RegExp(`(nonce${equals})${nonce}(?![\\w-])`, 'gi');
/** The name of a member whose value is a secret. */
const suspect = /nonce|signature/i;
const secretName = /(?:nonce|signature)$/i;

/** No place that a token goes to takes more. */
const longest = 2_048;

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

/**
 * Whether a text is a token of this n8n. Nothing else is ever called, so it must be exactly what {@link tokenOf} makes of its URL: no
 * path that leads elsewhere.
 *
 * @param base path of all resume URLs
 */
export const isOwnToken = (text: string, base: string): boolean =>
	text.length <= longest &&
	text.startsWith(`${base}/`) &&
	form.test(text.slice(base.length)) &&
	tokenOf(`http://n8n${text}`) === text;

/** Whether another n8n has asked, as a token of {@link isOwnToken} says. */
export const isOfOtherN8n = (token: string, instanceId: string): boolean =>
	/nonce=([\w-]+)/.exec(token)?.[1]?.slice(-hashLength) !== hashOf(instanceId);

/**
 * Checks a signed resume URL before its token is sent: whether a trigger recognizes it.
 *
 * @throws {InvalidInput} where the node can't be part of a path, for example with `..` as its ID
 */
export function requireRecognizable(signedUrl: string): void {
	if (isOwnToken(tokenOf(signedUrl), above(signedUrl, 2))) return;
	throw new InvalidInput(
		'responseType',
		'No answer could reach this node because of its ID.',
		'Copy the node, paste it, and delete the original: the copy has a new ID.',
	);
}

/**
 * Takes the secrets of tokens out of an event, in place: a copy of a large one costs far more than reading it. A nonce alone, or a
 * signature alone, may belong to anything: only if all texts together have both, they are taken out. A text that is a token becomes
 * its position, or `***`: a person may write nothing but the link of a page, and no message is empty.
 *
 * @param hasAuthorsData whether nonces and signatures can be the author's own, where there is no path of a resume URL
 * @returns the different tokens in it, of any n8n, wherever they are: which member of a tap has it is *assumed*
 */
export function takeTokens(event: IDataObject, hasAuthorsData = false): string[] {
	const tokens = new Set<string>();
	const changes: Array<[text: string, change: () => void]> = [];
	let [hasNonce, hasSignature, hasPath] = [false, false, !hasAuthorsData];

	/** @param name of the member whose value it is */
	const redact = (text: string, name = ''): string => {
		if (text.length < nonceLength) return text;
		const start = secretName.exec(name)?.[0].concat('=') ?? '';
		const isSuspect = start !== '' || suspect.test(text);
		const [token, position = '***'] = (isSuspect && text.length <= longest && wholeToken.exec(text)) || [];
		if (token !== undefined) {
			tokens.add(token);
			return position;
		}
		hasPath ||= paths.test(text);
		if (!isSuspect) return text;
		const named = start + text;
		const unsigned = named.replace(signatures, '$1');
		const redacted = unsigned.replace(nonces, '$1');
		hasSignature ||= unsigned !== named;
		hasNonce ||= redacted !== unsigned;
		return redacted.slice(start.length);
	};
	const look = (members: object, key: string | number, member: unknown, name: string): void => {
		if (typeof member === 'object' && member !== null) visit(member, name);
		if (typeof member !== 'string') return;
		const redacted = redact(member, name);
		if (redacted !== member) changes.push([member, () => Reflect.set(members, key, redacted)]);
	};
	const visit = (members: object, list: string): void => {
		if (Array.isArray(members)) {
			for (let index = 0; index < members.length; index++) look(members, index, members[index], list);
			return;
		}
		for (const name in members) {
			const member: unknown = Reflect.get(members, name);
			look(members, name, member, name);
			const redacted = redact(name);
			if (redacted === name) continue;
			const rename = (): void => {
				Reflect.set(members, redacted, Reflect.get(members, name));
				Reflect.deleteProperty(members, name);
			};
			changes.push([name, rename]);
		}
	};
	visit(event, '');
	const hasSecrets = hasNonce && hasSignature && hasPath;
	for (const [text, change] of changes) if (hasSecrets || tokens.has(text)) change();
	return [...tokens];
}
