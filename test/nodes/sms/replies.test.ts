import { createServer } from 'node:http';
import {
	closeServer,
	listen,
	type Reaction,
	type ScriptedServer,
	serveScript,
} from '../../support/httpServer';
import { apiKey, nodeName, outputOf, plain, runNode, sendParameters } from '../../support/runNode';
import { withoutPauses } from '../../support/withoutPauses';

withoutPauses();

const secretText = 'Your secret code is K4711X, do not tell';
/** The code in it, as no time and no random ID has it. */
const secretCode = 'K4711X';
const number = '33600123456';
const parameters = { ...sendParameters, to: number, text: secretText };

let server: ScriptedServer | undefined;
afterEach(async () => {
	await server?.close();
	server = undefined;
});

/** The error of a send whose request gets this reaction, and everything that n8n stored and logged of the run. */
async function errorAfter(reaction: Reaction, changes: object = {}) {
	server = await serveScript(() => reaction);
	const result = await runNode({ url: server.url, parameters: { ...parameters, ...changes } });
	const error = result.runData[nodeName]?.[0]?.error;
	return { error, stored: JSON.stringify([result.error, error, result.logs]), requests: server.requests };
}

describe('what the service refuses', () => {
	it.each([
		['ERROR 01', /parameter/],
		['ERROR 02', /API key/],
		['ERROR 03', /balance/],
		['ERROR 04', /number/],
		['ERROR 05', /had an internal error/],
		['ERROR', /No specific reason/],
		['ERREUR', /No reason/],
	])('%s is explained, with how to fix it and the code', async (code, meaning) => {
		const { error } = await errorAfter(plain(`${code}\n`));
		expect(error?.message).toContain(`(${code})`);
		expect(error?.message).toMatch(meaning);
		expect(error?.description).toMatch(/\w{3}/);
		expect(error).toMatchObject({ httpCode: code });
	});
});

const html = '<html><body><h1>502 Bad Gateway</h1> call 0800 123456</body></html>';
const unexpected: [string, Reaction][] = [
	['a page of a proxy', { body: html, headers: { 'content-type': 'text/html' } }],
	['a success of another kind', plain('HISTORIQUE 12')],
	['a cut connection', 'cut'],
];

describe.each(unexpected)('after %s', (_what, reaction) => {
	it('a message counts as "may have been sent", once, never as success', async () => {
		const { error, requests } = await errorAfter(reaction);
		expect(error?.message).toMatch(/^May have been sent: /);
		expect(error?.description).toContain('Retries skip it.');
		expect(requests).toHaveLength(1);
	});

	it('neither key nor number nor text stands in the error or in a log', async () => {
		const { stored } = await errorAfter(reaction);
		for (const secret of [apiKey, number, secretText]) expect(stored).not.toContain(secret);
		expect(stored).not.toContain(secretCode);
	});
});

it('an answer that repeats the request is quoted without number and text', async () => {
	const { error, stored } = await errorAfter(plain(`Sent ${secretText} to ${number}?`));
	expect(error?.description).toContain('The response starts with');
	for (const secret of [number, secretText]) expect(stored).not.toContain(secret);
	expect(stored).not.toContain(secretCode);
});

it('an answer that repeats the key is quoted without it', async () => {
	const { error, stored } = await errorAfter(plain(`Invalid key ${apiKey} for this account`));
	expect(error?.description).toContain('Invalid key');
	expect(stored).not.toContain(apiKey);
});

it('a time-out counts as "may have been sent"', async () => {
	const { error, requests } = await errorAfter('hang', { options: { timeout: 1 } });
	expect(error?.message).toBe('May have been sent: no response in time');
	expect(requests).toHaveLength(1);
});

it('an answer cut in its middle counts as "may have been sent"', async () => {
	const half = createServer((request, response) => {
		request.resume();
		response.writeHead(200, { 'content-type': 'text/plain', 'content-length': '15' });
		response.write('OK 1234');
		setImmediate(() => request.socket.destroy());
	});
	const result = await runNode({ url: await listen(half), parameters });
	await closeServer(half);
	expect(result.runData[nodeName]?.[0]?.error?.message).toMatch(/^May have been sent: /);
});

it.each([
	['a refused connection', 'http://127.0.0.1:1', /refused the connection/],
	['an unknown host', 'http://nothing-here.invalid', /is unknown|looked up/],
	['an address that is none', 'api.smsbox.pro', /is not a valid URL/],
])('%s is "not sent"', async (_what, url, meaning) => {
	const result = await runNode({ url, parameters });
	const error = result.runData[nodeName]?.[0]?.error;
	expect(error?.message).toMatch(/^Not sent: /);
	expect(error?.message).toMatch(meaning);
});

describe('a success', () => {
	it.each([
		['one reference', ['123456789012']],
		['one for each', ['123456789012', '123456789013']],
	])('a reference is never given to one of several recipients: %s', async (_what, references) => {
		server = await serveScript(() => plain(`OK ${references.join()}`));
		const [output] = outputOf(
			await runNode({ url: server.url, parameters: { ...parameters, to: `${number},33600123457` } }),
		);
		expect(output).not.toHaveProperty('reference');
		expect(output).toMatchObject({ references, recipientCount: 2 });
	});
});
