/** The table of dependencies in `docs/contributing/versions.md`. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import { readYaml } from '../support/yaml';
import { matchesPattern } from './dependabot';

const root = path.resolve(__dirname, '../..');
const read = (file: string) => readFileSync(path.join(root, file), 'utf8');

const folders = ['root', 'simulator', 'playground', 'playground/n8n1'];
const versions = z.record(z.string()).default({});
const manifestSchema = z.object({ dependencies: versions, devDependencies: versions });

const used = folders.flatMap((folder) => {
	const file = folder === 'root' ? 'package.json' : `${folder}/package.json`;
	const { dependencies, devDependencies } = manifestSchema.parse(JSON.parse(read(file)));
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
	const schema = z.object({
		updates: z.array(z.object({ ignore: z.array(z.object({ 'dependency-name': z.string() })).default([]) })),
	});
	const ignored = schema
		.parse(readYaml(read('.github/dependabot.yml')))
		.updates.flatMap(({ ignore }) => ignore.map((entry) => entry['dependency-name']));
	const isIgnored = (name: string) => ignored.some((pattern) => matchesPattern(pattern, name));
	expect(ignored).not.toEqual([]);
	const reasons = rows.filter(({ heldBack }) => heldBack !== '').map(({ name }) => name);
	expect(reasons).toEqual(rows.map(({ name }) => name).filter(isIgnored));
});
