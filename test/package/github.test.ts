/** `.github/`: the forms for bugs and feature requests. */
import path from 'node:path';
import { z } from 'zod';
import { filesIn, read } from '../support/repository';
import { packageNodes } from '../support/smsbox';
import { readYaml } from '../support/yaml';

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
const forms = filesIn(folder)
	.filter((file) => path.basename(file) !== 'config.yml')
	.map((file) => [path.basename(file), form.parse(readYaml(read(file)))] as const);

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
		const names = packageNodes.map(({ description }) => description.displayName);
		const offered = asked.find(({ id }) => id === 'node')?.attributes.options ?? [];
		expect(offered).toEqual(expect.arrayContaining(names));
	});
});

it('who opens an issue takes a form, and reports a vulnerability in private', () => {
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
