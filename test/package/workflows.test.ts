/** `.github/`: what the workflows name exists, and a version cannot be published without its tests and its provenance. */
import { existsSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import { filesIn, read, readJson, root } from '../support/repository';
import { readYaml } from '../support/yaml';

const texts = z.record(z.string());
const step = z
	.object({
		name: z.string().optional(),
		uses: z.string().optional(),
		run: z.string().optional(),
		with: texts.default({}),
		env: texts.default({}),
	})
	.strict();
const job = z
	.object({
		name: z.string().optional(),
		uses: z.string().optional(),
		if: z.string().optional(),
		needs: z.union([z.string(), z.array(z.string())]).optional(),
		'runs-on': z.string().optional(),
		'timeout-minutes': z.string().optional(),
		environment: z.string().optional(),
		permissions: texts.default({}),
		strategy: z
			.object({
				'fail-fast': z.string(),
				matrix: z
					.object({ node: z.array(z.string()).default([]), target: z.array(z.string()).default([]) })
					.strict(),
			})
			.strict()
			.optional(),
		steps: z.array(step).default([]),
	})
	.strict();
const workflow = z
	.object({
		name: z.string(),
		on: z.record(z.unknown()),
		permissions: texts,
		concurrency: z.object({ group: z.string(), 'cancel-in-progress': z.string() }).strict(),
		jobs: z.record(job),
	})
	.strict();
type Job = z.infer<typeof job>;

const workflows = Object.fromEntries(
	filesIn('.github/workflows').map((file) => [path.basename(file), workflow.parse(readYaml(read(file)))]),
);
const manifest = readJson(
	'package.json',
	z.object({ scripts: texts, engines: z.object({ node: z.string() }), publishConfig: z.unknown() }),
);

function workflowNamed(file: string): z.infer<typeof workflow> {
	const found = workflows[file];
	if (found === undefined) throw new Error(`${file} is missing`);
	return found;
}

function jobNamed(file: string, name: string): Job {
	const found = workflowNamed(file).jobs[name];
	if (found === undefined) throw new Error(`${file} has no job ${name}`);
	return found;
}

const jobs = Object.entries(workflows).flatMap(([file, { jobs: own }]) =>
	Object.entries(own).map(([name, value]) => [`${file}: ${name}`, value] as const),
);
/** One for each target of the matrix, where it has any. */
const commandsOf = ({ steps, strategy }: Job) =>
	steps
		.flatMap(({ run = '' }) => run.split('\n'))
		.map((line) => line.trim())
		.filter(Boolean)
		.flatMap((line) =>
			line.includes('${{ matrix.target }}')
				? (strategy?.matrix.target ?? []).map((target) => line.replace('${{ matrix.target }}', target))
				: line,
		);
const actionsOf = ({ steps }: Job) => steps.flatMap(({ uses }) => uses ?? []);

/** The version of Node.js that a step sets up: as it is written, or every one of the matrix. */
function nodeVersionsOf({ steps, strategy }: Job): string[] {
	const wanted = steps.flatMap((one) => one.with['node-version'] ?? []);
	return wanted.flatMap((version) =>
		version.includes('matrix.node') ? (strategy?.matrix.node ?? []) : version,
	);
}

const partsOf = (version: string) => version.split('.').map(Number);

describe.each(jobs)('the job %s', (_title, given) => {
	it('runs only commands of this repository that exist', () => {
		const commands = commandsOf(given).join('\n');
		const scripts = [
			...[...commands.matchAll(/npm run ([\w:]+)/g)].map(([, name = '']) => name),
			...[...commands.matchAll(/npm (test|start)\b/g)].map(([, name = '']) => name),
		];
		expect(scripts.filter((name) => !(name in manifest.scripts))).toEqual([]);
		const files = [...commands.matchAll(/(?:node|npx jest) ((?:tools|test)\/\S+)/g)].map(
			([, file = '']) => file,
		);
		expect(files.filter((file) => !existsSync(path.join(root, file)))).toEqual([]);
	});

	it('runs on a Node.js that package.json allows', () => {
		const [, least = ''] = /^>=([\d.]+)$/.exec(manifest.engines.node) ?? [];
		const [leastMajor = NaN, leastMinor = NaN] = partsOf(least);
		const tooOld = nodeVersionsOf(given).filter((version) => {
			const [major = NaN, minor = Infinity] = partsOf(version);
			return !(major > leastMajor || (major === leastMajor && minor >= leastMinor));
		});
		expect(tooOld).toEqual([]);
	});

	it('takes actions by a version or a commit, and workflows that are here', () => {
		const actions = [...actionsOf(given), given.uses ?? []].flat();
		const outside = actions.filter((action) => !action.startsWith('./'));
		expect(
			outside.filter((action) => !/^[\w-]+\/[\w/-]+@(v\d+(\.\d+\.\d+)?|[0-9a-f]{40})$/.test(action)),
		).toEqual([]);
		const here = actions.filter((action) => action.startsWith('./'));
		expect(here.filter((file) => !existsSync(path.join(root, file)))).toEqual([]);
	});

	it('ends by itself some day', () => {
		const limited = given.uses !== undefined || Number(given['timeout-minutes']) > 0;
		expect(limited).toBe(true);
	});
});

const endToEnd = 'npm run test:e2e';

describe('the tests of a change', () => {
	const { on, jobs: all } = workflowNamed('test.yml');

	it('run for pull requests, for main, and before a version is published', () => {
		expect(on).toEqual({ pull_request: '', push: { branches: ['main'] }, workflow_call: '' });
	});

	it('run on the oldest Node.js that package.json allows, and on a newer one', () => {
		const [oldest, ...newer] = nodeVersionsOf(jobNamed('test.yml', 'test'));
		expect(`>=${oldest ?? ''}`).toBe(manifest.engines.node);
		expect(newer).not.toEqual([]);
	});

	it('are the same that .ci/run runs, except for the end-to-end tests', () => {
		const ofCi = [...read('.ci/run').matchAll(/^timed (npm .+?)(?: \|\|.*)?$/gm)].map(
			([, command]) => command,
		);
		expect(ofCi.length).toBeGreaterThan(0);
		expect([...commandsOf(jobNamed('test.yml', 'test')), endToEnd]).toEqual(ofCi);
		expect(Object.keys(all)).toEqual(['test']);
	});
});

describe('the tests of a night', () => {
	const { on, jobs: all } = workflowNamed('nightly.yml');

	it('run by themselves, on demand, and before a version is published', () => {
		expect(Object.keys(on)).toEqual(['schedule', 'workflow_dispatch', 'workflow_call']);
	});

	it('are those that take long', () => {
		const commands = Object.values(all).flatMap(commandsOf).join('\n');
		const mutation = manifest.scripts['mutate']?.split(' && ') ?? [];
		expect(mutation).toHaveLength(3);
		const long = [endToEnd, ...mutation, 'npm run test:histories', 'npm run soak', 'npm run bench'];
		expect(long.filter((command) => !commands.includes(command))).toEqual([]);
	});

	it('are the end-to-end tests alone for a version', () => {
		const forVersions = Object.entries(all).filter(([, given]) => given.if === undefined);
		expect(forVersions.map(([name]) => name)).toEqual(['e2e']);
		expect(commandsOf(jobNamed('nightly.yml', 'e2e'))).toContain(endToEnd);
	});

	const sources = filesIn('test/e2e').filter((file) => file.endsWith('.ts'));

	it('name files of end-to-end tests that exist', () => {
		const commands = commandsOf(jobNamed('nightly.yml', 'e2e'));
		const [named = ''] = commands.flatMap((command) => command.split(`${endToEnd} -- `).slice(1));
		const patterns = named.split(' ').filter((word) => !word.startsWith('--'));
		expect(patterns.length).toBeGreaterThan(2);
		const files = patterns.map((pattern) =>
			sources.filter((file) => file.includes(pattern) && file.endsWith('.test.ts')),
		);
		expect(files.map(({ length }) => length)).toEqual(patterns.map(() => 1));
	});

	it('have every program that the end-to-end tests ask for', () => {
		const asked = sources.flatMap((file) =>
			[...read(file).matchAll(/(?:debian: '|apt-get install )([a-z][\w-]+)(?!.*forImagesOnly)/g)].map(
				([, name = '']) => name,
			),
		);
		expect(asked).toEqual(expect.arrayContaining(['redis-server', 'caddy', 'chromium']));
		const commands = commandsOf(jobNamed('nightly.yml', 'e2e')).join('\n');
		expect(asked.filter((name) => !commands.includes(name))).toEqual([]);
	});
});

describe('publishing', () => {
	const { on, permissions, concurrency, jobs: all } = workflowNamed('publish.yml');

	it('begins with a tag, and with nothing else', () => {
		expect(on).toEqual({ push: { tags: ['v*'] } });
	});

	/** A job in full; of the actions, only their names, as Dependabot raises their commits. */
	const shown = ({ steps, ...settings }: Job) => ({
		...settings,
		steps: steps.map(({ uses, run = '', with: given, env }) => [
			uses?.split('@')[0] ?? run.trim(),
			...[given, env].filter((values) => Object.keys(values).length > 0),
		]),
	});
	const machine = { 'runs-on': 'ubuntu-24.04', permissions: {} };
	const download = ['actions/download-artifact', { name: 'release', path: 'release' }];
	const node = ['actions/setup-node', { 'node-version': '24' }];

	it('does nothing but this, and whatever fails ends it', () => {
		expect(Object.fromEntries(Object.entries(all).map(([name, given]) => [name, shown(given)]))).toEqual({
			test: { uses: './.github/workflows/test.yml', permissions: {}, steps: [] },
			e2e: { uses: './.github/workflows/nightly.yml', permissions: {}, steps: [] },
			pack: {
				...machine,
				name: 'Check and pack',
				'timeout-minutes': '20',
				steps: [
					['actions/checkout', { 'persist-credentials': 'false' }],
					node,
					['npm run setup'],
					['mkdir release\nnode tools/release.mjs "$GITHUB_REF_NAME" > release/notes.md'],
					['npm run build'],
					['npx jest test/package/tarball.test.ts'],
					['node tools/gates.mjs'],
					['node tools/pack.mjs release'],
					[
						'actions/upload-artifact',
						{ name: 'release', path: 'release/*.tgz\nrelease/notes.md\n', 'if-no-files-found': 'error' },
					],
				],
			},
			publish: {
				...machine,
				name: 'npm',
				needs: ['test', 'e2e', 'pack'],
				'timeout-minutes': '10',
				environment: 'npm',
				permissions: { 'id-token': 'write' },
				steps: [
					node,
					download,
					[
						[
							'if [ -n "$NPM_TOKEN" ]; then',
							"  echo '//registry.npmjs.org/:_authToken=${NPM_TOKEN}' > ~/.npmrc",
							'fi',
							'npm publish ./release/*.tgz --provenance --access public --ignore-scripts',
						].join('\n'),
						{ NPM_TOKEN: '${{ secrets.NPM_TOKEN }}' },
					],
				],
			},
			release: {
				...machine,
				name: 'GitHub release',
				needs: 'publish',
				'timeout-minutes': '10',
				permissions: { contents: 'write' },
				steps: [
					download,
					[
						'gh release create "$GITHUB_REF_NAME" release/*.tgz --repo "$GITHUB_REPOSITORY" --verify-tag \\\n  --title "$GITHUB_REF_NAME" --notes-file release/notes.md',
						{ GH_TOKEN: '${{ github.token }}' },
					],
				],
			},
		});
	});

	it('gives the right to publish to no other job', () => {
		expect(permissions).toEqual({ contents: 'read' });
		const others = jobs.filter(([, given]) => 'id-token' in given.permissions || given.environment === 'npm');
		expect(others.map(([title]) => title)).toEqual(['publish.yml: publish']);
	});

	it('gives secrets to that job alone', () => {
		const withSecrets = jobs.filter(([, { steps }]) =>
			steps.some((one) => JSON.stringify(one).includes('secrets.')),
		);
		expect(withSecrets.map(([title]) => title)).toEqual(['publish.yml: publish']);
	});

	it('is never broken off, nor done twice at once; its tests wait for themselves, not for it', () => {
		expect(concurrency).toEqual({ group: 'publish', 'cancel-in-progress': 'false' });
		expect(workflowNamed('test.yml').concurrency.group).toBe('test-${{ github.ref }}');
	});

	it('refuses to publish from anywhere else: package.json asks for provenance', () => {
		expect(manifest.publishConfig).toEqual({ access: 'public', provenance: true });
	});
});
