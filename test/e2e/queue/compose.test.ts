import { execFileSync, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { get } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { playgroundRoot, repositoryRoot } from '../../../playground/src/support/folders';
import { at, isObject, listAt, parseJson, textAt } from '../../../playground/src/support/json';
import { waitFor } from '../../../playground/src/support/waitFor';
import { readYaml } from '../../support/yaml';
import { readEnvFile } from './envFile';
import { endWithUs } from '../support/guard';
import { commands, queueEnvironment, type Role } from './environment';
import { durable } from './redis';

const folder = join(playgroundRoot, 'queue');
const read = (...path: string[]): string => readFileSync(join(...path), 'utf8');
const compose = readYaml(read(folder, 'compose.yaml'));
const shared = readEnvFile(read(folder, 'n8n.env'));
const pinned = parseJson(read(playgroundRoot, 'package.json'));

const roles: Role[] = ['main', 'worker', 'webhook'];
const tried = (role: Role) =>
	queueEnvironment(role, { redisPort: 6379, postgresPort: 5432, webhookUrl: 'http://webhook:5678/' });

/** Addresses differ: in containers each process has its own. */
const isAddress = (name: string): boolean => name.endsWith('_HOST');

describe('compose.yaml for queue mode', () => {
	it('names every process and service that the tests run', () => {
		const services = at(compose, 'services');
		expect(Object.keys(isObject(services) ? services : {}).sort()).toEqual(
			[...roles, 'nodes', 'postgres', 'redis', 'simulator'].sort(),
		);
		expect(textAt(compose, 'services', 'worker', 'deploy', 'replicas')).toBe('2');
	});

	it('runs the versions that the playground pins', () => {
		for (const role of roles)
			expect(textAt(compose, 'services', role, 'image')).toMatch(
				new RegExp(`/n8n:${textAt(pinned, 'dependencies', 'n8n')}$`),
			);
		for (const service of ['nodes', 'simulator'])
			expect(textAt(compose, 'services', service, 'image')).toBe(
				`node:${textAt(pinned, 'dependencies', 'node')}-slim`,
			);
		for (const service of ['postgres', 'redis'])
			expect(textAt(compose, 'services', service, 'image')).toMatch(/:\d+(\.\d+)+$/);
	});

	it.each(roles)('gives %s every setting that the tests give it', (role) => {
		const own = at(compose, 'services', role, 'environment');
		expect(textAt(compose, 'services', role, 'env_file')).toBe('n8n.env');
		const given = { ...shared, ...(isObject(own) ? own : {}) };
		const wanted = Object.entries(tried(role)).map(([name, value]): [string, unknown] => [
			name,
			isAddress(name) ? expect.stringMatching(/^(redis|postgres)$/) : value,
		]);
		expect(given).toMatchObject(Object.fromEntries(wanted));
	});

	it('has each of these settings explained in the documents', () => {
		const page = read(repositoryRoot, 'docs', 'self-hosting.md');
		const names = roles.flatMap((role) => Object.keys(tried(role)));
		expect([...new Set(names)].filter((name) => !page.includes(`\`${name}`))).toEqual([]);
	});

	it.each(roles)('starts %s by its command', (role) => {
		// The image's own command is `start`.
		const [command = 'start'] = textAt(compose, 'services', role, 'command').split(' ').filter(Boolean);
		expect(command).toBe(commands[role]);
	});

	it('has Redis keep what is queued', () => {
		const words = durable.map((word) => word || '""');
		expect(textAt(compose, 'services', 'redis', 'command')).toBe(['redis-server', ...words].join(' '));
	});

	it('opens its ports on loopback only', () => {
		const services = at(compose, 'services');
		const ports = Object.values(isObject(services) ? services : {}).flatMap((service) =>
			listAt(service, 'ports').map(String),
		);
		expect(ports.filter((port) => !port.startsWith('127.0.0.1:'))).toEqual([]);
		expect(ports.length).toBeGreaterThan(0);
	});

	it('mounts and runs files that are there', () => {
		const text = read(folder, 'compose.yaml');
		const scripts = [...text.matchAll(/node (playground\/\S+\.mjs)/g)].map(([, file = '']) => file);
		expect(scripts).toHaveLength(2);
		for (const file of scripts) expect(existsSync(join(repositoryRoot, file))).toBe(true);
		expect(join(folder, '../..')).toBe(repositoryRoot);
	});
});

/** What somebody gets who calls it by that name: the control interface, unless another path is given. */
async function statusFor(host: string, port: string, path = '/__sim/state'): Promise<number | undefined> {
	return await new Promise((resolve, reject) => {
		get({ port, host: '127.0.0.1', path, headers: { host }, agent: false }, (reply) => {
			reply.resume();
			resolve(reply.statusCode);
		}).once('error', reject);
	});
}

describe('what compose.yaml runs of this repository', () => {
	let root: string;

	beforeEach(() => {
		root = mkdtempSync(join(tmpdir(), 'smsbox-compose-'));
	});

	afterEach(() => {
		rmSync(root, { recursive: true, force: true });
	});

	it('installs the nodes where n8n has its community packages', () => {
		execFileSync(process.execPath, [join(folder, 'installNodes.mjs'), root]);
		const installed = join(root, '.n8n', 'nodes', 'node_modules', 'n8n-nodes-smsbox');
		expect(readdirSync(installed).sort()).toEqual(['dist', 'index.js', 'package.json']);
	});

	it('lets other containers reach the simulated service, but not its control interface', async () => {
		const child = spawn(process.execPath, [join(folder, 'simulator.mjs'), '0', '127.0.0.1'], {
			stdio: ['ignore', 'pipe', 'inherit'],
		});
		if (child.pid !== undefined) child.once('exit', endWithUs(child.pid));
		try {
			let output = '';
			child.stdout.on('data', (data: Buffer) => (output += data.toString('utf8')));
			const port = await waitFor('the simulator listening', async () => /port (\d+)/.exec(output)?.[1], {
				seconds: 60,
			});
			const url = `http://127.0.0.1:${port}`;
			expect(await statusFor(`127.0.0.1:${port}`, port)).toBe(200);
			expect(await statusFor('simulator:4010', port)).toBe(403);
			expect(await statusFor('simulator:4010', port, '/1.1/api.php')).toBe(200);
			expect(await statusFor('evil.test:4010', port, '/1.1/api.php')).toBe(403);
			const balance = { method: 'POST', headers: { authorization: 'App demo' }, body: new URLSearchParams() };
			expect(await (await fetch(`${url}/1.1/api.php?action=credit`, balance)).text()).toMatch(/^CREDIT \d/);
		} finally {
			child.kill();
		}
	});
});
