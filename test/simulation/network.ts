/** The network of this process: axios, which n8n's request helper is made of, hands its requests to a history. */
import { createRequire } from 'node:module';
import type { RawRequest } from './wire';
import type { Reaction } from './service';

/** What is used of axios, which the project does not depend on by itself. */
interface AxiosConfig {
	url?: string;
	method?: string;
	data?: unknown;
	headers?: Iterable<[string, unknown]>;
	signal?: AbortSignal;
}
interface Axios {
	defaults: { adapter: unknown };
	AxiosError: new (message: string, code: string, config: AxiosConfig) => Error & { cause?: unknown };
	AxiosHeaders: new (headers: Record<string, string>) => object;
	CanceledError: new (message: string | undefined, config: AxiosConfig) => Error;
}

const isAxios = (module: unknown): module is Axios =>
	typeof module === 'function' && 'defaults' in module && 'AxiosError' in module;

function requireAxios(): Axios {
	const core = createRequire(require.resolve('n8n-core'));
	const network = createRequire(core.resolve('@n8n/backend-network'));
	const found: unknown = network('axios');
	if (isAxios(found)) return found;
	throw new Error('n8n no longer makes its requests with axios');
}

/** @param signal aborts when the execution is stopped */
export type Carry = (request: RawRequest, signal: AbortSignal | undefined) => Promise<Reaction>;

const axios = requireAxios();
const { adapter } = axios.defaults;

function rawOf({ url = '', method = 'get', data, headers = [] }: AxiosConfig): RawRequest {
	const { pathname, search } = new URL(url);
	return {
		method: method.toUpperCase(),
		path: pathname,
		query: search.slice(1),
		headers: Object.fromEntries([...headers].map(([name, value]) => [name.toLowerCase(), String(value)])),
		body: Buffer.isBuffer(data) ? data : Buffer.from(typeof data === 'string' ? data : ''),
	};
}

function networkError(config: AxiosConfig, code: string, syscall: string): Error {
	if (code === 'ERR_CANCELED') return new axios.CanceledError(undefined, config);
	const message = code === 'ECONNABORTED' ? 'timeout of 60000ms exceeded' : `${syscall} ${code}`;
	const error = new axios.AxiosError(message, code, config);
	if (syscall !== '') {
		error.cause = Object.assign(new Error(message), { code, syscall });
		Object.assign(error, { syscall });
	}
	return error;
}

const adapterOf = (carry: Carry) => async (config: AxiosConfig) => {
	const reaction = await carry(rawOf(config), config.signal);
	if ('code' in reaction) throw networkError(config, reaction.code, reaction.syscall);
	const { status, contentType, body } = reaction.reply;
	const headers = new axios.AxiosHeaders({ 'content-type': contentType });
	return { data: body, status, statusText: '', headers, config, request: {} };
};

/** From here on all requests go there; to the network again without an argument. */
export function carryWith(carry?: Carry): void {
	axios.defaults.adapter = carry ? adapterOf(carry) : adapter;
}
