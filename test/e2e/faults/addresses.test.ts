/** Who may call, as n8n sees the caller: bare and behind nginx, with N8N_PROXY_HOPS and without, over IPv4 and IPv6. */
import { request } from 'node:http';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { waitUntilServed } from '../../../playground/src/n8n/workflows';
import { closeAll, type Closer } from '../../support/closing';
import { deliveryReport } from '../support/deliveryReport';
import { nginx, type RunningProxy } from './proxies';
import { Stage } from './stage';
import { triggerWorkflow } from './workflows';

/** Callers on loopback, of which the trigger's list has the first. */
const listed = '127.0.0.2';
const stranger = '127.0.0.3';

type Verdict = '200 OK' | '503 ERROR';
const passes: Verdict = '200 OK';
const refused: Verdict = '503 ERROR';

interface Case {
	how: string;
	/** Whether the call goes through nginx. */
	proxied: boolean;
	from: string;
	/** What the caller claims to be. */
	claims?: string;
	expected: Verdict;
}

const direct = { proxied: false, from: listed, expected: passes };
const spoofed = { from: stranger, claims: listed, expected: refused };
const another = { from: stranger, expected: refused };
const behind = { ...direct, proxied: true };

/** n8n is started once for each way that it stands. */
const stands: ReadonlyArray<{ stand: string; env: Record<string, string>; host: string; cases: Case[] }> = [
	{
		stand: 'bare, without N8N_PROXY_HOPS',
		env: {},
		host: '127.0.0.1',
		cases: [
			{ ...direct, how: 'bare: IPv4' },
			{ ...direct, ...another, how: 'bare: another IPv4' },
			{ ...direct, ...spoofed, how: 'bare: spoofed' },
			{ ...behind, how: 'behind nginx: everybody is nginx', expected: refused },
			{ ...behind, ...spoofed, how: 'behind nginx: spoofed' },
		],
	},
	{
		stand: 'with N8N_PROXY_HOPS=1',
		env: { N8N_PROXY_HOPS: '1' },
		host: '127.0.0.1',
		cases: [
			{ ...behind, how: 'behind nginx' },
			{ ...behind, ...another, how: 'behind nginx: another' },
			{ ...behind, ...spoofed, how: 'behind nginx: spoofed' },
			{ ...behind, ...spoofed, how: 'behind nginx: spoofed, a list of hops', claims: `${listed}, ${listed}` },
			{ ...direct, ...spoofed, how: 'past nginx: whatever the caller claims is believed', expected: passes },
		],
	},
	{
		// Every caller has an address such as ::ffff:127.0.0.2 there.
		stand: 'on a socket of IPv6 that takes IPv4',
		env: { N8N_LISTEN_ADDRESS: '::ffff:127.0.0.1' },
		host: '127.0.0.1',
		cases: [
			{ ...direct, how: 'IPv4-mapped IPv6' },
			{ ...direct, ...another, how: 'IPv4-mapped IPv6: another' },
		],
	},
	{
		stand: 'on IPv6',
		env: { N8N_LISTEN_ADDRESS: '::1' },
		host: '[::1]',
		cases: [{ ...direct, how: 'IPv6', from: '::1', expected: refused }],
	},
];

async function call({ from, claims }: Case, url: string): Promise<string> {
	const headers = claims === undefined ? {} : { 'x-forwarded-for': claims };
	return await new Promise((resolve, reject) => {
		request(url, { headers, localAddress: from, agent: false }, (response) => {
			buffer(response)
				.then((body) => resolve(`${response.statusCode} ${body.toString('utf8')}`))
				.catch(reject);
		})
			.on('error', reject)
			.end();
	});
}

describe('the list of allowed addresses', () => {
	let stage: Stage;
	let proxy: RunningProxy;
	let path: string;
	let calls = 0;
	const closers: Closer[] = [];

	beforeAll(async () => {
		stage = await Stage.open();
		closers.push(async () => await stage.close());
		proxy = await nginx.start(join(stage.folders.root, 'nginx'), {
			main: stage.port,
			webhooks: stage.port,
		});
		closers.push(proxy.close);
		await stage.boot();
		const workflow = triggerWorkflow('smsboxDeliveryReportTrigger', {
			options: { ipAllowlist: 'custom', customIps: `192.0.2.7, ${listed}` },
		});
		path = await stage.publish(workflow);
	});
	afterAll(async () => await closeAll(closers));

	describe.each(stands)('of an n8n $stand', ({ env, host, cases }) => {
		beforeAll(async () => {
			// The first one stands already.
			if (Object.keys(env).length > 0) {
				await stage.n8n.stop();
				await stage.boot(env, host);
			}
			await waitUntilServed({ method: 'GET', url: `${stage.n8n.url}${path}` });
		});

		it.each(cases)('$how: $expected', async (each) => {
			calls++;
			const base = each.proxied ? proxy.url : stage.n8n.url;
			expect(await call(each, `${base}${path}?${deliveryReport(calls)}`)).toBe(each.expected);
		});
	});
});
