import { request as undici } from 'undici';
import { fetchFrom, simulator, start, state } from './support';

/** A request whose headers fetch would not let through. */
async function rawRequest(
	method: string,
	path: string,
	headers: Record<string, string>,
): Promise<{ status: number; text: string }> {
	const { statusCode, body } = await undici(`${(await simulator()).url}${path}`, { method, headers });
	return { status: statusCode, text: await body.text() };
}

const call = (headers: Record<string, string>): ReturnType<typeof rawRequest> =>
	rawRequest('GET', '/1.1/api.php?action=credit', { authorization: 'App demo', ...headers });

const PATHS = ['/', '/__sim/state', '/__sim/messages', '/page/app.js'];
const SEND = '/1.1/api.php?dest=33600123456&msg=Hello&mode=Expert&charset=utf-8';

describe('who may call the service and the control API and see the page', () => {
	it.each([
		...['evil.test', 'evil.test:80', '127.0.0.1.evil.test', '10.0.0.1', '127.0.0.1@evil.test'],
		...['evil.test@localhost', 'localhost#evil.test', 'simulator:4010'],
	])('is nobody who calls it %p, and nothing is carried out', async (host) => {
		for (const path of PATHS) expect((await rawRequest('GET', path, { host })).status).toBe(403);
		for (const path of [
			SEND,
			'/waba/1.1/json/100100100100100/message/200200200200200',
			'/waba/1.1/json/%zz/message/200200200200200',
			'/rcs/1.0/json/smsbox-demo-agent/message',
		]) {
			const answer = await rawRequest('POST', path, { host, authorization: 'App demo' });
			expect([path, answer.status]).toEqual([path, 403]);
			expect(answer.text).toContain('--allowed-host');
		}
		expect(await state()).toMatchObject({ counts: { requests: 0, messages: 0 } });
	});

	it.each(['localhost', 'LOCALHOST:1234', '127.0.0.1', '127.0.0.1:80', '[::1]:80'])(
		'is a caller that uses the name %s',
		async (host) => {
			for (const path of PATHS) expect((await rawRequest('GET', path, { host })).status).toBe(200);
			expect(await call({ host })).toEqual({ status: 200, text: 'CREDIT 1000' });
		},
	);

	it('is no page of another site', async () => {
		const status = async (origin: string): Promise<number> =>
			(await rawRequest('POST', '/__sim/reset', { origin })).status;
		expect(await status('https://evil.test')).toBe(403);
		expect(await status('null')).toBe(403);
		expect(await status((await simulator()).url)).toBe(200);
		expect((await call({ origin: 'https://evil.test' })).status).toBe(403);
	});
});

it('who may call the control API must say that a body is JSON, which a form of another site cannot', async () => {
	const answer = await fetchFrom('/__sim/clock', { method: 'POST', body: '{"advance":60}' });
	expect(answer.status).toBe(400);
	expect(await state()).toMatchObject({ now: '2027-01-13T11:00:00.000Z' });
});

describe('who may call the service', () => {
	it('is a caller that uses a name that it was started with, which holds for the service only', async () => {
		await start({ allowedHosts: ['simulator', 'Host.Docker.Internal'] });
		for (const host of ['simulator:4010', 'SIMULATOR', 'host.docker.internal:80']) {
			expect(await call({ host })).toEqual({ status: 200, text: 'CREDIT 1000' });
			expect((await rawRequest('GET', '/__sim/state', { host })).status).toBe(403);
			expect((await rawRequest('GET', '/', { host })).status).toBe(403);
		}
		expect((await call({ host: 'evil.test' })).status).toBe(403);
	});

	it.each(['', 'http://simulator', 'simulator:4010', 'a b', 'simulator/path'])(
		'cannot be said by %p, which is no host name',
		async (host) =>
			await expect(start({ allowedHosts: [host] })).rejects.toThrow(`"${host}" is not a host name`),
	);
});
