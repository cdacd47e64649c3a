/** Requests as bytes, so that nothing on our side puts right what is wrong with them. */
import { gzipSync } from 'node:zlib';
import { hostileBody } from './bodies';
import type { Chance } from './chance';
import { hostileQuery } from './queries';
import { secrets } from './secrets';

export interface HostileRequest {
	/** What is wrong with it, for the table. */
	kind: string;
	bytes: Buffer;
	/** Whether it is no whole request: a server may wait for more, or hang up without a word. */
	isIncomplete: boolean;
}

/** How one in so many bodies is of 10 MB. */
const largeOnceIn = 400;

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
	const body = isPost ? hostileBody(chance, largeOnceIn) : Buffer.alloc(0);
	const query = isPost && !chance.oneIn(10) ? '' : `?${hostileQuery(chance)}`;
	const headers = ['host: n8n.example.com', 'connection: close'];
	if (isPost) headers.push('content-type: application/json', `content-length: ${body.length}`);
	return { method, target: `${path}${query}`, headers, body };
}

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
] as const;

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
	'image/png',
	'nothing',
	'',
] as const;

type Make = (path: string, method: string, chance: Chance) => Buffer;

interface Kind {
	kind: string;
	/** How often it comes, against the others. */
	weight: number;
	make: Make;
	isIncomplete?: boolean;
}

const withoutLength = (headers: string[]): string[] =>
	headers.filter((header) => !header.startsWith('content-length'));

const framings: readonly [Make, ...Make[]] = [
	// Half of what was announced, then nothing.
	(path, method, chance) => {
		const parts = partsFor(path, 'POST', chance);
		return bytesOf({ ...parts, method, body: parts.body.subarray(0, parts.body.length >> 1) });
	},
	(path, method, chance) => {
		const parts = partsFor(path, method, chance);
		const headers = [...parts.headers, 'content-length: 3', 'transfer-encoding: chunked'];
		return bytesOf({ ...parts, headers });
	},
	(path, method, chance) => {
		const parts = partsFor(path, method, chance);
		const headers = [...withoutLength(parts.headers), 'transfer-encoding: chunked'];
		return bytesOf({ ...parts, headers, body: Buffer.from('zz\r\nnot a chunk\r\n0\r\n\r\n') });
	},
	(path, method, chance) => {
		const parts = partsFor(path, method, chance);
		return bytesOf({ ...parts, headers: [...withoutLength(parts.headers), 'content-length: -1'] });
	},
	(path, method, chance) => {
		const parts = partsFor(path, method, chance);
		return Buffer.from(bytesOf(parts).toString('latin1').replaceAll('\r\n', '\n'), 'latin1');
	},
	(path, method, chance) => bytesOf({ ...partsFor(path, method, chance), version: 'HTTP/1.0' }),
	(path, method, chance) => bytesOf({ ...partsFor(path, method, chance), version: 'HTTP/9.9' }),
	(path, method, chance) => bytesOf({ ...partsFor(path, method, chance), version: '' }),
	(path, method, chance) => {
		const parts = partsFor(path, method, chance);
		return bytesOf({ ...parts, target: `http://n8n.example.com${parts.target}` });
	},
	(path, method, chance) => bytesOf({ ...partsFor(path, method, chance), headers: ['connection: close'] }),
	(path, method, chance) => {
		const parts = partsFor(path, method, chance);
		return bytesOf({ ...parts, headers: [...parts.headers, 'no colon at all'] });
	},
	(path, method, chance) => {
		const parts = partsFor(path, method, chance);
		return bytesOf({ ...parts, target: `${parts.target}&raw=é \0\x7f` });
	},
	(path, method, chance) => {
		const parts = partsFor(path, method, chance);
		return bytesOf({ ...parts, headers: [...parts.headers, `x-long: ${'l'.repeat(40_000)}`] });
	},
	() => Buffer.from('\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03', 'latin1'),
];

const kinds: readonly Kind[] = [
	{
		kind: 'query or body',
		weight: 12,
		make: (path, method, chance) => bytesOf(partsFor(path, method, chance)),
	},
	{
		kind: 'method',
		weight: 2,
		make: (path, _method, chance) => {
			const method = chance.pick([
				'GET',
				'POST',
				'PUT',
				'PATCH',
				'DELETE',
				'OPTIONS',
				'HEAD',
				'TRACE',
				'PURGE',
			]);
			return bytesOf({ ...partsFor(path, 'POST', chance), method });
		},
	},
	{
		kind: 'headers',
		weight: 3,
		make: (path, method, chance) => {
			const parts = partsFor(path, method, chance);
			const more = chance.some(6, () => chance.pick(strangeHeaders));
			return bytesOf({ ...parts, headers: [...parts.headers, ...more] });
		},
	},
	{
		kind: 'content type',
		weight: 3,
		make: (path, method, chance) => {
			const parts = partsFor(path, 'POST', chance);
			const headers = parts.headers.filter((header) => !header.startsWith('content-type'));
			return bytesOf({
				...parts,
				method,
				headers: [...headers, `content-type: ${chance.pick(contentTypes)}`],
			});
		},
	},
	{
		kind: 'content encoding',
		weight: 2,
		make: (path, method, chance) => {
			const parts = partsFor(path, 'POST', chance);
			const encoding = chance.pick(['gzip', 'deflate', 'br', 'identity', 'klingon']);
			const body = chance.oneIn(3) ? gzipSync(parts.body) : parts.body;
			const headers = [
				...withoutLength(parts.headers),
				`content-length: ${body.length}`,
				`content-encoding: ${encoding}`,
			];
			return bytesOf({ ...parts, method, headers, body });
		},
	},
	{
		kind: 'framing',
		weight: 2,
		make: (path, method, chance) => chance.pick(framings)(path, method, chance),
		isIncomplete: true,
	},
];
const allWeights = kinds.reduce((sum, { weight }) => sum + weight, 0);

function kindBy(ticket: number): Kind {
	let left = ticket;
	for (const kind of kinds) {
		if (left < kind.weight) return kind;
		left -= kind.weight;
	}
	throw new Error('No such ticket');
}

/** One request to a trigger. */
export function hostileRequest(path: string, method: string, chance: Chance): HostileRequest {
	const { kind, make, isIncomplete = false } = kindBy(chance.int(allWeights));
	return { kind, bytes: make(path, method, chance), isIncomplete };
}
