import { request as httpRequest } from 'node:http';
import type { IncomingMessage } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { urlToHttpOptions } from 'node:url';

export interface CallbackTarget {
	/** The receiver's address, from which everything but the path is taken. */
	readonly base: URL;
	/** Path and query, byte for byte as they go out. */
	readonly path: string;
	/** What is posted, as JSON; null for a GET. */
	readonly body: Buffer | null;
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
 * One HTTP request, GET or POST, over a connection of its own; redirects are not followed.
 * @param timeoutMs real milliseconds until the whole answer must be there
 */
export function attempt(
	target: CallbackTarget,
	timeoutMs: number,
	signal: AbortSignal,
): Promise<AttemptResult> {
	return new Promise((resolve) => {
		const failed = (error: string): void => {
			clearTimeout(timer);
			resolve({ status: null, body: null, error });
		};
		const timer = setTimeout(() => {
			failed(`no response within ${timeoutMs} ms`);
			outgoing.destroy();
		}, timeoutMs);
		timer.unref();
		const request = target.base.protocol === 'https:' ? httpsRequest : httpRequest;
		const { base, path, body: posted } = target;
		const options = { ...urlToHttpOptions(base), path, agent: false as const, signal, ...methodFor(posted) };
		const outgoing = request(options, (incoming) => {
			readBeginning(incoming)
				.then((body) => {
					clearTimeout(timer);
					resolve({ status: incoming.statusCode ?? null, body, error: null });
				})
				.catch((error: unknown) => failed(describe(error)));
		});
		outgoing.on('error', (error) => failed(describe(error)));
		if (posted === null) outgoing.end();
		else outgoing.end(posted);
	});
}

const methodFor = (body: Buffer | null): { method: string; headers?: Record<string, string | number> } =>
	body === null
		? { method: 'GET' }
		: {
				method: 'POST',
				headers: { 'content-type': 'application/json', 'content-length': body.length },
			};

async function readBeginning(incoming: IncomingMessage): Promise<string> {
	let text = '';
	incoming.setEncoding('utf8');
	for await (const chunk of incoming) if (text.length < LONGEST_BODY) text += String(chunk);
	return text.slice(0, LONGEST_BODY);
}

const describe = (error: unknown): string => (error instanceof Error ? error.message : String(error));
