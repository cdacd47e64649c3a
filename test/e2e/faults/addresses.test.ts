/** Who may call, as n8n sees the caller: bare and behind nginx, with N8N_PROXY_HOPS and without, over IPv4 and IPv6. */
import { request } from 'node:http';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { waitUntilServed } from '../../../playground/src/n8n/workflows';
import { closeAll, type Closer } from '../../support/closing';
import { deliveryReport } from '../support/deliveryReport';
import { figure } from '../support/report';
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
	env: Record<string, string>;
	/** Whether the call goes through nginx. */
	proxied: boolean;
	/** Where n8n is called if not on 127.0.0.1. */
	host?: string;
	from: string;
	/** What the caller claims to be. */
	claims?: string;
	expected: Verdict;
}

const bare = {};
const oneHop = { N8N_PROXY_HOPS: '1' };
/** Sockets of IPv6 that take IPv4 too, where every caller has an address such as ::ffff:127.0.0.2. */
const mapped = { N8N_LISTEN_ADDRESS: '::ffff:127.0.0.1' };
const ipv6 = { N8N_LISTEN_ADDRESS: '::1' };

const cases: readonly Case[] = [
	{ how: 'bare: IPv4', env: bare, proxied: false, from: listed, expected: passes },
	{ how: 'bare: another IPv4', env: bare, proxied: false, from: stranger, expected: refused },
	{ how: 'bare: spoofed', env: bare, proxied: false, from: stranger, claims: listed, expected: refused },
	{
		how: 'bare: right, though it claims to be another',
		env: bare,
		proxied: false,
		from: listed,
		claims: stranger,
		expected: passes,
	},
	{
		how: 'behind nginx without N8N_PROXY_HOPS: everybody is nginx',
		env: bare,
		proxied: true,
		from: listed,
		expected: refused,
	},
	{
		how: 'behind nginx without N8N_PROXY_HOPS: spoofed',
		env: bare,
		proxied: true,
		from: stranger,
		claims: listed,
		expected: refused,
	},
	{ how: 'behind nginx', env: oneHop, proxied: true, from: listed, expected: passes },
	{ how: 'behind nginx: another', env: oneHop, proxied: true, from: stranger, expected: refused },
	{
		how: 'behind nginx: spoofed',
		env: oneHop,
		proxied: true,
		from: stranger,
		claims: listed,
		expected: refused,
	},
	{
		how: 'behind nginx: spoofed, a list of hops',
		env: oneHop,
		proxied: true,
		from: stranger,
		claims: `${listed}, ${listed}`,
		expected: refused,
	},
	{
		how: 'past nginx with N8N_PROXY_HOPS=1: whatever the caller claims is believed',
		env: oneHop,
		proxied: false,
		from: stranger,
		claims: listed,
		expected: passes,
	},
	{ how: 'IPv4-mapped IPv6', env: mapped, proxied: false, from: listed, expected: passes },
	{ how: 'IPv4-mapped IPv6: another', env: mapped, proxied: false, from: stranger, expected: refused },
	{ how: 'IPv6', env: ipv6, proxied: false, host: '::1', from: '::1', expected: refused },
	{
		how: 'IPv6: spoofed',
		env: ipv6,
		proxied: false,
		host: '::1',
		from: '::1',
		claims: listed,
		expected: refused,
	},
];

/** n8n is started once for each way that it stands. */
const stands = [
	{ stand: 'bare, without N8N_PROXY_HOPS', env: bare, host: '127.0.0.1' },
	{ stand: 'with N8N_PROXY_HOPS=1', env: oneHop, host: '127.0.0.1' },
	{ stand: 'on a socket of IPv6 that takes IPv4', env: mapped, host: '127.0.0.1' },
	{ stand: 'on IPv6', env: ipv6, host: '[::1]' },
];

interface Target {
	hostname: string;
	port: string | number;
	path: string;
}

async function call({ from, claims }: Case, target: Target): Promise<string> {
	const headers = claims === undefined ? {} : { 'x-forwarded-for': claims };
	return await new Promise((resolve, reject) => {
		request({ ...target, headers, localAddress: from, agent: false }, (response) => {
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

	describe.each(stands)('of an n8n $stand', ({ env, host }) => {
		beforeAll(async () => {
			// The first one stands already.
			if (env !== bare) {
				await stage.n8n.stop();
				await stage.boot(env, host);
			}
			await waitUntilServed({ method: 'GET', url: `${stage.n8n.url}${path}` });
		});

		it.each(cases.filter((each) => each.env === env))('$how: $expected', async (each) => {
			calls++;
			const { hostname, port } = each.proxied
				? new URL(proxy.url)
				: { hostname: each.host ?? '127.0.0.1', port: stage.port };
			const verdict = await call(each, { hostname, port, path: `${path}?${deliveryReport(calls)}` });
			figure('Allowed source addresses', each.how, verdict);
			expect(verdict).toBe(each.expected);
		});
	});
});
