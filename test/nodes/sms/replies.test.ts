import { createServer } from 'node:http';
import { expectUntold } from '../../support/expectations';
import { closeServer, listen, type Reaction } from '../../support/httpServer';
import { serviceForEachTest } from '../../support/service';
import { apiKey, nodeName, plain, runNode, sendParameters } from '../../support/runNode';
import { withoutPauses } from '../../support/withoutPauses';

withoutPauses();

const secretText = 'Your secret code is K4711X, do not tell';
/** The code in it, as no time and no random ID has it. */
const secretCode = 'K4711X';
const number = '33600123456';
const parameters = { ...sendParameters, to: number, text: secretText };

const server = serviceForEachTest();

/** A send whose request gets this reaction, and its error. */
async function sendAnd(reaction: Reaction) {
	server.react = () => reaction;
	const result = await server.run({ parameters });
	return { result, error: result.runData[nodeName]?.[0]?.error };
}

it('a page of a proxy counts as "may have been sent", and the error says that retries skip it', async () => {
	const { error } = await sendAnd({ body: '<html>', headers: { 'content-type': 'text/html' } });
	expect(error?.message).toMatch(/^May have been sent: /);
	expect(error?.description).toContain('Retries skip it.');
	expect(server.requests).toHaveLength(1);
});

it.each([
	[
		'the request',
		`Sent ${secretText} to ${number}?`,
		'The response starts with',
		[number, secretText, secretCode],
	],
	['the key', `Invalid key ${apiKey} for this account`, 'Invalid key', [apiKey]],
])('an answer that repeats %s is quoted without it', async (_what, answer, quoted, secrets) => {
	const { error, result } = await sendAnd(plain(answer));
	expect(error?.description).toContain(quoted);
	expectUntold(result, secrets);
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
