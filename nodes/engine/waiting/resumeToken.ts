/**
 * Tokens: what a button carries, so that a tap resumes the execution that waits. A token is path and query of a resume URL
 * that n8n has signed, with the nonce of the one message and the choice.
 */

/** Bytes of a nonce: 96 bits nobody guesses. */
export const nonceBytes = 12;

/** Exactly what {@link tokenOf} makes of a signed URL: nothing else is ever called. */
const form =
	/^((?:\/(?!\.)[\w.~-]+)*\/webhook-waiting\/\d{1,20}\/[\w-]{1,60})\?nonce=([\w-]{16})(?:&choice=([\w.~%+*-]{1,200}))?&signature=[0-9a-f]{64}$/;

/** Longer texts are no tokens. */
const longest = 512;

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

/** Reads a text as a token; undefined where it is none. */
export function readToken(text: string): Token | undefined {
	if (text.length > longest) return undefined;
	const [path, , nonce, choice = ''] = form.exec(text) ?? [];
	if (path === undefined || nonce === undefined) return undefined;
	return { path, nonce, choice: new URLSearchParams(`choice=${choice}`).get('choice') ?? '' };
}

function tokensIn(data: unknown): Token[] {
	if (typeof data === 'string') return [readToken(data) ?? []].flat();
	if (typeof data !== 'object' || data === null) return [];
	const inside: unknown[] = Object.values(data);
	return inside.flatMap(tokensIn);
}

/**
 * Finds the token in an event's data, wherever it stands: which member of a tap event has it is *assumed*. Undefined where there
 * are several: then nobody could tell which one was tapped.
 *
 * @param data JSON, as it was parsed
 */
export function tokenIn(data: unknown): Token | undefined {
	const tokens = tokensIn(data);
	return new Set(tokens.map(({ path }) => path)).size === 1 ? tokens[0] : undefined;
}
