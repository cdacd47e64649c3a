/** `.github/`: the forms for bugs and feature requests, and what Dependabot may raise. */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import { nodeClasses } from '../support/smsbox';
import { readYaml } from '../support/yaml';
import { matchesPattern } from './dependabot';

const root = path.resolve(__dirname, '../..');
const read = (file: string) => readFileSync(path.join(root, file), 'utf8');
const repository = 'https://github.com/n8n-nodes-smsbox/n8n-nodes-smsbox';

const choice = z.union([
	z.string(),
	z.object({ label: z.string(), required: z.string().optional() }).strict(),
]);
const element = z
	.object({
		type: z.enum(['markdown', 'input', 'textarea', 'dropdown', 'checkboxes']),
		id: z.string().optional(),
		attributes: z
			.object({
				label: z.string().optional(),
				value: z.string().optional(),
				description: z.string().optional(),
				placeholder: z.string().optional(),
				options: z.array(choice).optional(),
			})
			.strict(),
		validations: z.object({ required: z.string() }).strict().optional(),
	})
	.strict();
const form = z
	.object({
		name: z.string().min(1),
		description: z.string().min(1),
		title: z.string(),
		labels: z.array(z.string()),
		body: z.array(element).min(1),
	})
	.strict();

const folder = '.github/ISSUE_TEMPLATE';
const forms = readdirSync(path.join(root, folder))
	.filter((file) => file !== 'config.yml')
	.map((file) => [file, form.parse(readYaml(read(path.join(folder, file))))] as const);

describe.each(forms)('the form %s', (_file, { body }) => {
	const asked = body.filter(({ type }) => type !== 'markdown');

	it('is one that GitHub shows: each question once, with a label', () => {
		const ids = asked.map(({ id = '' }) => id);
		expect(ids.filter((id) => !/^[\w-]+$/.test(id))).toEqual([]);
		expect(new Set(ids).size).toBe(ids.length);
		// Checkboxes are told apart by the labels of their boxes.
		expect(new Set(asked.map(({ attributes }) => attributes.label)).size).toBe(asked.length);
		expect(asked.filter(({ attributes }) => !attributes.label)).toEqual([]);
		const choosing = asked.filter(({ type }) => type === 'dropdown' || type === 'checkboxes');
		expect(choosing.filter(({ attributes }) => !attributes.options?.length)).toEqual([]);
	});

	it('asks first, and once more at the end, to leave out numbers, texts, the key and URLs', () => {
		const secrets = [/phone number/, /message text/, /key/, /webhook URL/];
		const [first] = body;
		const last = body.at(-1);
		const [promise] = last?.attributes.options ?? [];
		const told = typeof promise === 'object' ? promise : { label: '', required: '' };
		expect(secrets.filter((secret) => !secret.test(first?.attributes.value ?? ''))).toEqual([]);
		expect(secrets.filter((secret) => !secret.test(told.label))).toEqual([]);
		expect(told.required).toBe('true');
	});
});

describe('the form for a bug', () => {
	const bug = new Map(forms).get('bug_report.yml');
	const asked = (bug?.body ?? []).filter(({ validations }) => validations?.required === 'true');

	it('asks for what is needed to find it', () => {
		expect(asked.map(({ id }) => id)).toEqual(
			expect.arrayContaining(['node', 'operation', 'expected', 'actual', 'n8n', 'package']),
		);
	});

	it('offers every node', () => {
		const names = Object.values(nodeClasses).map((Node) => new Node().description.displayName);
		const offered = asked.find(({ id }) => id === 'node')?.attributes.options ?? [];
		expect(offered).toEqual(expect.arrayContaining(names));
	});
});

describe('who opens an issue', () => {
	it('takes a form, and reports a vulnerability in private', () => {
		const config = z
			.object({
				blank_issues_enabled: z.literal('false'),
				contact_links: z.array(
					z.object({ name: z.string(), url: z.string().url(), about: z.string() }).strict(),
				),
			})
			.strict()
			.parse(readYaml(read(path.join(folder, 'config.yml'))));
		const advisory = `${repository}/security/advisories/new`;
		expect(config.contact_links.map(({ url }) => url)).toContain(advisory);
		expect(read('SECURITY.md')).toContain(advisory);
	});
});

describe('Dependabot', () => {
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
	const dependencies = ['package.json', 'simulator/package.json', 'playground/package.json'].flatMap(
		(file) => {
			const { dependencies: own = {}, devDependencies = {} } = z
				.object({
					dependencies: z.record(z.string()).optional(),
					devDependencies: z.record(z.string()).optional(),
				})
				.parse(JSON.parse(read(file)));
			return Object.entries({ ...own, ...devDependencies }).flatMap(([name, version]) =>
				version.startsWith('workspace:') ? [] : [name],
			);
		},
	);
	const patterns = Object.values(npm?.groups ?? {}).flatMap((group) => group.patterns);
	const held = (npm?.ignore ?? []).map((one) => one['dependency-name']);

	it('knows every dependency: it is in a group, or held back', () => {
		const known = [...patterns, ...held];
		expect(dependencies.filter((name) => !known.some((pattern) => matchesPattern(pattern, name)))).toEqual(
			[],
		);
	});

	it('names none that is not there', () => {
		const unused = [...patterns, ...held].filter(
			(pattern) => !dependencies.some((name) => matchesPattern(pattern, name)),
		);
		expect(unused).toEqual([]);
	});

	it('raises the actions of the workflows too', () => {
		expect(updates.map((one) => one['package-ecosystem'])).toEqual(['npm', 'github-actions']);
	});
});
