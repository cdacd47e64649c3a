/** The dependencies: their table in `docs/contributing/versions.md`, and what Dependabot may raise. */
import { z } from 'zod';
import { read, readJson } from '../support/repository';
import { readYaml } from '../support/yaml';

const folders = ['root', 'simulator', 'playground', 'playground/n8n1'];
const versions = z.record(z.string()).default({});
const manifestSchema = z.object({ dependencies: versions, devDependencies: versions });

const used = folders.flatMap((folder) => {
	const file = folder === 'root' ? 'package.json' : `${folder}/package.json`;
	const { dependencies, devDependencies } = readJson(file, manifestSchema);
	return Object.entries({ ...dependencies, ...devDependencies }).map(([name, version]) => ({
		folder,
		name,
		version,
	}));
});

const [, section = ''] = /^## Dependencies$([^]*?)^## /m.exec(read('docs/contributing/versions.md')) ?? [];
const rows = [...section.matchAll(/^\| `([^`]+)` +\| ([^|]+)\| ([^|]+)\| ([^|]*)\|$/gm)].map(
	([, name = '', places = '', purpose = '', heldBack = '']) => ({
		name,
		folders: places.trim().split(', '),
		purpose: purpose.trim(),
		heldBack: heldBack.trim(),
	}),
);
const cells = (from: typeof rows) =>
	from.flatMap(({ name, folders: places }) => places.map((folder) => `${name} in ${folder}`));

const update = z.object({
	'package-ecosystem': z.string(),
	directory: z.string(),
	groups: z.record(z.object({ patterns: z.array(z.string()) })),
	ignore: z.array(z.object({ 'dependency-name': z.string() })).default([]),
});
const { updates } = z
	.object({ version: z.literal('2'), updates: z.array(update) })
	.parse(readYaml(read('.github/dependabot.yml')));
const npm = updates.find((one) => one['package-ecosystem'] === 'npm');
const patterns = Object.values(npm?.groups ?? {}).flatMap((group) => group.patterns);
const held = (npm?.ignore ?? []).map((one) => one['dependency-name']);

/** Whether a pattern in Dependabot's configuration includes a package. */
const matchesPattern = (pattern: string, name: string): boolean =>
	pattern.endsWith('*') ? name.startsWith(pattern.slice(0, -1)) : name === pattern;

it('has a row for each dependency, and a purpose in each row', () => {
	expect(used.length).toBeGreaterThan(30);
	expect(cells(rows).sort()).toEqual(used.map(({ name, folder }) => `${name} in ${folder}`).sort());
	expect(rows.filter(({ purpose }) => purpose.length < 5)).toEqual([]);
});

it('is right that all versions are exact', () => {
	const loose = used.filter(({ version }) => !/^\d+\.\d+\.\d+$/.test(version));
	expect(loose.map(({ name, version }) => `${name} ${version}`)).toEqual(['smsbox-simulator workspace:*']);
});

it('names the reason for each package that Dependabot holds back', () => {
	const isHeld = (name: string) => held.some((pattern) => matchesPattern(pattern, name));
	expect(held).not.toEqual([]);
	const reasons = rows.filter(({ heldBack }) => heldBack !== '').map(({ name }) => name);
	expect(reasons).toEqual(rows.map(({ name }) => name).filter(isHeld));
});

describe('Dependabot', () => {
	const raised = used
		.filter(({ folder, version }) => folder !== 'playground/n8n1' && !version.startsWith('workspace:'))
		.map(({ name }) => name);

	it('knows every dependency: it is in a group, or held back', () => {
		const unknown = raised.filter(
			(name) => ![...patterns, ...held].some((pattern) => matchesPattern(pattern, name)),
		);
		expect(unknown).toEqual([]);
	});

	it('names none that is not there', () => {
		const unused = [...patterns, ...held].filter(
			(pattern) => !raised.some((name) => matchesPattern(pattern, name)),
		);
		expect(unused).toEqual([]);
	});

	it('raises the actions of the workflows too', () => {
		expect(updates.map((one) => one['package-ecosystem'])).toEqual(['npm', 'github-actions']);
	});
});
