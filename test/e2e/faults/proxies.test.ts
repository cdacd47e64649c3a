/** The configurations of docs/proxies before a stand-in of n8n: what n8n answers when, and what its callers get. */
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { closeAll, type Closer } from '../../support/closing';
import { serveScript, type Answer } from '../../support/httpServer';
import { repositoryRoot } from '../../../playground/src/support/folders';
import { waitFor } from '../../../playground/src/support/waitFor';
import { nginx, proxies, type Proxy, type RunningProxy } from './proxies';

const ok = { status: 200, body: 'OK' };

/** n8n as its callers see it. */
async function serveStandIn() {
	const now: { ready: boolean; answer: Answer } = { ready: true, answer: ok };
	const readiness = '/healthz/readiness';
	const { url, requests, close } = await serveScript(({ path }) =>
		path === readiness
			? { status: now.ready ? 200 : 503, body: '{}' }
			: { ...now.answer, headers: { 'content-type': 'text/html' } },
	);
	return {
		now,
		port: Number(new URL(url).port),
		/** What it was asked, but for whether it is ready. */
		seen: () =>
			requests
				.filter(({ path }) => path !== readiness)
				.map(({ path, body, ...rest }) => ({ ...rest, url: path, body: body.toString('utf8') })),
		reset() {
			Object.assign(now, { ready: true, answer: ok });
			requests.length = 0;
		},
		close,
	};
}
type StandIn = Awaited<ReturnType<typeof serveStandIn>>;

interface Stage {
	folder: string;
	main: StandIn;
	/** In queue mode, another process than the main one. */
	processor: StandIn;
	proxy: RunningProxy;
}

/** Registers the start and end of a proxy and of its upstream server. */
function stageOf({ start }: Proxy, isQueue: boolean): () => Stage {
	let stage: Stage | undefined;
	const closers: Closer[] = [];
	const standIn = async (): Promise<StandIn> => {
		const served = await serveStandIn();
		closers.push(served.close);
		return served;
	};
	const given = (): Stage => {
		if (stage === undefined) throw new Error('The proxy has not started');
		return stage;
	};
	beforeAll(async () => {
		const folder = mkdtempSync(join(tmpdir(), 'smsbox-proxy-'));
		closers.push(() => rmSync(folder, { recursive: true, force: true }));
		const main = await standIn();
		const processor = isQueue ? await standIn() : main;
		const proxy = await start(join(folder, 'proxy'), { main: main.port, webhooks: processor.port });
		closers.push(proxy.close);
		stage = { folder, main, processor, proxy };
	});
	beforeEach(() => {
		for (const served of [given().main, given().processor]) served.reset();
	});
	afterAll(async () => await closeAll(closers));
	return given;
}

interface Call {
	path: string;
	method?: string;
	headers?: Record<string, string>;
	body?: string;
	/** The address on loopback from which the call comes. */
	from?: string;
}

async function call({ url }: RunningProxy, { method = 'GET', headers = {}, body, from, ...rest }: Call) {
	const { hostname, port } = new URL(url);
	return await new Promise<{ status: number; body: string }>((resolve, reject) => {
		const options = { hostname, port, ...rest, method, headers, agent: false, localAddress: from };
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
const again = { status: 503, body: 'ERROR' };

describe.each(proxies)('n8n behind $name', (configured) => {
	const stage = stageOf(configured, false);
	const ask = async (asked: Call) => await call(stage().proxy, asked);

	it('gets callbacks byte for byte, and their OK goes back', async () => {
		const query = 'numero=33600123456&message=caf%E9+%2B+%F0%9F%99%82%20&charset=ISO-8859-1';
		expect(await ask({ path: `${callback}?${query}` })).toEqual(ok);
		const headers = { 'content-type': 'application/json' };
		const body = '{"text":"déjà 5 € 🙂"}';
		await ask({ path: callback, method: 'POST', headers, body });
		expect(stage().main.seen()).toMatchObject([
			{ method: 'GET', url: `${callback}?${query}`, body: '' },
			{ method: 'POST', url: callback, body, headers },
		]);
	});

	it('gets a callback as long as n8n takes one', async () => {
		const path = `${callback}?message=${'%E9'.repeat(4_900)}`;
		expect(await ask({ path })).toEqual(ok);
		expect(stage().main.seen()[0]?.url).toBe(path);
	});

	it.each([401, 403, 404, 500, 502, 503])(
		'answering %i to a callback makes the service try again',
		async (status) => {
			stage().main.now.answer = { status, body: 'The requested webhook is not registered.' };
			expect(await ask({ path: `${callback}?reference=1` })).toEqual(again);
		},
	);

	it('answering 200 while it starts up acknowledges nothing', async () => {
		stage().main.now.ready = false;
		stage().main.now.answer = { status: 200, body: 'n8n is starting up. Please wait' };
		const { status } = await ask({ path: `${callback}?reference=1` });
		expect(status).toBe(503);
		expect(stage().main.seen()).toEqual([]);
	});

	it.each([
		['declared', {}],
		['not declared', { 'transfer-encoding': 'chunked' }],
	])('gets callbacks of 1 MB at most, their length being %s', async (_how, more) => {
		const headers = { 'content-type': 'application/json', ...more };
		const post = async (path: string, length: number) =>
			await ask({ path, method: 'POST', headers, body: 'x'.repeat(length) });
		expect(await post(callback, 1_000_000)).toEqual(ok);
		expect(await post(callback, 1_000_001)).toEqual(again);
		expect(stage().main.seen()).toHaveLength(1);
		for (const path of ['/webhook/orders', otherTrigger]) expect(await post(path, 1_000_001)).toEqual(ok);
	});

	it('gets no XML on the way of callbacks', async () => {
		const headers = { 'content-type': 'Application/XML; charset=utf-8' };
		expect(await ask({ path: callback, method: 'POST', headers, body: '<a>é 5 €</a>' })).toEqual(again);
		expect(stage().main.seen()).toEqual([]);
		for (const path of ['/webhook/orders', otherTrigger])
			await ask({ path, method: 'POST', headers, body: '<a/>' });
		expect(stage().main.seen()).toHaveLength(2);
	});

	it('is told who really calls, whatever the caller says', async () => {
		const headers = {
			'x-forwarded-for': '37.59.198.135',
			'x-real-ip': '37.59.198.135',
			forwarded: 'for=37.59.198.135',
		};
		await ask({ path: `${callback}?reference=1`, headers, from: '127.0.0.2' });
		expect(stage().main.seen()[0]?.headers['x-forwarded-for']).toBe('127.0.0.2');
	});

	it('keeps its own answers everywhere else', async () => {
		stage().main.now.answer = { status: 404, body: 'Not found' };
		for (const path of ['/webhook/orders', otherTrigger])
			expect(await ask({ path })).toEqual(stage().main.now.answer);
		stage().main.now.ready = false;
		expect(await ask({ path: '/rest/settings' })).toEqual(stage().main.now.answer);
	});

	it('being down makes the service try again', async () => {
		await stage().main.close();
		const { status } = await ask({ path: `${callback}?reference=1` });
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

describe.each(proxies)('n8n in queue mode behind $name', (configured) => {
	const stage = stageOf(configured, true);
	const ask = async (asked: Call) => await call(stage().proxy, asked);

	it.each([
		`${callback}?reference=1`,
		waiting,
		'/webhook/orders',
		'/form/0b5c1f0e',
		'/form-waiting/17',
		'/mcp/0b5c1f0e',
	])('has %s answered by a webhook processor, whatever the main process does', async (path) => {
		stage().main.now.ready = false;
		expect(await ask({ path, method: 'POST' })).toEqual(ok);
		expect(stage().processor.seen()).toMatchObject([{ method: 'POST', url: path }]);
		expect(stage().main.seen()).toEqual([]);
	});

	it('has waiting executions answered by one process, wherever else calls go', async () => {
		const { folder, main, processor } = stage();
		const only = await serveStandIn();
		const ports = { main: main.port, webhooks: processor.port, waiting: only.port };
		const other = await configured.start(join(folder, 'other'), ports);
		try {
			stage().processor.now.ready = false;
			expect(await call(other, { path: waiting, method: 'POST' })).toEqual(ok);
			expect(only.seen()).toMatchObject([{ method: 'POST', url: waiting }]);
			expect(stage().processor.seen()).toEqual([]);
		} finally {
			await closeAll([only.close, other.close]);
		}
	});

	it('has every path answered by a webhook processor that the documents name', async () => {
		expect(routed()).toContain('/webhook-waiting/');
		for (const path of routed()) await ask({ path: `${path}17` });
		expect(
			stage()
				.processor.seen()
				.map(({ url }) => url),
		).toEqual(routed().map((path) => `${path}17`));
	});

	it.each(['/', '/rest/settings', '/webhook-test/orders', '/form-test/0b5c1f0e', '/webhooks'])(
		'has %s answered by the main process, whatever the webhook processors do',
		async (path) => {
			stage().processor.now.ready = false;
			expect(await ask({ path })).toEqual(ok);
			expect(stage().main.seen()).toMatchObject([{ url: path }]);
			expect(stage().processor.seen()).toEqual([]);
		},
	);

	it.each([404, 409, 410, 422, 500])('passes on what a waiting execution answers: %i', async (status) => {
		stage().processor.now.answer = { status, body: 'é 5 €' };
		expect(await ask({ path: waiting, method: 'POST' })).toEqual(stage().processor.now.answer);
	});

	it('does not call a webhook processor that is starting up for a waiting execution', async () => {
		stage().processor.now.ready = false;
		const { status } = await ask({ path: waiting, method: 'POST' });
		expect(status).toBeGreaterThanOrEqual(500);
		expect(stage().processor.seen()).toEqual([]);
	});

	it('logs no URL that answers', async () => {
		const report = `${callback}?numero=33600123456&waitingExecution=${encodeURIComponent(waiting)}`;
		for (const ready of [true, false]) {
			stage().processor.now.ready = ready;
			await ask({ path: waiting, method: 'POST' });
			await ask({ path: report });
		}
		await ask({ path: '/webhook/last' });
		const [access, ...others] = ['access.log', 'proxy.log'].map((file) =>
			join(stage().folder, 'proxy', file),
		);
		const read = (file = ''): string => (existsSync(file) ? readFileSync(file, 'utf8') : '');
		// Only nginx has an access log. It logs requests in order, after it has answered.
		if (configured.name === nginx.name)
			await waitFor(
				'the last request being logged',
				async () => (read(access).includes('/webhook/last') ? true : undefined),
				{ seconds: 20 },
			);
		expect([access, ...others].map(read).join('')).not.toContain('signature');
	});
});
