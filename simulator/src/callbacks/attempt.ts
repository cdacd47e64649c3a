import type { Readable } from 'node:stream';
import { Client } from 'undici';

export interface CallbackTarget {
	/** The receiver's address, from which everything but the path is taken. */
	readonly base: URL;
	/** Path and query, byte for byte as they go out. */
	readonly path: string;
	/** What is posted; null for a GET. */
	readonly body: Buffer | null;
	/** Of the body. */
	readonly contentType?: 'application/json' | 'application/x-www-form-urlencoded';
}

export interface AttemptResult {
	readonly status: number | null;
	/** The beginning of the answer. */
	readonly body: string | null;
	/** Why there is no answer. */
	readonly error: string | null;
}

const LONGEST_BODY = 1_000;

/**
 * Makes one HTTP request, GET or POST, over a connection of its own; redirects are not followed.
 * @param timeoutMs real milliseconds until the whole answer must be there
 */
export async function attempt(
	{ base, path, body, contentType }: CallbackTarget,
	timeoutMs: number,
	signal: AbortSignal,
): Promise<AttemptResult> {
	const client = new Client(base.origin);
	const deadline = AbortSignal.timeout(timeoutMs);
	try {
		const response = await client.request({
			path,
			body,
			method: body === null ? 'GET' : 'POST',
			headers: {
				...authorizationOf(base),
				...(contentType !== undefined && { 'content-type': contentType }),
			},
			signal: AbortSignal.any([signal, deadline]),
		});
		return { status: response.statusCode, body: await readBeginning(response.body), error: null };
	} catch (error) {
		const reason = deadline.aborted ? `no response within ${timeoutMs} ms` : describe(error);
		return { status: null, body: null, error: reason };
	} finally {
		await client.destroy();
	}
}

/** A receiver's address may hold a user and password. */
function authorizationOf({ username, password }: URL): Record<string, string> {
	if (username === '') return {};
	const login = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
	return { authorization: `Basic ${Buffer.from(login).toString('base64')}` };
}

async function readBeginning(body: Readable): Promise<string> {
	let text = '';
	body.setEncoding('utf8');
	for await (const chunk of body) if (text.length < LONGEST_BODY) text += String(chunk);
	return text.slice(0, LONGEST_BODY);
}

const describe = (error: unknown): string => (error instanceof Error ? error.message : String(error));
