import { execFileSync } from 'node:child_process';
import {
	cpSync,
	mkdirSync,
	mkdtempSync,
	readdirSync,
	readFileSync,
	rmSync,
	statSync,
	symlinkSync,
	writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { z } from 'zod';
import { readJson, root } from '../support/repository';

/** Bytes. What users download; n8n installs it while they wait. */
const sizeLimit = 210_000;

const icons = z.array(z.object({ theme: z.string(), name: z.string(), shipped: z.boolean() }));
const loadedPackage = z.object({
	scripts: z.number(),
	nodes: z.array(
		z.object({
			file: z.string(),
			name: z.string(),
			version: z.union([z.number(), z.array(z.number())]),
			usableAsTool: z.boolean(),
			trigger: z.boolean(),
			credentials: z.array(z.string()),
			tested: z.boolean(),
			icons,
		}),
	),
	credentials: z.array(
		z.object({
			file: z.string(),
			name: z.string(),
			icons,
		}),
	),
});
const manifest = z.object({
	name: z.literal('n8n-nodes-smsbox'),
	keywords: z.array(z.string()),
	license: z.literal('MIT'),
	main: z.literal('index.js'),
	peerDependencies: z.record(z.string()),
	n8n: z.object({
		n8nNodesApiVersion: z.literal(1),
		nodes: z.array(z.string()),
		credentials: z.array(z.string()),
	}),
});

/** As n8n does it, only without a network: unpacked, without its peer and its development tools, then npm's install. */
function install(content: string, into: string): void {
	cpSync(content, into, { recursive: true });
	const file = path.join(into, 'package.json');
	const { devDependencies, peerDependencies, ...installed } = z
		.record(z.unknown())
		.parse(JSON.parse(readFileSync(file, 'utf8')));
	expect([devDependencies, peerDependencies]).not.toContain(undefined);
	writeFileSync(file, JSON.stringify(installed));
	const switches = [
		'--audit=false',
		'--fund=false',
		'--bin-links=false',
		'--install-strategy=shallow',
		'--ignore-scripts=true',
		'--package-lock=false',
	];
	execFileSync('npm', ['install', '--offline', ...switches], {
		cwd: into,
		shell: process.platform === 'win32',
		stdio: 'pipe',
	});
}

function filesIn(folder: string): string[] {
	return readdirSync(folder, { recursive: true, withFileTypes: true })
		.filter((entry) => entry.isFile())
		.map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)).split(path.sep).join('/'));
}

describe('the published package', () => {
	let folder: string;
	let content: string;
	let installed: string;
	let files: string[];
	let tarballSize: number;
	let packageJson: unknown;

	beforeAll(() => {
		folder = mkdtempSync(path.join(tmpdir(), 'smsbox-package-'));
		execFileSync(process.execPath, [path.join(root, 'tools/pack.mjs'), folder]);
		content = path.join(folder, 'package');
		files = filesIn(content);
		const tarball = readdirSync(folder).filter((name) => name.endsWith('.tgz'));
		tarballSize = Math.max(...tarball.map((name) => statSync(path.join(folder, name)).size));
		packageJson = JSON.parse(readFileSync(path.join(content, 'package.json'), 'utf8'));
		installed = path.join(folder, 'node_modules/n8n-nodes-smsbox');
		mkdirSync(installed, { recursive: true });
		install(content, installed);
		// The one package that n8n provides.
		symlinkSync(path.join(root, 'node_modules/n8n-workflow'), path.join(folder, 'node_modules/n8n-workflow'));
	});

	afterAll(() => rmSync(folder, { recursive: true, force: true }));

	let loaded: z.infer<typeof loadedPackage> | undefined;
	/** Loads it for the first test that needs it. */
	function load(): z.infer<typeof loadedPackage> {
		const script = path.join(__dirname, 'loadPackage.mjs');
		loaded ??= loadedPackage.parse(
			JSON.parse(execFileSync(process.execPath, [script, installed], { encoding: 'utf8' })),
		);
		return loaded;
	}

	it('holds only what runs, and what a reader needs', () => {
		const runs =
			/^dist\/(protocol\/.+\.js|credentials\/.+\.(js|svg)|nodes\/.+(\.js|\.svg|\.node\.json|__schema__\/.+\.json))$/;
		const read = ['package.json', 'index.js', 'README.md', 'LICENSE'];
		expect(files.filter((file) => !runs.test(file) && !read.includes(file))).toEqual([]);
		expect(files).toEqual(expect.arrayContaining(read));
	});

	it('has a name that no other package of the repository has: the scan of n8n finds its sources by it', () => {
		const names = ['simulator', 'playground', 'playground/n8n1'].map((workspace) =>
			readJson(`${workspace}/package.json`, z.object({ name: z.string() })),
		);
		expect(names.map(({ name }) => name)).not.toContain(manifest.parse(packageJson).name);
	});

	it('holds no file whose source is gone, and no map to one that is not shipped', () => {
		const compiled = files.filter((file) => /^dist\/.+\.js$/.test(file));
		const sources = compiled.map((file) => file.replace(/^dist\//, '').replace(/\.js$/, '.ts'));
		expect(sources.filter((source) => !statSync(path.join(root, source), { throwIfNoEntry: false }))).toEqual(
			[],
		);
		const texts = compiled.map((file) => readFileSync(path.join(content, file), 'utf8'));
		expect(texts.filter((text) => text.includes('sourceMappingURL'))).toEqual([]);
	});

	it(`is smaller than ${sizeLimit / 1000} kB`, () => {
		expect(tarballSize).toBeGreaterThan(0);
		expect(tarballSize).toBeLessThan(sizeLimit);
	});

	it('has no dependency, and runs nothing when it is installed', () => {
		expect(packageJson).toEqual(expect.objectContaining({ peerDependencies: { 'n8n-workflow': '*' } }));
		const declared = Object.keys(z.record(z.unknown()).parse(packageJson));
		const unwanted = [
			'dependencies',
			'optionalDependencies',
			'bundledDependencies',
			'bundleDependencies',
			'overrides',
		];
		expect(declared.filter((name) => unwanted.includes(name))).toEqual([]);
		const { scripts } = z.object({ scripts: z.record(z.string()) }).parse(packageJson);
		expect(
			Object.keys(scripts).filter((name) => /^(pre|post)?(install|prepare|publish|pack)/.test(name)),
		).toEqual([]);
	});

	it('tells n8n which nodes and which credential it brings, all of them', () => {
		const { keywords, n8n } = manifest.parse(packageJson);
		expect(keywords).toContain('n8n-community-node-package');
		expect([...n8n.nodes].sort()).toEqual(files.filter((file) => file.endsWith('.node.js')).sort());
		expect(n8n.credentials).toEqual(files.filter((file) => file.endsWith('.credentials.js')));
		const codex = n8n.nodes.map((file) => file.replace(/\.js$/, '.json'));
		expect(files).toEqual(expect.arrayContaining(codex));
	});

	it('installs from the tarball alone: npm has nothing to fetch, and adds nothing', () => {
		expect(filesIn(installed).sort()).toEqual([...files].sort());
	});

	it('loads with nothing but n8n-workflow beside it, every file of it', () => {
		expect(load().scripts).toBe(files.filter((file) => file.endsWith('.js')).length);
	});

	it('has icons for light and dark beside every node and the credential', () => {
		const { nodes, credentials } = load();
		for (const { file, icons: found } of [...nodes, ...credentials]) {
			expect({ file, found: found.map(({ theme, shipped }) => [theme, shipped]) }).toEqual({
				file,
				found: [
					['light', true],
					['dark', true],
				],
			});
			expect(new Set(found.map(({ name }) => name)).size).toBe(2);
		}
	});

	it('has icons that are square drawings without letters, a dark one for each light one', () => {
		const svgs = files.filter((file) => file.endsWith('.svg'));
		const drawings = svgs.map((file) => readFileSync(path.join(content, file), 'utf8'));
		expect(drawings.filter((svg) => !/^<svg [^>]*viewBox="0 0 (\d+) \1"/.test(svg))).toEqual([]);
		expect(drawings.filter((svg) => /<(text|image|script|style|foreignObject)\b|href/.test(svg))).toEqual([]);
		expect(new Set(drawings).size).toBe(svgs.length);
		const light = svgs.filter((file) => !file.endsWith('.dark.svg'));
		expect(svgs).toEqual(expect.arrayContaining(light.map((file) => file.replace(/\.svg$/, '.dark.svg'))));
	});

	it('names its nodes as saved workflows know them', () => {
		const { nodes, credentials } = load();
		for (const { file, name, version, trigger, usableAsTool, tested } of nodes) {
			const className = path.basename(file, '.node.js');
			expect(name).toBe(`${className.charAt(0).toLowerCase()}${className.slice(1)}`);
			const [first] = [version].flat();
			expect({ name, first, usableAsTool }).toEqual({
				name,
				first: trigger ? 2 : 1,
				usableAsTool: !trigger,
			});
			expect({ name, tested }).toEqual({ name, tested: true });
		}
		const used = nodes.flatMap((node) => node.credentials);
		expect(new Set(used)).toEqual(new Set(['smsboxApi']));
		expect(credentials.map(({ name }) => name)).toEqual(['smsboxApi']);
	});
});
