import type { ICredentialDataDecryptedObject, IHttpRequestOptions } from 'n8n-workflow';

import { Failure } from '../failure';
import { networkFailure } from '../http/networkFailure';
import { credentialName, credentialText } from '../http/transport';
import { mayFetch } from './fileAddress';
import { mimeTypeIn } from './fileLabels';

/** Bytes of a file. More of them would have to be held in memory than the answer may take. */
export const largestFile = 24 * 1024 * 1024;

/** What it takes of n8n's webhook context. */
export interface FetchContext {
	getCredentials: (type: string) => Promise<ICredentialDataDecryptedObject>;
	helpers: { httpRequest: (options: IHttpRequestOptions) => Promise<unknown> };
}

export interface FetchedFile {
	bytes: Uint8Array;
	/** As its host says it; undefined where it says nothing that could be one. */
	mimeType: string | undefined;
}

const notOpened = (): Failure =>
	new Failure({
		kind: 'notSent',
		message: 'Its address is not opened, as it does not begin with https:// and a public host',
	});

/** Why an answer is not the file. */
function problemWith(status: number): Failure {
	const message =
		status >= 300 && status < 400
			? 'Its address leads on to another one, which is not followed'
			: `No usable answer: its host answered with HTTP ${status}`;
	return new Failure({ kind: 'unknown', message });
}

const tooLarge = (): Failure =>
	new Failure({
		kind: 'unknown',
		message: `It is larger than ${largestFile / 1024 / 1024} MB: fetch it from its address with an HTTP Request node`,
	});

/** A body that comes bit by bit, and can be given up. */
interface Stream extends AsyncIterable<unknown> {
	destroy: () => unknown;
}

function isStream(body: unknown): body is Stream {
	if (typeof body !== 'object' || body === null || !(Symbol.asyncIterator in body)) return false;
	return 'destroy' in body && typeof body.destroy === 'function';
}

interface Answer {
	status: number;
	contentType: string;
	body: Stream;
}

/** Reads n8n's full response. Anything else than a stream in it would mean that the helper changed. */
function answerOf(response: unknown): Answer {
	if (typeof response !== 'object' || response === null) throw new Error('No response');
	const body = 'body' in response ? response.body : undefined;
	const headers = 'headers' in response ? response.headers : undefined;
	if (!('statusCode' in response) || !isStream(body))
		throw new Error('No status or no stream in the response');
	const contentType =
		typeof headers === 'object' && headers !== null && 'content-type' in headers
			? String(headers['content-type'])
			: '';
	return { status: Number(response.statusCode), contentType, body };
}

/** What has begun and is not read to its end is given up: a stream that nobody listens to could end the process. */
async function readAll(body: Stream): Promise<Uint8Array> {
	const pieces: Uint8Array[] = [];
	let length = 0;
	try {
		for await (const piece of body) {
			if (!(piece instanceof Uint8Array)) throw new Error('No bytes in the response');
			length += piece.byteLength;
			if (length > largestFile) throw tooLarge();
			pieces.push(piece);
		}
	} finally {
		body.destroy();
	}
	return Buffer.concat(pieces, length);
}

/** The base address of RCS in the credential, if there is a credential: a file elsewhere needs none. */
async function trustedBaseOf(context: FetchContext): Promise<string> {
	const credential = await context.getCredentials(credentialName).catch(() => ({}));
	return credentialText(credential, 'rcsBaseUrl');
}

/**
 * Fetches a file from an address that a webhook names, without the key: the address may be anybody's. So no redirect
 * is followed either, as it could lead where {@link mayFetch} does not let through, and no more is read than
 * {@link largestFile} bytes.
 *
 * @param over cuts it off
 * @param timeout milliseconds that the host may say nothing
 * @throws {Failure} whose message says in a sentence why there is no file, without the address
 */
export async function fetchFile(
	context: FetchContext,
	address: string,
	over: AbortSignal,
	timeout: number,
): Promise<FetchedFile> {
	if (!mayFetch(address, '') && !mayFetch(address, await trustedBaseOf(context))) throw notOpened();
	try {
		const response = await context.helpers.httpRequest({
			url: new URL(address).href,
			method: 'GET',
			abortSignal: over,
			encoding: 'stream',
			returnFullResponse: true,
			ignoreHttpStatusErrors: true,
			disableFollowRedirect: true,
			timeout,
		});
		const { status, contentType, body } = answerOf(response);
		if (status !== 200) {
			body.destroy();
			throw problemWith(status);
		}
		return { bytes: await readAll(body), mimeType: mimeTypeIn(contentType) };
	} catch (error) {
		throw error instanceof Failure ? error : networkFailure(error, 'read');
	}
}
