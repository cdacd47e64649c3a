import type {
	ICredentialDataDecryptedObject,
	IExecuteFunctions,
	IHttpRequestOptions,
	ILoadOptionsFunctions,
	IPollFunctions,
	IWebhookFunctions,
} from 'n8n-workflow';
import type { Api, Effect, WireResponse, WireRequest } from '../../../protocol/exchange';
import { NodeFailure } from '../errors';
import { credentialName, credentialText } from './credential';
import { networkFailure } from './networkFailure';

/** The base addresses of the credential, without a slash at their end. */
type BaseUrls = Readonly<Record<Api, string>>;

/** Carries a request to the service and brings its answer, whatever its status. Throws {@link NodeFailure} otherwise. */
export type Transport = (
	request: WireRequest,
	effect: Effect,
	timeoutSeconds: number,
) => Promise<WireResponse>;

/** The one thing a transport needs from outside: sends a request with the key and gives the full response. */
export type HttpSender = (options: IHttpRequestOptions) => Promise<unknown>;

const credentialFields: Record<Api, { field: string; label: string }> = {
	sms: { field: 'smsBaseUrl', label: 'Account and SMS Base URL' },
	waba: { field: 'wabaBaseUrl', label: 'WABA Base URL' },
	rcs: { field: 'rcsBaseUrl', label: 'RCS Base URL' },
};

/** Reads the base addresses from a credential's data. A missing one fails only when it is used. */
export function baseUrlsOf(credential: ICredentialDataDecryptedObject): BaseUrls {
	const read = (api: Api): string =>
		credentialText(credential, credentialFields[api].field).replace(/\/+$/, '');
	return { sms: read('sms'), waba: read('waba'), rcs: read('rcs') };
}

function urlOf(request: WireRequest, baseUrls: BaseUrls): string {
	const base = baseUrls[request.api];
	if (/^https?:\/\/[^/]/i.test(base)) return base + request.path;
	throw new NodeFailure({
		kind: 'notSent',
		message: `Not sent: “${credentialFields[request.api].label}” in the credential is not a valid URL`,
		description: 'Enter a URL that starts with https:// in the credential.',
	});
}

/** The execution was stopped: what has not left yet does not leave any more. */
export function stopped(): NodeFailure {
	return new NodeFailure({
		kind: 'notSent',
		message: 'Not sent: the execution was canceled',
		description: 'Nothing reached SMSBOX. It is safe to retry.',
	});
}

function lowerCaseNames(headers: unknown): Record<string, string> {
	if (typeof headers !== 'object' || headers === null) return {};
	return Object.fromEntries(
		Object.entries(headers).map(([name, value]) => [name.toLowerCase(), String(value)]),
	);
}

function bytesOf(body: unknown): Uint8Array {
	if (body instanceof Uint8Array) return body;
	if (body instanceof ArrayBuffer) return new Uint8Array(body);
	return typeof body === 'string' ? new TextEncoder().encode(body) : new Uint8Array();
}

/** More than an error quotes of an answer. */
const quotable = 65_536;

/** An answer that repeats the key is given on without it, so that no error can quote it. */
function withoutKey(bytes: Uint8Array, key: string): Uint8Array {
	const beginning = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.byteLength, quotable));
	if (key === '' || !beginning.includes(key)) return bytes;
	const redacted = Buffer.from(beginning.toString('latin1').replaceAll(key, '***'), 'latin1');
	return Buffer.concat([redacted, bytes.subarray(beginning.byteLength)]);
}

/** Reads n8n's full response. No status in it would mean that the helper changed: nothing is known then. */
function replyOf(response: unknown, key: string): WireResponse {
	if (typeof response === 'object' && response !== null && 'statusCode' in response) {
		const body = 'body' in response ? response.body : undefined;
		const headers = 'headers' in response ? response.headers : undefined;
		return {
			status: Number(response.statusCode),
			headers: lowerCaseNames(headers),
			bytes: withoutKey(bytesOf(body), key),
		};
	}
	throw new Error('No status in the response');
}

/** Requests that must end at about the same time. They share a timer: one for each costs too much in a run of thousands. */
interface Deadline {
	/** When it was made, on a clock that is never set. */
	from: number;
	/** Kept for as long as a request waits: its timer ends when nobody has it. */
	signal: AbortSignal;
	/** Ends the requests that are still under way. */
	pending: Set<() => void>;
}

/** How much later than asked a request may end, as a share of its time-out. */
const tolerance = 0.02;

/** By milliseconds, the deadline that new requests still join. */
const joinable = new Map<number, Deadline>();

function deadlineIn(milliseconds: number): Deadline {
	const from = performance.now();
	const existing = joinable.get(milliseconds);
	if (existing !== undefined && from - existing.from < milliseconds * tolerance) return existing;
	// Nothing waits for such a timer: it does not keep the process alive.
	const signal = AbortSignal.timeout(Math.ceil(milliseconds * (1 + tolerance)));
	const pending = new Set<() => void>();
	signal.addEventListener('abort', () => {
		for (const expire of pending) expire();
	});
	const deadline = { from, signal, pending };
	joinable.set(milliseconds, deadline);
	return deadline;
}

/** What the network says of a host that is silent for too long. */
const timedOut = (): Error => Object.assign(new Error('No response in time'), { code: 'ETIMEDOUT' });

/**
 * Carries out a request from its beginning to the last byte of the answer, in so many milliseconds. n8n's own time-out
 * looks at the pauses only: a server that sends a byte now and then could hold a node for ever.
 *
 * @param canceled ends it too; then it is up to the request how it fails
 * @param request gets a signal that aborts in both cases
 * @throws an error with the code `ETIMEDOUT`, also where the request does not heed its signal
 */
export async function inTime<Answer>(
	milliseconds: number,
	canceled: AbortSignal | undefined,
	request: (signal: AbortSignal) => Promise<Answer>,
): Promise<Answer> {
	const deadline = deadlineIn(milliseconds);
	const controller = new AbortController();
	const abort = (): void => {
		controller.abort();
	};
	return await new Promise<Answer>((resolve, reject) => {
		const release = (): void => {
			deadline.pending.delete(expire);
			canceled?.removeEventListener('abort', abort);
		};
		const expire = (): void => {
			release();
			reject(timedOut());
			abort();
		};
		deadline.pending.add(expire);
		canceled?.addEventListener('abort', abort);
		request(controller.signal).then(resolve, reject).finally(release);
	});
}

/**
 * The options with a signal that stays: n8n's helper puts the one of the execution in its place, which knows no deadline.
 * The signal given here aborts with that one, too.
 */
function withSignal(options: IHttpRequestOptions, abortSignal: AbortSignal): IHttpRequestOptions {
	return Object.defineProperty(options, 'abortSignal', {
		enumerable: true,
		get: () => abortSignal,
		set: () => undefined,
	});
}

/**
 * A transport over n8n's request helper. Every option here has its reason: the status is ours to read (n8n would repeat a
 * POST after a 401), a redirect is not followed (it would carry body and key to another host), the body comes as bytes
 * (n8n would turn `42` into a number), and both the time-out and stopping the execution abort the request.
 */
export function createTransport(
	send: HttpSender,
	credential: ICredentialDataDecryptedObject,
	signal?: AbortSignal,
): Transport {
	const baseUrls = baseUrlsOf(credential);
	const key = credentialText(credential, 'apiKey');
	return async (request, effect, timeoutSeconds) => {
		if (signal?.aborted === true) throw stopped();
		const timeout = timeoutSeconds * 1000;
		const options: IHttpRequestOptions = {
			url: urlOf(request, baseUrls),
			method: request.method,
			headers: { ...request.headers },
			...(request.body === undefined ? {} : { body: request.body }),
			encoding: 'arraybuffer',
			returnFullResponse: true,
			ignoreHttpStatusErrors: true,
			disableFollowRedirect: true,
			timeout,
		};
		try {
			const response = await inTime(
				timeout,
				signal,
				async (abortSignal) => await send(withSignal(options, abortSignal)),
			);
			return replyOf(response, key);
		} catch (error) {
			throw networkFailure(error, effect);
		}
	};
}

type RequestContext = IExecuteFunctions | ILoadOptionsFunctions | IPollFunctions | IWebhookFunctions;

/** The transport of a context with a credential that was read for it. */
export function transportWith(
	context: RequestContext,
	credential: ICredentialDataDecryptedObject,
	signal?: AbortSignal,
): Transport {
	// Handed over: for each request, n8n would read it from the database and decrypt it, half of what a request costs.
	const credentialsDecrypted = { id: '', name: '', type: credentialName, data: credential };
	const send: HttpSender = async (options) => {
		const response: unknown = await context.helpers.httpRequestWithAuthentication.call(
			context,
			credentialName,
			options,
			{ credentialsDecrypted },
		);
		return response;
	};
	return createTransport(send, credential, signal);
}

/** The transport of a list that is loaded in the editor, or of a trigger that is called or polls. */
export const transportOf = async (context: RequestContext, signal?: AbortSignal): Promise<Transport> =>
	transportWith(context, await context.getCredentials(credentialName), signal);

/** n8n explains what is wrong with a credential; nothing has been sent yet. */
export function failForCredential(error: unknown): never {
	const description = error instanceof Error ? error.message : undefined;
	throw new NodeFailure({ kind: 'notSent', message: 'Not sent: the credential cannot be used', description });
}

/** Connects a poll to the service. Throws a {@link NodeFailure} where the credential cannot be used. */
export const connect = async (context: IPollFunctions, signal?: AbortSignal): Promise<Transport> =>
	await transportOf(context, signal).catch(failForCredential);

/** A transport that sends equal requests once and gives their answer to all who ask. Only for reads. */
export function shareReads(transport: Transport): Transport {
	const answers = new Map<string, Promise<WireResponse>>();
	return async (request, effect, timeoutSeconds) => {
		if (effect !== 'read') return await transport(request, effect, timeoutSeconds);
		const key = [request.api, request.method, request.path, request.body ?? ''].join('\n');
		const answer = answers.get(key) ?? transport(request, effect, timeoutSeconds);
		answers.set(key, answer);
		return await answer;
	};
}
