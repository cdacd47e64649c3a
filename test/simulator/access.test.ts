import { request } from 'node:http';

import { closeAll, start, state } from './support';
import type { Simulator } from '../../simulator/src';

afterEach(closeAll);

/** A request whose headers fetch would not let through. */
const rawRequest = (
	simulator: Simulator,
	method: string,
	path: string,
	headers: Record<string, string>,
): Promise<{ status: number | undefined; text: string }> =>
	new Promise((resolve, reject) => {
		const outgoing = request(`${simulator.url}${path}`, { method, headers }, (incoming) => {
			let text = '';
			incoming.setEncoding('utf8');
			incoming.on('data', (chunk) => (text += String(chunk)));
			incoming.on('end', () => resolve({ status: incoming.statusCode, text }));
		});
		outgoing.on('error', reject);
		outgoing.end();
	});

describe('who may call the control API and see the page', () => {
	const PATHS = ['/', '/__sim/state', '/__sim/messages', '/page/app.js'];

	it.each(['evil.test', 'evil.test:80', '127.0.0.1.evil.test', '10.0.0.1', '127.0.0.1@evil.test'])(
		'is nobody who calls it %p',
		async (host) => {
			const simulator = await start();
			for (const path of PATHS) expect((await rawRequest(simulator, 'GET', path, { host })).status).toBe(403);
		},
	);

	it.each(['localhost', 'localhost:1234', '127.0.0.1:80', '[::1]:80'])(
		'is whoever calls it %s',
		async (host) => {
			const simulator = await start();
			for (const path of PATHS) expect((await rawRequest(simulator, 'GET', path, { host })).status).toBe(200);
		},
	);

	it('is no page of another site', async () => {
		const simulator = await start();
		const status = async (origin: string): Promise<number | undefined> =>
			(await rawRequest(simulator, 'POST', '/__sim/reset', { origin })).status;
		expect(await status('https://evil.test')).toBe(403);
		expect(await status('null')).toBe(403);
		expect(await status(simulator.url)).toBe(200);
	});

	it('must say that a body is JSON, which a form of another site cannot', async () => {
		const simulator = await start();
		const answer = await fetch(`${simulator.url}/__sim/clock`, { method: 'POST', body: '{"advance":60}' });
		expect(answer.status).toBe(400);
		expect(await state(simulator)).toMatchObject({ now: '2027-01-13T11:00:00.000Z' });
	});

	it('may call the service itself by any name', async () => {
		const simulator = await start();
		const answer = await rawRequest(simulator, 'GET', '/1.1/api.php?action=credit', {
			host: 'sms.test',
			authorization: 'App demo',
		});
		expect(answer).toEqual({ status: 200, text: 'CREDIT 1000' });
	});
});
