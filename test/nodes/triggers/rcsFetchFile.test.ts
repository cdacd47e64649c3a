import { Readable } from 'node:stream';

import type { ICredentialDataDecryptedObject, IHttpRequestOptions } from 'n8n-workflow';

import { fetchFile, largestFile, type FetchContext } from '../../../nodes/engine/webhook/fetchFile';
import { Failure } from '../../../nodes/engine/failure';

const address = 'https://files.example.com/photo?token=secret-7';
const photo = Buffer.from([0xff, 0xd8, 1, 2, 3]);
const never = new AbortController().signal;

interface Fake {
	context: FetchContext;
	asked: IHttpRequestOptions[];
	credentialsRead: string[];
}

/** n8n's context, with a network of one answer. */
function fake(answer: () => unknown, credential?: ICredentialDataDecryptedObject): Fake {
	const asked: IHttpRequestOptions[] = [];
	const credentialsRead: string[] = [];
	const context: FetchContext = {
		getCredentials: async (type) => {
			credentialsRead.push(type);
			if (credential === undefined) throw new Error('There is no credential');
			return await Promise.resolve(credential);
		},
		helpers: {
			httpRequest: async (options) => {
				asked.push(options);
				return await answer();
			},
		},
	};
	return { context, asked, credentialsRead };
}

const answering = (statusCode: number, body: unknown, headers: object = {}) => ({
	statusCode,
	headers,
	body,
});
const fetched = async ({ context }: Fake, from = address) => await fetchFile(context, from, never, 2_000);

const failureOf = async (work: Promise<unknown>): Promise<Failure> => {
	const outcome: unknown = await work.catch((error: unknown) => error);
	if (!(outcome instanceof Failure)) throw new Error('It did not fail as it should');
	return outcome;
};

test('a file is fetched from a public host without key, redirects or any look at the credential', async () => {
	const network = fake(() => answering(200, Readable.from([photo.subarray(0, 2), photo.subarray(2)])));
	await expect(fetched(network)).resolves.toEqual({ bytes: photo, mimeType: undefined });
	expect(network.credentialsRead).toEqual([]);
	expect(network.asked).toEqual([
		{
			url: address,
			method: 'GET',
			abortSignal: never,
			encoding: 'stream',
			returnFullResponse: true,
			ignoreHttpStatusErrors: true,
			disableFollowRedirect: true,
			timeout: 2_000,
		},
	]);
});

test('its type is as its host says, without parameters', async () => {
	const headers = { 'content-type': 'text/plain; charset=utf-8' };
	const network = fake(() => answering(200, Readable.from([photo]), headers));
	await expect(fetched(network)).resolves.toMatchObject({ mimeType: 'text/plain' });
});

test('an empty file is a file', async () => {
	const network = fake(() => answering(200, Readable.from([])));
	const { bytes } = await fetched(network);
	expect(bytes).toHaveLength(0);
});

test.each([
	['without a credential', undefined],
	['with a credential for another host', { rcsBaseUrl: 'http://127.0.0.1:2' }],
	['with a credential without a base address', { apiKey: 'secret' }],
])('an inner address is not opened %s', async (_what, credential) => {
	const network = fake(() => answering(200, Readable.from([photo])), credential);
	const failure = await failureOf(fetched(network, 'http://127.0.0.1:1/photo'));
	expect(failure.message).toBe(
		'Its address is not opened, as it does not begin with https:// and a public host',
	);
	expect(network.asked).toEqual([]);
});

test('an inner address is opened where it is that of the credential', async () => {
	const credential = { apiKey: 'secret', rcsBaseUrl: ' http://127.0.0.1:1/ ' };
	const network = fake(() => answering(200, Readable.from([photo])), credential);
	await expect(fetched(network, 'http://127.0.0.1:1/photo')).resolves.toMatchObject({ bytes: photo });
	expect(JSON.stringify(network.asked)).not.toContain('secret');
	expect(network.credentialsRead).toEqual(['smsboxApi']);
});

describe('an answer that is not the file', () => {
	test.each([
		[302, 'Its address leads on to another one, which is not followed'],
		[307, 'Its address leads on to another one, which is not followed'],
		[404, 'No usable answer: its host answered with HTTP 404'],
		[206, 'No usable answer: its host answered with HTTP 206'],
		[500, 'No usable answer: its host answered with HTTP 500'],
	])('of the status %d is told, and given up unread', async (status, message) => {
		const body = Readable.from([photo]);
		const headers = { location: 'http://169.254.169.254/' };
		const network = fake(() => answering(status, body, headers));
		await expect(failureOf(fetched(network))).resolves.toMatchObject({ message });
		expect(body.destroyed).toBe(true);
		expect(network.asked).toHaveLength(1);
	});

	test.each<[string, () => unknown]>([
		['no response', () => null],
		['no status', () => ({ body: Readable.from([photo]) })],
		['no stream', () => answering(200, photo)],
		['no bytes', () => answering(200, Readable.from([{ a: 1 }]))],
		['a failure', () => Promise.reject(new Error(`GET ${address} failed`))],
	])('but %s fails without a word of the address', async (_what, answer) => {
		const failure = await failureOf(fetched(fake(answer)));
		expect(`${failure.message} ${failure.description}`).not.toMatch(/secret|example/);
		expect(failure.message).toMatch(/^No usable answer: /);
	});
});

test('no more is read of a file than may be, and the rest is given up', async () => {
	const piece = Buffer.alloc(1024 * 1024);
	let given = 0;
	const endless = Readable.from(
		(function* () {
			for (;;) {
				given += piece.length;
				yield piece;
			}
		})(),
		{ highWaterMark: 1 },
	);
	const failure = await failureOf(fetched(fake(() => answering(200, endless))));
	expect(failure.message).toBe(
		'It is larger than 24 MB: fetch it from its address with an HTTP Request node',
	);
	expect(endless.destroyed).toBe(true);
	expect(given).toBeLessThan(largestFile + 4 * piece.length);
});

test('a file of just the largest size is fetched', async () => {
	const half = Buffer.alloc(largestFile / 2);
	const { bytes } = await fetched(fake(() => answering(200, Readable.from([half, half]))));
	expect(bytes).toHaveLength(largestFile);
});

test('a file that breaks off is none', async () => {
	const broken = Readable.from(
		(function* () {
			yield photo;
			throw new Error('aborted');
		})(),
	);
	const failure = await failureOf(fetched(fake(() => answering(200, broken))));
	expect(failure.message).toBe('No usable answer: the connection was cut');
});
