import type { IHttpRequestOptions } from 'n8n-workflow';
import { SmsboxApi } from '../../credentials/SmsboxApi.credentials';

it('puts the trimmed key into a header, and leaves the options the same object', async () => {
	const { signal } = new AbortController();
	const options: IHttpRequestOptions = { url: 'https://api.example.com', headers: { Accept: 'text/plain' } };
	Object.defineProperty(options, 'abortSignal', { get: () => signal, set: () => undefined });
	const authenticated = await new SmsboxApi().authenticate({ apiKey: ' key ' }, options);
	expect(authenticated).toBe(options);
	expect(authenticated.headers).toEqual({ Accept: 'text/plain', Authorization: 'App key' });
	expect(authenticated.abortSignal).toBe(signal);
});

it.each([
	[1234567, 'App 1234567'],
	[true, 'App '],
])('takes the key %j, which an expression can return', async (apiKey, authorization) => {
	const options: IHttpRequestOptions = { url: 'https://api.example.com' };
	const { headers } = await new SmsboxApi().authenticate({ apiKey }, options);
	expect(headers).toEqual({ Authorization: authorization });
});
