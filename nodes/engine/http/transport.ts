import type {
	ICredentialDataDecryptedObject,
	IExecuteFunctions,
	IHttpRequestOptions,
	ILoadOptionsFunctions,
	IPollFunctions,
	IWebhookFunctions,
} from 'n8n-workflow';
import type { Api, Effect, WireRequest, WireResponse } from '../../../protocol/exchange';
import { NodeFailure } from '../errors';
import { hashOf } from '../sending/messageIdentity';
import { networkFailure } from './networkFailure';

export const credentialName = 'smsboxApi';

/** A text of the credential's data, trimmed; '' where there is none. An expression can return a number. */
export function credentialText(credential: ICredentialDataDecryptedObject, field: string): string {
	const value = credential[field];
	return typeof value === 'string' || typeof value === 'number' ? String(value).trim() : '';
}

/** Fields of a node that override a default of the credential. */
export const agentDefaults = ['wabaId', 'phoneId', 'agentId'] as const;

/** The defaults of a credential; what is not entered there is empty. */
export type Defaults = Readonly<Record<(typeof agentDefaults)[number] | 'countryCode', string>>;

export const noDefaults: Defaults = { wabaId: '', phoneId: '', agentId: '', countryCode: '' };

const countryCodeField = 'countryCode';

/** A field that was left empty is an empty text; only an expression that returned no value is anything else. */
function countryCodeIn(credential: ICredentialDataDecryptedObject): string {
	const text = credentialText(credential, countryCodeField);
	const isEmpty = !(countryCodeField in credential) || typeof credential[countryCodeField] === 'string';
	// No country code, so that national numbers fail: empty, they would go to the country of the SMSBOX account.
	return text === '' && !isEmpty ? 'no value' : text;
}

/** Returns the defaults in a credential's data. */
export const defaultsIn = (credential: ICredentialDataDecryptedObject): Defaults => ({
	wabaId: credentialText(credential, 'wabaId'),
	phoneId: credentialText(credential, 'phoneId'),
	agentId: credentialText(credential, 'rcsAgentId'),
	countryCode: countryCodeIn(credential),
});

interface CredentialContext {
	getCredentials: (name: string) => Promise<ICredentialDataDecryptedObject>;
}

/** Reads the defaults of a node's credential. One that cannot be read has none: the first request reports it. */
export const readDefaults = async (context: CredentialContext): Promise<Defaults> =>
	await context.getCredentials(credentialName).then(defaultsIn, () => noDefaults);

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
function baseUrlsOf(credential: ICredentialDataDecryptedObject): BaseUrls {
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
function transportWith(
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
function failForCredential(error: unknown): never {
	const description = error instanceof Error ? error.message : undefined;
	throw new NodeFailure({ kind: 'notSent', message: 'Not sent: the credential cannot be used', description });
}

/** Connects a poll to the service. Throws a {@link NodeFailure} where the credential cannot be used. */
export const connect = async (context: IPollFunctions, signal?: AbortSignal): Promise<Transport> =>
	await transportOf(context, signal).catch(failForCredential);

/** A transport that sends equal requests once and gives their answer to all who ask. Only for reads. */
function shareReads(transport: Transport): Transport {
	const answers = new Map<string, Promise<WireResponse>>();
	return async (request, effect, timeoutSeconds) => {
		if (effect !== 'read') return await transport(request, effect, timeoutSeconds);
		const key = [request.api, request.method, request.path, request.body ?? ''].join('\n');
		const answer = answers.get(key) ?? transport(request, effect, timeoutSeconds);
		answers.set(key, answer);
		return await answer;
	};
}

/** What items send with: a credential as it is for them. */
export interface Account {
	/** Distinguishes the accounts of a run: items of two never share a request. */
	id: number;
	/** Hash of its API key: distinguishes the accounts of an execution. */
	keyHash: string;
	/** Hash of its API key and addresses: a key that SMSBOX rejects there is rejected for all items that use it. */
	connectionHash: string;
	defaults: Defaults;
	transport: Transport;
	/** For looking up beforehand: equal reads of several items go out once. */
	reads: Transport;
}

/** A credential as it was read for an item, or why it can't be. */
type Read = { data: ICredentialDataDecryptedObject } | { reason: unknown };

const textOf = (read: Read): string =>
	'data' in read ? JSON.stringify(read.data) : `Unreadable: ${String(read.reason)}`;

/** Items whose credentials are read together. */
const readTogether = 50;

async function readAll(items: readonly number[], read: (item: number) => Promise<Read>): Promise<Read[]> {
	const results: Read[] = [];
	for (let start = 0; start < items.length; start += readTogether)
		results.push(...(await Promise.all(items.slice(start, start + readTogether).map(read))));
	return results;
}

/**
 * Returns the account of each item. Fields of a credential may hold expressions of the item, and n8n doesn't tell; each read
 * is a database query and a decryption. So the first item, the last one and one past the end are read. If all are equal, one
 * account serves all items: at most three reads. Otherwise, each item is read.
 *
 * An expression that differs only for items in between, and is the same where there is no item, stays undetected:
 * `={{ $itemIndex === 1 ? 'a' : 'b' }}`, `={{ $input.item?.json.code ?? '33' }}`. So does one that differs each time for another
 * reason than the item. The page on credentials says which words not to use.
 *
 * A credential that can't be read has no defaults, and every request with it fails.
 */
export async function readAccounts(context: IExecuteFunctions): Promise<(item: number) => Account> {
	const items = [...context.getInputData().keys()];
	const read = async (item: number): Promise<Read> => {
		try {
			return { data: await context.getCredentials(credentialName, item) };
		} catch (reason) {
			return { reason };
		}
	};
	const probes = new Set([0, Math.max(0, items.length - 1), ...(items.length > 2 ? [items.length] : [])]);
	const probed = await readAll([...probes], read);
	const isShared = new Set(probed.map(textOf)).size === 1;
	const accounts = new Map<string, Account>();
	const accountOf = (result: Read): Account => {
		const text = textOf(result);
		const existing = accounts.get(text);
		if (existing !== undefined) return existing;
		const transport: Transport =
			'data' in result
				? transportWith(context, result.data, context.getExecutionCancelSignal())
				: async () => await Promise.resolve(failForCredential(result.reason));
		const data = 'data' in result ? result.data : {};
		const defaults = 'data' in result ? defaultsIn(data) : noDefaults;
		const key = credentialText(data, 'apiKey');
		const hashes = { keyHash: hashOf(key), connectionHash: hashOf(JSON.stringify([key, baseUrlsOf(data)])) };
		const account = { id: accounts.size, ...hashes, defaults, transport, reads: shareReads(transport) };
		accounts.set(text, account);
		return account;
	};
	const [first] = probed.map(accountOf);
	const accountsByItem = isShared ? [] : (await readAll(items, read)).map(accountOf);
	return (item) => {
		const account = accountsByItem[item] ?? first;
		if (account === undefined) throw new TypeError('The first item is always read');
		return account;
	};
}
