/** npm run setup and npm run setup:e2e, in a copy of what they read. */
import { spawnSync } from 'node:child_process';
import {
	chmodSync,
	copyFileSync,
	existsSync,
	mkdirSync,
	mkdtempSync,
	readFileSync,
	rmSync,
	writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { z } from 'zod';
import { read, readJson, root } from '../support/repository';
import { readYaml } from '../support/yaml';

const { scripts } = readJson(
	'package.json',
	z.object({ scripts: z.object({ setup: z.string(), 'setup:e2e': z.string() }) }),
);

let clone: string;
const inClone = (file: string): string => path.join(clone, file);

/** Has the installations of the clone fetch nothing, note how they were called, and end with this status. */
function installWith(status: number): void {
	writeFileSync(
		inClone('bin/npx'),
		`#!/bin/sh\necho "$PWD: $*" >> ${inClone('calls')}\nmkdir -p node_modules\nexit ${status}\n`,
		{ mode: 0o755 },
	);
}

const calls = (): string => (existsSync(inClone('calls')) ? readFileSync(inClone('calls'), 'utf8') : '');

function setUp(script = scripts.setup, user: { uid?: number; gid?: number } = {}) {
	const { status, stdout, stderr } = spawnSync('sh', ['-c', script], {
		cwd: clone,
		env: { PATH: `${inClone('bin')}:${path.dirname(process.execPath)}:/usr/bin:/bin` },
		encoding: 'utf8',
		...user,
	});
	return { status, output: `${stdout}${stderr}` };
}

const workspace = ['', 'simulator', 'playground'];

beforeEach(() => {
	clone = mkdtempSync(path.join(tmpdir(), 'smsbox-clone-'));
	const lockfiles = ['pnpm-lock.yaml', 'pnpm-workspace.yaml'];
	const manifests = [...workspace, 'playground/n8n1'].map((folder) => path.join(folder, 'package.json'));
	const ofN8n1 = lockfiles.map((file) => path.join('playground/n8n1', file));
	for (const folder of ['bin', 'tools', 'simulator', 'playground/n8n1'])
		mkdirSync(inClone(folder), { recursive: true });
	for (const file of ['tools/setup.mjs', ...lockfiles, ...manifests, ...ofN8n1])
		copyFileSync(path.join(root, file), inClone(file));
	installWith(0);
	for (const folder of workspace.slice(1)) mkdirSync(inClone(`${folder}/node_modules`));
});

afterEach(() => rmSync(clone, { recursive: true, force: true }));

it('repairs what another lockfile has half installed', () => {
	const lockfile = readFileSync(inClone('pnpm-lock.yaml'), 'utf8');
	expect(setUp().status).toBe(0);
	writeFileSync(inClone('pnpm-lock.yaml'), 'changed');
	installWith(7);
	expect(setUp().status).toBe(1);
	writeFileSync(inClone('pnpm-lock.yaml'), lockfile);
	installWith(0);
	expect(setUp().status).toBe(0);
	expect(calls().trim().split('\n')).toHaveLength(3);
});

describe('the installation', () => {
	it.each([
		['playground/package.json', 'pnpm-workspace.yaml'],
		['playground/n8n1/package.json', 'playground/n8n1/pnpm-workspace.yaml'],
	])('checks the Node.js that %s brings for n8n, and does not warn of another', (manifest, config) => {
		const { dependencies } = readJson(manifest, z.object({ dependencies: z.object({ node: z.string() }) }));
		const { nodeVersion } = z.object({ nodeVersion: z.string() }).parse(readYaml(read(config)));
		expect(nodeVersion).toBe(dependencies.node);
	});

	it.each([
		['setup', scripts.setup, '', ''],
		['setup:e2e', scripts['setup:e2e'], 'playground/n8n1', 'playground/n8n1/'],
	])(
		'by %s is made once for each lockfile, of what was fetched before if it can',
		(_, script, folder, beside) => {
			const once = new RegExp(
				`^${inClone(folder)}: --yes --prefer-offline pnpm@\\S+ install --frozen-lockfile .*\n$`,
			);
			for (let run = 0; run < 2; run++) expect(setUp(script)).toEqual({ status: 0, output: '' });
			expect(calls()).toMatch(once);
			writeFileSync(inClone(`${beside}pnpm-lock.yaml`), 'changed');
			setUp(script);
			expect(calls().trim().split('\n')).toHaveLength(2);
		},
	);

	it.each([
		['setup', scripts.setup],
		['setup:e2e', scripts['setup:e2e']],
	])('by %s says what to do where it fails, and is made again', (_, script) => {
		installWith(7);
		const { status, output } = setUp(script);
		expect(status).toBe(1);
		expect(output).toMatch(/sqlite3.*\n.*C\+\+ compiler/);
		installWith(0);
		expect(setUp(script)).toEqual({ status: 0, output: '' });
		expect(calls().trim().split('\n')).toHaveLength(2);
	});
});

describe('what sudo npm start has written', () => {
	// The files of another user can be made by root only.
	(process.getuid?.() === 0 ? it : it.skip)('is installed for the user too', () => {
		chmodSync(clone, 0o755);
		setUp();
		expect(setUp(scripts.setup, { uid: 65_534, gid: 65_534 })).toEqual({ status: 0, output: '' });
	});

	it.each([
		['the page', 'playground/README.md'],
		['the setup', 'tools/setup.mjs'],
		['the playground', 'playground/src/support/playgroundError.ts'],
	])("is all the user's after the remedy of %s: the build is root's as well", (_, file) => {
		expect(read(file).match(/sudo chown.*?(?=`| in this)/g)).toEqual(['sudo chown -R "$(id -u)" .']);
	});
});
