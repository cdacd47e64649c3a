import { existsSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import { read, readJson, root } from '../support/repository';
import { MadeUpPackage } from './madeUpPackage';

const { scripts } = readJson('package.json', z.object({ scripts: z.object({ demo: z.string() }) }));

const made = new MadeUpPackage();
afterEach(() => made.remove());

/** That they pass a package without findings is seen where `npm test` runs them on this one. */
describe("n8n's gates", () => {
	const gates = (folder = made.folder) => made.run('tools/gates.mjs', folder);
	const manifest = {
		name: 'n8n-nodes-made-up',
		version: '0.0.1',
		description: 'Nothing that anybody would install',
		keywords: ['n8n-community-node-package'],
		license: 'MIT',
		author: { name: 'Nobody', email: 'nobody@example.org' },
		homepage: 'https://example.org',
		repository: { type: 'git', url: 'https://example.org/nothing.git' },
		files: ['dist'],
		n8n: { n8nNodesApiVersion: 1, strict: true, nodes: ['dist/nodes/X/X.node.js'] },
		peerDependencies: { 'n8n-workflow': '*' },
	};

	const defaultConfig = "import { config } from '@n8n/node-cli/eslint';\n\nexport default config;\n";
	beforeEach(() => {
		symlinkSync(path.join(root, 'node_modules'), path.join(made.folder, 'node_modules'), 'junction');
		made.write('eslint.config.mjs', defaultConfig);
		made.write('package.json', JSON.stringify(manifest));
		made.write('dist/nodes/X/X.node.js', 'exports.X = class X {};\n');
	});

	it('fail where the configuration is not the one that n8n gives', () => {
		made.write('eslint.config.mjs', `${defaultConfig}export const rules = {};\n`);
		const { status, output } = gates();
		expect(status).toBe(1);
		expect(output).toMatch(/lint: failed\n[^]*Strict mode violation/);
		expect(output).toMatch(/cloud-support: failed\n[^]*NOT eligible for n8n Cloud verification/);
	});

	it("fail with each finding, silenced or not: n8n's rules for what is published, each other folder's own", () => {
		made.write('package.json', JSON.stringify({ ...manifest, dependencies: { lodash: '4.17.21' } }));
		made.write('nodes/X/helper.ts', '/* eslint-disable */\nexport const home = process.env;\n');
		made.write('dist/nodes/X/X.node.js', "/* eslint-disable */\nexports.fs = require('node:fs');\n");
		made.write('protocol/x.ts', 'console.log(1);\n');
		made.write('test/x.ts', 'console.log(1);\n');
		made.write('test/eslint.config.mjs', read('test/eslint.config.mjs'));
		const { status, output } = gates();
		expect(status).toBe(1);
		expect(output).toMatch(/lint: failed\n[^]*protocol\/x\.ts[^]*no-console/);
		expect(output).not.toContain('test/x.ts');
		expect(output).toContain('no-runtime-dependencies');
		expect(output).toMatch(/helper\.ts[^]*no-restricted-globals/);
		expect(output).toMatch(/X\.node\.js[^]*no-restricted-imports/);
	});

	it('ask for a build where there is none', () => {
		rmSync(path.join(made.folder, 'dist'), { recursive: true });
		expect(gates()).toEqual({ status: 1, output: expect.stringContaining('dist/nodes/X/X.node.js') });
	});
});

describe('gulp assets', () => {
	const gulp = () => {
		const bin = 'node_modules/gulp/bin/gulp.js';
		return made.run(bin, 'assets', '--gulpfile', path.join(root, 'gulpfile.js'), '--cwd', made.folder);
	};
	const inDist = (file: string) => path.join(made.folder, 'dist', file);

	it('copies icons, codex files and output schemas byte for byte', () => {
		const bytes = Buffer.from([0x3c, 0xe9, 0xff, 0x00, 0x3e]);
		const files = [
			'nodes/X/x.svg',
			'nodes/X/X.node.json',
			'nodes/X/__schema__/v1.0.0/thing/get.json',
			'credentials/x.svg',
		];
		for (const file of files) made.write(file, bytes);
		made.write('nodes/X/notes.txt', 'not shipped');
		expect(gulp().status).toBe(0);
		for (const file of files) expect(readFileSync(inDist(file))).toEqual(bytes);
		expect(existsSync(inDist('nodes/X/notes.txt'))).toBe(false);
	});

	it('removes from dist what has no source any more, and nothing else', () => {
		made.write('nodes/X/kept.ts', '');
		made.write('dist/nodes/X/kept.js', 'kept');
		made.write('dist/nodes/X/gone.js', 'stale');
		made.write('dist/nodes/X/gone.svg', 'stale');
		expect(gulp().status).toBe(0);
		expect(existsSync(inDist('nodes/X/kept.js'))).toBe(true);
		expect(existsSync(inDist('nodes/X/gone.js'))).toBe(false);
		expect(existsSync(inDist('nodes/X/gone.svg'))).toBe(false);
	});
});

describe('npm run demo', () => {
	const [program, script = '', ...words] = scripts.demo.split(' ');

	it('takes --film, which records the film for reviewers', () => {
		expect(program).toBe('node');
		// Jest refuses a switch that it doesn't know.
		const { status, output } = made.run(script, ...words, '--film', '--listTests');
		expect({ status, tests: output.match(/demo\w*\.test\.ts/g)?.sort() }).toEqual({
			status: 0,
			tests: ['demo.test.ts', 'demoFilm.test.ts'],
		});
	});

	it('sets the variables that the tests read', () => {
		const variables = (file: string) => new Set(read(file).match(/SMSBOX_E2E_(?:LONG|IMAGES|FILM)/g));
		expect(variables(script)).toEqual(variables('test/e2e/support/report.ts'));
		expect(variables(script).size).toBe(3);
	});

	it('is described with its option', () => {
		expect(read('docs/contributing/testing.md')).toContain('npm run demo -- --film');
	});
});
