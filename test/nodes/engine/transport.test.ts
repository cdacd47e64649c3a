/** What every request passes: the API key in an answer, which nothing made of it can quote, and Stop. */
import { createTransport, stopped } from '../../../nodes/engine/http/transport';

const apiKey = 'secret-key-1f4a';
const smsBaseUrl = 'https://sms.example';

async function textOf(body: unknown, key = apiKey): Promise<string> {
	const send = async (): Promise<unknown> => await Promise.resolve({ statusCode: 200, headers: {}, body });
	const credential = { apiKey: key, smsBaseUrl };
	const request = { api: 'sms', method: 'POST', path: '/', headers: {} } as const;
	const { bytes } = await createTransport(send, credential)(request, 'read', 60);
	return Buffer.from(bytes).toString('latin1');
}

it.each([
	['a text', `Wrong key ${apiKey}. Yours: ${apiKey}`, 'Wrong key ***. Yours: ***'],
	['bytes', Buffer.from(`\xff${apiKey}\0`, 'latin1'), '\xff***\0'],
	['a part of a buffer', Buffer.from(`${apiKey}:${apiKey}:`).subarray(apiKey.length), ':***:'],
	['an answer without it', 'OK 1', 'OK 1'],
])('is redacted in %s', async (_what, body, expected) => expect(await textOf(body)).toBe(expected));

it('is redacted in all that an error may quote, and what follows is left as it is', async () => {
	const before = 'a'.repeat(60_000);
	const after = 'b'.repeat(100_000);
	expect(await textOf(`${before}${apiKey}${after}`)).toBe(`${before}***${after}`);
});

it('changes nothing where the credential has none', async () =>
	expect(await textOf('OK 1', ' ')).toBe('OK 1'));

it('sends nothing once the execution is stopped, and says so', async () => {
	const send = jest.fn();
	const transport = createTransport(send, { apiKey, smsBaseUrl }, AbortSignal.abort());
	const request = { api: 'sms', method: 'POST', path: '/', headers: {} } as const;
	await expect(transport(request, 'send', 60)).rejects.toMatchObject({
		kind: 'notSent',
		message: stopped().message,
	});
	expect(send).not.toHaveBeenCalled();
});
