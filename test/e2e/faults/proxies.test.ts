/** The configurations of docs/proxies before a stand-in of n8n: what n8n answers when, and what its callers get. */
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer, request, type IncomingHttpHeaders, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { closeAll, type Closer } from '../../support/closing';
import { closeServer } from '../../support/httpServer';
import { repositoryRoot } from '../../../playground/src/support/folders';
import { freePorts } from '../../../playground/src/support/ports';
import { waitFor } from '../../../playground/src/support/waitFor';
import { nginx, proxies, type RunningProxy } from './proxies';

interface Seen {
	method: string;
	url: string;
	headers: IncomingHttpHeaders;
	body: string;
}

interface Answer {
	status: number;
	body: string;
}

/** n8n as its callers see it. */
class StandIn {
	ready = true;
	answer: Answer = { status: 200, body: 'OK' };
	readonly seen: Seen[] = [];
	private readonly server: Server;

	constructor(readonly port: number) {
		this.server = createServer((incoming, response) => {
			const { method = '', url = '', headers } = incoming;
			buffer(incoming).then(
				(bytes) => {
					if (url === '/healthz/readiness') {
						response.writeHead(this.ready ? 200 : 503).end('{}');
						return;
					}
					this.seen.push({ method, url, headers, body: bytes.toString('utf8') });
					response.writeHead(this.answer.status, { 'content-type': 'text/html' }).end(this.answer.body);
				},
				// A request that the proxy has cut off is no request for n8n either.
				() => response.destroy(),
			);
		});
	}

	async open(): Promise<void> {
		await new Promise<void>((resolve) => {
			this.server.listen(this.port, '127.0.0.1', resolve);
		});
	}

	async close(): Promise<void> {
		if (this.server.listening) await closeServer(this.server);
	}
}

interface Call {
	path: string;
	method?: string;
	headers?: Record<string, string>;
	body?: string;
	/** The address on loopback from which the call comes. */
	from?: string;
}

async function call(proxy: RunningProxy, { path, method = 'GET', headers = {}, body, from }: Call) {
	const { hostname, port } = new URL(proxy.url);
	return await new Promise<Answer>((resolve, reject) => {
		const options = { hostname, port, path, method, headers, agent: false, localAddress: from };
		request(options, (response) => {
			buffer(response)
				.then((bytes) => resolve({ status: response.statusCode ?? 0, body: bytes.toString('utf8') }))
				.catch(reject);
		})
			.on('error', reject)
			.end(body);
	});
}

const callback = '/webhook/0b5c1f0e-5d3c-4b52-9d55-1d9c0e1f7a10/smsbox';
/** Of one of n8n's own triggers, such as Telegram Trigger. */
const otherTrigger = '/webhook/0b5c1f0e-5d3c-4b52-9d55-1d9c0e1f7a11/webhook';
/** What the service takes as "never again". */
const final = [401, 403, 404];
const again: Answer = { status: 503, body: 'ERROR' };

describe.each(proxies)('n8n behind $name', ({ start }) => {
	let folder: string;
	let standIn: StandIn;
	let proxy: RunningProxy;
	const closers: Closer[] = [];

	beforeAll(async () => {
		folder = mkdtempSync(join(tmpdir(), 'smsbox-proxy-'));
		closers.push(() => rmSync(folder, { recursive: true, force: true }));
		const { port } = await freePorts({ port: 0 });
		standIn = new StandIn(port);
		await standIn.open();
		closers.push(async () => await standIn.close());
		proxy = await start(join(folder, 'proxy'), { main: port, webhooks: port });
		closers.push(proxy.close);
	});
	beforeEach(() => {
		standIn.ready = true;
		standIn.answer = { status: 200, body: 'OK' };
		standIn.seen.length = 0;
	});
	afterAll(async () => await closeAll(closers));

	it('gets callbacks byte for byte, and their OK goes back', async () => {
		const query = 'numero=33600123456&message=caf%E9+%2B+%F0%9F%99%82%20&charset=ISO-8859-1';
		expect(await call(proxy, { path: `${callback}?${query}` })).toEqual({ status: 200, body: 'OK' });
		const headers = { 'content-type': 'application/json' };
		const body = '{"text":"déjà 5 € 🙂"}';
		await call(proxy, { path: callback, method: 'POST', headers, body });
		expect(standIn.seen).toMatchObject([
			{ method: 'GET', url: `${callback}?${query}`, body: '' },
			{ method: 'POST', url: callback, body, headers },
		]);
	});

	it('gets a callback as long as n8n takes one', async () => {
		const path = `${callback}?message=${'%E9'.repeat(4_900)}`;
		expect(await call(proxy, { path })).toEqual({ status: 200, body: 'OK' });
		expect(standIn.seen[0]?.url).toBe(path);
	});

	it.each([401, 403, 404, 500, 502, 503])(
		'answering %i to a callback makes the service try again',
		async (status) => {
			standIn.answer = { status, body: 'The requested webhook is not registered.' };
			expect(await call(proxy, { path: `${callback}?reference=1` })).toEqual(again);
		},
	);

	it('answering 200 while it starts up acknowledges nothing', async () => {
		standIn.ready = false;
		standIn.answer = { status: 200, body: 'n8n is starting up. Please wait' };
		const { status } = await call(proxy, { path: `${callback}?reference=1` });
		expect(status).toBe(503);
		expect(standIn.seen).toEqual([]);
	});

	it.each([
		['declared', {}],
		['not declared', { 'transfer-encoding': 'chunked' }],
	])('gets callbacks of 1 MB at most, their length being %s', async (_how, more) => {
		const headers = { 'content-type': 'application/json', ...more };
		const post = async (path: string, length: number) =>
			await call(proxy, { path, method: 'POST', headers, body: 'x'.repeat(length) });
		expect(await post(callback, 1_000_000)).toEqual({ status: 200, body: 'OK' });
		expect(await post(callback, 1_000_001)).toEqual(again);
		expect(standIn.seen).toHaveLength(1);
		for (const path of ['/webhook/orders', otherTrigger])
			expect(await post(path, 1_000_001)).toEqual({ status: 200, body: 'OK' });
	});

	it('gets no XML on the way of callbacks', async () => {
		const headers = { 'content-type': 'Application/XML; charset=utf-8' };
		expect(await call(proxy, { path: callback, method: 'POST', headers, body: '<a>é 5 €</a>' })).toEqual(
			again,
		);
		expect(standIn.seen).toEqual([]);
		for (const path of ['/webhook/orders', otherTrigger])
			await call(proxy, { path, method: 'POST', headers, body: '<a/>' });
		expect(standIn.seen).toHaveLength(2);
	});

	it('is told who really calls, whatever the caller says', async () => {
		const headers = {
			'x-forwarded-for': '37.59.198.135',
			'x-real-ip': '37.59.198.135',
			forwarded: 'for=37.59.198.135',
		};
		await call(proxy, { path: `${callback}?reference=1`, headers, from: '127.0.0.2' });
		expect(standIn.seen[0]?.headers['x-forwarded-for']).toBe('127.0.0.2');
	});

	it('keeps its own answers everywhere else', async () => {
		standIn.answer = { status: 404, body: 'Not found' };
		for (const path of ['/webhook/orders', otherTrigger])
			expect(await call(proxy, { path })).toEqual(standIn.answer);
		standIn.ready = false;
		expect(await call(proxy, { path: '/rest/settings' })).toEqual(standIn.answer);
	});

	it('being down makes the service try again', async () => {
		await standIn.close();
		const { status } = await call(proxy, { path: `${callback}?reference=1` });
		expect(final).not.toContain(status);
		expect(status).toBeGreaterThanOrEqual(500);
	});
});

/** What the documents lead to the webhook processors. */
const routed = (): string[] => {
	const page = readFileSync(join(repositoryRoot, 'docs', 'self-hosting.md'), 'utf8');
	const [, paths = ''] = /^- \*\*Route\*\* (.*) to the webhook processors\./m.exec(page) ?? [];
	return [...paths.matchAll(/`(\/[\w-]+\/)`/g)].map(([, path = '']) => path);
};

const waiting = '/webhook-waiting/17/5f2ab1e0?nonce=abcdefghijklmnop&button=1&signature=0f0f';

describe.each(proxies)('n8n in queue mode behind $name', ({ name, start }) => {
	let folder: string;
	let main: StandIn;
	let processor: StandIn;
	let proxy: RunningProxy;
	const closers: Closer[] = [];

	beforeAll(async () => {
		folder = mkdtempSync(join(tmpdir(), 'smsbox-proxy-'));
		closers.push(() => rmSync(folder, { recursive: true, force: true }));
		const ports = await freePorts({ main: 0, webhooks: 0 });
		[main, processor] = [new StandIn(ports.main), new StandIn(ports.webhooks)];
		for (const standIn of [main, processor]) {
			await standIn.open();
			closers.push(async () => await standIn.close());
		}
		proxy = await start(join(folder, 'proxy'), ports);
		closers.push(proxy.close);
	});
	beforeEach(() => {
		for (const standIn of [main, processor]) {
			standIn.ready = true;
			standIn.answer = { status: 200, body: 'OK' };
			standIn.seen.length = 0;
		}
	});
	afterAll(async () => await closeAll(closers));

	it.each([
		`${callback}?reference=1`,
		waiting,
		'/webhook/orders',
		'/form/0b5c1f0e',
		'/form-waiting/17',
		'/mcp/0b5c1f0e',
	])('has %s answered by a webhook processor, whatever the main process does', async (path) => {
		main.ready = false;
		expect(await call(proxy, { path, method: 'POST' })).toEqual({ status: 200, body: 'OK' });
		expect(processor.seen).toMatchObject([{ method: 'POST', url: path }]);
		expect(main.seen).toEqual([]);
	});

	it('has waiting executions answered by one process, wherever else calls go', async () => {
		const { port } = await freePorts({ port: 0 });
		const only = new StandIn(port);
		await only.open();
		const ports = { main: main.port, webhooks: processor.port, waiting: port };
		const other = await start(join(folder, 'other'), ports);
		try {
			processor.ready = false;
			expect(await call(other, { path: waiting, method: 'POST' })).toEqual({ status: 200, body: 'OK' });
			expect(only.seen).toMatchObject([{ method: 'POST', url: waiting }]);
			expect(processor.seen).toEqual([]);
		} finally {
			await closeAll([other.close, async () => await only.close()]);
		}
	});

	it('has every path answered by a webhook processor that the documents name', async () => {
		expect(routed()).toContain('/webhook-waiting/');
		for (const path of routed()) await call(proxy, { path: `${path}17` });
		expect(processor.seen.map(({ url }) => url)).toEqual(routed().map((path) => `${path}17`));
	});

	it.each(['/', '/rest/settings', '/webhook-test/orders', '/form-test/0b5c1f0e', '/webhooks'])(
		'has %s answered by the main process, whatever the webhook processors do',
		async (path) => {
			processor.ready = false;
			expect(await call(proxy, { path })).toEqual({ status: 200, body: 'OK' });
			expect(main.seen).toMatchObject([{ url: path }]);
			expect(processor.seen).toEqual([]);
		},
	);

	it.each([404, 409, 410, 422, 500])('passes on what a waiting execution answers: %i', async (status) => {
		processor.answer = { status, body: 'é 5 €' };
		expect(await call(proxy, { path: waiting, method: 'POST' })).toEqual(processor.answer);
	});

	it('does not call a webhook processor that is starting up for a waiting execution', async () => {
		processor.ready = false;
		const { status } = await call(proxy, { path: waiting, method: 'POST' });
		expect(status).toBeGreaterThanOrEqual(500);
		expect(processor.seen).toEqual([]);
	});

	it('logs no URL that answers', async () => {
		const report = `${callback}?numero=33600123456&waitingExecution=${encodeURIComponent(waiting)}`;
		for (const ready of [true, false]) {
			processor.ready = ready;
			await call(proxy, { path: waiting, method: 'POST' });
			await call(proxy, { path: report });
		}
		await call(proxy, { path: '/webhook/last' });
		const [access, ...others] = ['access.log', 'proxy.log'].map((file) => join(folder, 'proxy', file));
		const read = (file = ''): string => (existsSync(file) ? readFileSync(file, 'utf8') : '');
		// Only nginx has an access log. It logs requests in order, after it has answered.
		if (name === nginx.name)
			await waitFor(
				'the last request being logged',
				async () => (read(access).includes('/webhook/last') ? true : undefined),
				{ seconds: 20 },
			);
		expect([access, ...others].map(read).join('')).not.toContain('signature');
	});
});
