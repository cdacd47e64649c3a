import { SmsboxApi } from '../../credentials/SmsboxApi.credentials';
import { SmsboxSms } from '../../nodes/SmsboxSms/SmsboxSms.node';
import { type Reaction, type ScriptedServer, serveScript } from '../support/httpServer';
import { testCredential } from '../support/listSearch';
import { plain } from '../support/runNode';

const apiKey = 'test-key-1f4a';
let server: ScriptedServer | undefined;
afterEach(async () => {
	await server?.close();
	server = undefined;
});

async function verdictAt(smsBaseUrl: string) {
	return await testCredential(SmsboxSms, new SmsboxApi(), { apiKey, smsBaseUrl });
}

async function verdictOn(reaction: Reaction) {
	server = await serveScript(() => reaction);
	return await verdictAt(server.url);
}

it('a good key shows the balance', async () => {
	expect(await verdictOn(plain('CREDIT 1234.55'))).toEqual({
		status: 'OK',
		message: 'Connection successful. Balance: 1234.55 credits.',
	});
	expect(server?.requests[0]).toMatchObject({ method: 'POST', path: '/1.1/api.php?action=credit' });
	expect(server?.requests[0]?.headers.authorization).toBe(`App ${apiKey}`);
	expect(server?.requests[0]?.body).toHaveLength(0);
});

it.each(['ERREUR', 'ERROR 02'])('a refused key (%s) is told as such', async (body) => {
	const verdict = await verdictOn(plain(body));
	expect(verdict.status).toBe('Error');
	expect(verdict.message).toContain(`The API key was rejected (${body})`);
});

it.each([
	['http://127.0.0.1:1', /refused the connection/],
	['http://nothing-here.invalid', /is unknown|looked up/],
	['not an address', /is not a valid URL/],
])('a service that cannot be reached at %s is told as such', async (url, reason) => {
	const verdict = await verdictAt(url);
	expect(verdict.status).toBe('Error');
	expect(verdict.message).toMatch(/^SMSBOX cannot be reached/);
	expect(verdict.message).toMatch(reason);
});

it('a server without https at an address with it is told as such', async () => {
	server = await serveScript(() => plain('CREDIT 1234.55'));
	const { message } = await verdictAt(server.url.replace('http://', 'https://'));
	expect(message).toMatch(/^SMSBOX cannot be reached: no secure connection could be made/);
});

it.each<[string, Reaction]>([
	['a web page', { headers: { 'content-type': 'text/html' }, body: '<html>Welcome</html>' }],
	['a redirect', { status: 302, headers: { location: 'https://example.invalid/' } }],
	['a 404', plain('Not found', 404)],
	['nothing but a cut connection', 'cut'],
])('a host that is not the service (%s) is told as such', async (_what, reaction) => {
	const verdict = await verdictOn(reaction);
	expect(verdict.status).toBe('Error');
	expect(verdict.message).toContain('The server at the base URL is not SMSBOX');
	expect(verdict.message).not.toContain(apiKey);
});
