import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { networkInterfaces, tmpdir } from 'node:os';
import { join } from 'node:path';
import { request } from 'undici';
import { playgroundRoot, repositoryRoot } from '../../../playground/src/support/folders';
import { at, listAt, parseJson, textAt } from '../../../playground/src/support/json';
import { waitFor } from '../../../playground/src/support/waitFor';
import { readYaml } from '../../support/yaml';
import { endWithUs } from '../support/guard';

/** The playground in Docker: everything that its compose.yaml says, run without Docker. */
const service = at(
	readYaml(readFileSync(join(repositoryRoot, 'compose.yaml'), 'utf8')),
	'services',
	'playground',
);
const pinned = parseJson(readFileSync(join(playgroundRoot, 'package.json'), 'utf8'));
const [addressOfMachine] = Object.values(networkInterfaces())
	.flatMap((addresses) => addresses ?? [])
	.filter(({ family, internal }) => family === 'IPv4' && !internal);

let volume: string;

beforeAll(() => {
	volume = mkdtempSync(join(tmpdir(), 'smsbox-container-'));
	// As after an earlier start: what is installed is in the volume.
	for (const folder of ['', 'simulator', 'playground']) {
		mkdirSync(join(volume, folder), { recursive: true });
		symlinkSync(join(repositoryRoot, folder, 'node_modules'), join(volume, folder, 'node_modules'));
	}
});

afterAll(() => {
	rmSync(volume, { recursive: true, force: true });
});

it('runs the Node.js that the playground pins, with the tools that compile what has no prebuilt module', () => {
	expect(textAt(service, 'image')).toBe(`node:${textAt(pinned, 'dependencies', 'node')}`);
});

it('opens its ports on loopback only, mounts the repository read-only, and works in its volume', () => {
	expect(listAt(service, 'ports')).toEqual(['127.0.0.1:5678:5678', '127.0.0.1:4010:4010']);
	expect(listAt(service, 'volumes')).toEqual([
		'.:/repository:ro',
		`playground:${textAt(service, 'working_dir')}`,
	]);
});

it('copies the repository, builds it, completes the round trips, and can be reached from outside the container', async () => {
	const [shell = '', option = '', script = ''] =
		/^(\S+) (\S+) "(.*)"$/.exec(textAt(service, 'command'))?.slice(1) ?? [];
	expect(script).toContain(' /repository ');
	const child = spawn(shell, [option, script.replace('/repository', `'${repositoryRoot}'`)], {
		cwd: volume,
		stdio: ['ignore', 'pipe', 'inherit'],
		detached: true,
	});
	if (child.pid !== undefined) child.once('exit', endWithUs(child.pid));
	let output = '';
	child.stdout.on('data', (data: Buffer) => (output += data.toString('utf8')));
	const ended = once(child, 'exit');
	try {
		await waitFor(
			'the round trips in the container',
			async () => {
				if (child.exitCode !== null) throw new Error(`It ended: ${output}`);
				return await Promise.resolve(output.includes('round trip complete') || undefined);
			},
			{ seconds: 300, seen: () => output.slice(-500) },
		);
		const simulator = /simulator running at http:\/\/127\.0\.0\.1:(\d+)/.exec(output)?.[1];
		if (addressOfMachine !== undefined && simulator === '4010') {
			const headers = { host: '127.0.0.1:4010' };
			const { statusCode } = await request(`http://${addressOfMachine.address}:4010/`, { headers });
			expect(statusCode).toBe(200);
		}
		expect(readdirSync(volume)).not.toContain('.git');
	} finally {
		child.kill();
	}
	expect((await ended)[0]).toBe(0);
}, 360_000);
