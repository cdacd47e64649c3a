/** Requests as bytes, so that nothing on our side puts right what is wrong with them. */
import { gzipSync } from 'node:zlib';
import { hostileBody, hostileQuery } from './callbacks';
import type { Chance } from './chance';
import { secrets } from './secrets';

export interface HostileRequest {
	/** What is wrong with it, for the table. */
	kind: string;
	bytes: Buffer;
	/** Whether it is no whole request: a server may wait for more, or hang up without a word. */
	isIncomplete: boolean;
}

interface Parts {
	method: string;
	target: string;
	headers: string[];
	body: Buffer;
	version?: string;
}

function bytesOf({ method, target, headers, body, version = 'HTTP/1.1' }: Parts): Buffer {
	const head = [`${method} ${target} ${version}`, ...headers, '', ''].join('\r\n');
	return Buffer.concat([Buffer.from(head, 'latin1'), body]);
}

/** What a request to a trigger has, right but for its query and body. */
function partsFor(path: string, method: string, chance: Chance): Parts {
	const isPost = method === 'POST';
	const body = isPost ? hostileBody(chance) : Buffer.alloc(0);
	const query = isPost && !chance.oneIn(10) ? '' : `?${hostileQuery(chance)}`;
	const headers = ['host: n8n.example.com', 'connection: close'];
	if (isPost) headers.push('content-type: application/json', `content-length: ${body.length}`);
	return { method, target: `${path}${query}`, headers, body };
}

const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'HEAD', 'TRACE', 'PURGE'];

const strangeHeaders = [
	'x-forwarded-for: 37.59.198.135',
	'x-forwarded-for: 10.0.0.1, , \t, ::ffff:10.0.0.1, unknown',
	`x-forwarded-for: ${'10.0.0.1, '.repeat(500)}`,
	'forwarded: for="[::ffff:37.59.198.135]"',
	'x-real-ip: 37.59.198.135',
	'x-forwarded-proto: gopher',
	'x-forwarded-host: evil.example.com',
	'x-http-method-override: DELETE',
	`authorization: App ${secrets.key}`,
	'authorization: Basic Og==',
	'cookie: n8n-auth=__proto__; ;=;',
	'origin: null',
	'origin: http://evil.example.com',
	'expect: 100-continue',
	'range: bytes=0-0',
	'if-none-match: *',
	'upgrade: websocket',
	'user-agent: Googlebot/2.1',
	'accept-encoding: gzip, br;q=0',
	'push-ref: __proto__',
	'__proto__: polluted',
	'constructor: polluted',
	'x-empty:',
	'x-bytes: é\xff\x80',
];

/**
 * What a body can be said to be. No XML: n8n 2.40 reads it with one parser for all requests, and answers none with XML any
 * more once that is out of step. It never gets as far as a trigger, and docs/self-hosting.md keeps it out.
 */
const contentTypes = [
	'text/plain',
	'application/x-www-form-urlencoded',
	'multipart/form-data; boundary=b',
	'multipart/form-data',
	'application/json; charset=klingon',
	'application/json; charset=utf-16',
	'application/octet-stream',
	'application/problem+json',
	'nothing',
	'',
];

type Change = (parts: Parts, chance: Chance) => Parts | Buffer;

const without = (name: string, headers: readonly string[]): string[] =>
	headers.filter((header) => !header.startsWith(name));

/** Adds headers. */
const also =
	(...more: string[]): Change =>
	(parts) => ({ ...parts, headers: [...parts.headers, ...more] });
/** Announces the body otherwise. */
const announced =
	(header: string, body?: string): Change =>
	({ body: whole, ...parts }) => ({
		...parts,
		headers: [...without('content-length', parts.headers), header],
		body: body === undefined ? whole : Buffer.from(body),
	});

const framings: readonly Change[] = [
	// Half of what was announced, then nothing.
	(parts) => ({ ...parts, body: parts.body.subarray(0, parts.body.length >> 1) }),
	also('content-length: 3', 'transfer-encoding: chunked'),
	announced('transfer-encoding: chunked', 'zz\r\nnot a chunk\r\n0\r\n\r\n'),
	announced('content-length: -1'),
	(parts) => Buffer.from(bytesOf(parts).toString('latin1').replaceAll('\r\n', '\n'), 'latin1'),
	...['HTTP/1.0', 'HTTP/9.9', ''].map((version): Change => (parts) => ({ ...parts, version })),
	(parts) => ({ ...parts, target: `http://n8n.example.com${parts.target}` }),
	(parts) => ({ ...parts, headers: ['connection: close'] }),
	also('no colon at all'),
	(parts) => ({ ...parts, target: `${parts.target}&raw=é \0\x7f` }),
	also(`x-long: ${'l'.repeat(40_000)}`),
	() => Buffer.from('\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03', 'latin1'),
];

interface Kind {
	kind: string;
	/** How often it comes, against the others. */
	weight: number;
	/** Whether it has a body, also where the trigger is called by GET. */
	hasBody?: boolean;
	change: Change;
	isIncomplete?: boolean;
}

const kinds: readonly Kind[] = [
	{ kind: 'query or body', weight: 12, change: (parts) => parts },
	{
		kind: 'method',
		weight: 2,
		hasBody: true,
		change: (parts, chance) => ({ ...parts, method: chance.pick(methods) }),
	},
	{
		kind: 'headers',
		weight: 3,
		change: (parts, chance) => also(...chance.some(6, () => chance.pick(strangeHeaders)))(parts, chance),
	},
	{
		kind: 'content type',
		weight: 3,
		hasBody: true,
		change: ({ headers, ...parts }, chance) => ({
			...parts,
			headers: [...without('content-type', headers), `content-type: ${chance.pick(contentTypes)}`],
		}),
	},
	{
		kind: 'content encoding',
		weight: 2,
		hasBody: true,
		change: ({ headers, body: plain, ...parts }, chance) => {
			const encoding = chance.pick(['gzip', 'deflate', 'br', 'identity', 'klingon']);
			const body = chance.oneIn(3) ? gzipSync(plain) : plain;
			const own = [`content-length: ${body.length}`, `content-encoding: ${encoding}`];
			return { ...parts, body, headers: [...without('content-length', headers), ...own] };
		},
	},
	{
		kind: 'framing',
		weight: 2,
		change: (parts, chance) => chance.pick(framings)(parts, chance),
		isIncomplete: true,
	},
];
const tickets = kinds.flatMap((kind) => Array.from({ length: kind.weight }, () => kind));

/** One request to a trigger. */
export function hostileRequest(path: string, method: string, chance: Chance): HostileRequest {
	const { kind, hasBody = chance.oneIn(5), change, isIncomplete = false } = chance.pick(tickets);
	const parts = { ...partsFor(path, hasBody ? 'POST' : method, chance), method };
	const changed = change(parts, chance);
	return { kind, bytes: Buffer.isBuffer(changed) ? changed : bytesOf(changed), isIncomplete };
}
