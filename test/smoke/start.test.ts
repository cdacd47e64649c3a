/** The playground's command as built, with a program in the place of n8n. */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
	chmodSync,
	cpSync,
	existsSync,
	mkdirSync,
	mkdtempSync,
	readdirSync,
	readFileSync,
	rmSync,
	symlinkSync,
	writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pinnedN8n } from '../../playground/src/n8n/n8nVersion';
import { playgroundRoot, repositoryRoot } from '../../playground/src/support/folders';

let root: string;
let data: string;

/** Makes a file with its folders. */
function put(file: string, content: string): void {
	mkdirSync(join(file, '..'), { recursive: true });
	writeFileSync(file, content);
}

const runInsteadOfN8n = (program: string): void =>
	put(join(root, 'playground/node_modules/n8n/bin/n8n'), program);

beforeEach(() => {
	root = mkdtempSync(join(tmpdir(), 'smsbox-start-'));
	data = join(root, 'playground/.data');
	for (const part of ['dist', 'workflows', 'package.json'])
		cpSync(join(playgroundRoot, part), join(root, 'playground', part), { recursive: true });
	put(join(root, 'package.json'), '{"name":"n8n-nodes-smsbox","version":"1.0.0"}');
	put(join(root, 'index.js'), '');
	mkdirSync(join(root, 'dist'));
	mkdirSync(join(root, 'playground/node_modules/node/bin'), { recursive: true });
	symlinkSync(process.execPath, join(root, 'playground/node_modules/node/bin/node'));
	symlinkSync(join(repositoryRoot, 'simulator'), join(root, 'playground/node_modules/smsbox-simulator'));
	put(join(root, 'playground/node_modules/sqlite3/index.js'), '');
});

afterEach(() => rmSync(root, { recursive: true, force: true }));

/** What a completed start has left. */
function prepare(): void {
	put(join(data, 'n8n/.n8n/database.sqlite'), 'my workflows');
	put(join(data, 'prepared.json'), '{}');
}

const [program, ...words] = [process.execPath, join('playground', 'dist', 'start.js')];

const spawnStart = (node = program, env = process.env) =>
	spawn(node, words, { cwd: root, env, stdio: ['ignore', 'pipe', 'inherit'] });

/** What a start says until it ends on Ctrl-C, which comes after `step`, as soon as it has said `awaited`. */
async function interrupted(
	child: ReturnType<typeof spawnStart>,
	awaited: string,
	step?: (said: string) => Promise<void>,
): Promise<string> {
	let said = '';
	let waiting = true;
	for await (const part of child.stdout) {
		said += String(part);
		// What it says while it stops includes these words too: the simulator no longer answers then.
		if (!waiting || !said.includes(awaited)) continue;
		waiting = false;
		await step?.(said);
		child.kill('SIGINT');
	}
	return said;
}

/** The address of the page with the phones. */
const phonesIn = (said: string): string => /Phones +(\S+)/.exec(said)?.[1] ?? '';

/** What a program says until it ends. */
function run(first: string, ...rest: string[]): string {
	const { stdout, stderr } = spawnSync(first, rest, { cwd: root, encoding: 'utf8', timeout: 60_000 });
	return stdout + stderr;
}

/** What a start says until it ends. */
const start = (...options: string[]): string => run(program, ...words, ...options);

describe('the data of earlier starts', () => {
	const workflows = (...folder: string[]): string =>
		readFileSync(join(data, ...folder, 'database.sqlite'), 'utf8');

	it.each([
		['fails', 'console.log("Cannot find module x"); process.exit(1)', 'n8n exited (exit code 1).'],
		['is killed, as by a lack of memory', 'process.kill(process.pid, "SIGKILL")', 'n8n exited (SIGKILL).'],
	])('stay in place if n8n %s while it starts, which is told with what to do', (_, instead, ended) => {
		prepare();
		runInsteadOfN8n(instead);
		const said = start();
		expect(said).toContain(ended);
		expect(said).toContain('Run `npm start` again');
		expect(said).not.toContain('    at ');
		if (instead.includes('module x')) expect(said).toContain('| Cannot find module x');
		expect(workflows('n8n/.n8n')).toBe('my workflows');
		expect(readdirSync(data).sort()).toEqual(['cache', 'home', 'logs', 'n8n', 'prepared.json', 'tmp']);
	});

	it('are set aside under a name that is free where this is asked for, with their mark', () => {
		prepare();
		mkdirSync(join(data, 'set-aside-2'));
		runInsteadOfN8n('process.exit(1)');
		const said = start('--set-aside');
		expect(said).toContain(`the data of earlier starts is now in ${join(data, 'set-aside-3')}`);
		expect(workflows('set-aside-3/n8n/.n8n')).toBe('my workflows');
		expect(readdirSync(join(data, 'set-aside-3')).sort()).toEqual(['n8n', 'prepared.json']);
		expect(existsSync(join(data, 'n8n/.n8n/database.sqlite'))).toBe(false);
		expect(readdirSync(data)).toContain('set-aside-2');
		expect(start('--set-aside', '--fresh')).toContain('Use one of them');
		expect(workflows('set-aside-3/n8n/.n8n')).toBe('my workflows');
	});

	it('need not be there to be set aside', () => {
		runInsteadOfN8n('process.exit(1)');
		expect(start('--set-aside')).toContain('no data to set aside');
	});

	it('stay where an earlier version has left them that was killed while it set them aside or put them back', () => {
		put(join(data, 'set-aside-3/prepared.json'), '{}');
		put(join(data, 'set-aside-3/logs/n8n.log'), '');
		put(join(data, 'n8n/.n8n/database.sqlite'), 'in place');
		put(join(data, 'set-aside-4/prepared.json'), '{}');
		put(join(data, 'set-aside-4/n8n-data/database.sqlite'), 'set aside');
		runInsteadOfN8n('process.exit(1)');
		start();
		expect(workflows('n8n/.n8n')).toBe('in place');
		expect(workflows('set-aside-4/n8n-data')).toBe('set aside');
		expect(readdirSync(data)).toContain('prepared.json');
	});

	const asNobody = process.getuid?.() === 0 && existsSync('/usr/bin/setpriv') ? it : it.skip;
	asNobody('that another user wrote are named with a remedy', () => {
		prepare();
		runInsteadOfN8n('process.exit(1)');
		put(join(data, 'n8n/.n8n/nodes/node_modules/n8n-nodes-smsbox/package.json'), '{}');
		const open = ['', 'playground', 'playground/.data'].map((folder) => join(root, folder));
		for (const folder of open) chmodSync(folder, 0o777);
		for (const part of ['home', 'tmp', 'cache', 'logs']) mkdirSync(join(data, part));
		const said = run('setpriv', '--reuid=65534', '--regid=65534', '--clear-groups', program, ...words);
		expect(said).toContain('EACCES');
		expect(said).toContain('sudo chown');
		expect(said).not.toContain('    at ');
	});

	it('stay in place on Ctrl-C while n8n starts', async () => {
		prepare();
		runInsteadOfN8n(
			`require('http').createServer(() => {}).listen(Number(process.env.N8N_PORT), '127.0.0.1');
			process.on('SIGTERM', () => process.exit(0));`,
		);
		await interrupted(spawnStart(), 'starting n8n');
		expect(workflows('n8n/.n8n')).toBe('my workflows');
		expect(readdirSync(data)).not.toContain('running.json');
	});
});

describe('an n8n whose owner has another login', () => {
	beforeEach(() => {
		prepare();
		runInsteadOfN8n(
			`require('http').createServer((request, response) => {
				response.setHeader('content-type', 'application/json');
				response.statusCode = request.url.startsWith('/healthz') ? 200 : request.url.includes('setup') ? 400 : 401;
				response.end('{"message":"Wrong username or password."}');
			}).listen(Number(process.env.N8N_PORT), '127.0.0.1');
			process.on('SIGTERM', () => process.exit(0));`,
		);
	});

	it('runs on with the simulator, and the start says what it leaves out', async () => {
		const child = spawnStart();
		const closed = once(child, 'close');
		const said = await interrupted(child, 'Press Ctrl-C', async (ready) =>
			expect((await fetch(phonesIn(ready))).status).toBe(200),
		);
		expect(await closed).toEqual([0, null]);
		expect(said).toContain('The owner account is no longer owner@example.com.');
		expect(said).toContain('are not tested');
	});

	it('is reached past the proxy of the shell, as is the simulator by its page', async () => {
		const HTTP_PROXY = 'http://127.0.0.1:9';
		const env = { ...process.env, NODE_USE_ENV_PROXY: '1', HTTP_PROXY, http_proxy: HTTP_PROXY };
		// Older versions of Node.js, such as of the tests, may ignore these settings.
		const said = await interrupted(spawnStart(pinnedN8n.node, env), 'Press Ctrl-C', async (ready) => {
			const body = JSON.stringify({ sample: 'sms', number: '33600123456' });
			const headers = { 'content-type': 'application/json' };
			const sample = await fetch(`${phonesIn(ready)}__sim/samples`, { method: 'POST', headers, body });
			expect(await sample.json()).toMatchObject({ status: 200 });
		});
		expect(said).toContain('stopping');
	});

	it('fails a start with --once, which could test nothing', () => {
		const { status, stderr } = spawnSync(program, [...words, '--once'], { cwd: root, encoding: 'utf8' });
		expect(status).toBe(1);
		expect(stderr).toContain('Use your own login');
	});
});
