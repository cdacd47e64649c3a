import path from 'node:path';
import type { INodeProperties } from 'n8n-workflow';
import { z } from 'zod';
import { insideOf, withInside } from '../support/registry';
import { filesIn, read, readJson } from '../support/repository';
import { packageNodes, PACKAGE } from '../support/smsbox';
import { optionLists } from '../../nodes/engine/operations/optionLists';

const codex = z.object({
	resources: z.object({ primaryDocumentation: z.tuple([z.object({ url: z.string() })]) }),
});

/** The page that a node's panel leads to. */
function pageOf(className: string): string {
	const { resources } = readJson(`nodes/${className}/${className}.node.json`, codex);
	return resources.primaryDocumentation[0].url.replace(/^.*\/blob\/main\//, '');
}

const nodes = packageNodes.map(({ className, description }) => ({
	name: description.name,
	className,
	description,
	page: pageOf(className),
}));
const isTrigger = ({ name }: { name: string }) => name.endsWith('Trigger');

/** What every page has, in this order; an action's operations come before it. */
const parts = {
	trigger: ['Set up', 'Parameters', 'Output', 'Examples'],
	action: ['Errors', 'Examples'],
};

/** What all triggers have in common: one page has it, with these parts, and every trigger's page leads there. */
const sharedByTriggers = {
	page: 'docs/nodes/triggers.md',
	parts: ['Set up', 'Parameters', 'Options', 'Output', 'Responses to SMSBOX', 'Lost events', 'Security'],
};

/** The same for the nodes that send. */
const sharedBySending = {
	page: 'docs/nodes/sending.md',
	parts: ['To', 'Texts', 'Options', 'Dry Run', 'Output'],
};

/** The page with the statuses of SMS, which the history has, too. */
const reports = 'docs/nodes/delivery-report-trigger.md';

/** The page about questions and answers: every node whose page leads there has it in common. */
const conversations = 'docs/conversations.md';

const headingsIn = (text: string): string[] =>
	[...text.matchAll(/^## (.+)$/gm)].map(([, heading = '']) => heading);

const optionsIn = (properties: INodeProperties[]): string[] =>
	properties
		.filter(({ name }) => optionLists.includes(name))
		.flatMap(insideOf)
		.map(({ displayName }) => displayName);

/** The pages that say what a node has in common with others. */
function sharedPagesOf(node: (typeof nodes)[number]): string[] {
	if (node.description.polling === true) return [reports];
	if (isTrigger(node)) return [sharedByTriggers.page];
	const options = optionsIn(node.description.properties);
	return [
		...(options.includes('Deduplication Key') ? [sharedBySending.page] : []),
		...(options.includes('Limit Wait Time') ? [conversations] : []),
	];
}

const workflow = z.object({ nodes: z.array(z.object({ type: z.string() })) });

/** The examples that have a node of this type. */
const examplesWith = (type: string): string[] =>
	filesIn('examples').filter((file) => readJson(file, workflow).nodes.some((node) => node.type === type));

const schema = z.object({ properties: z.record(z.unknown()) });

/** The members of a node's outputs, as its output schemas have them. */
const membersOf = (className: string): string[] =>
	filesIn(`nodes/${className}`)
		.filter((file) => file.includes('/__schema__/'))
		.flatMap((file) => Object.keys(readJson(file, schema).properties));

/** Fields whose choices a page sums up: the days of a week. */
const summedUp = new Set(['First Day', 'Last Day']);

/** A list of statuses shows their codes as well; the page has them in a column of their own. */
const withoutCode = (choice: string) => choice.replace(/ \(-?\d+\)$/, '');

describe.each(nodes)('the page of $name', (node) => {
	const text = read(node.page);
	// What several nodes have in common is explained once.
	const shared = sharedPagesOf(node).map(read).join('\n');

	it('has the parts that all such pages have, in their order', () => {
		const wanted = isTrigger(node) ? parts.trigger : parts.action;
		expect(headingsIn(text).filter((heading) => wanted.includes(heading))).toEqual(wanted);
	});

	it('begins with the name and the type of the node', () => {
		expect(text.startsWith(`# ${node.description.displayName}\n`)).toBe(true);
		expect(text).toContain(`\`${PACKAGE}.${node.name}\``);
	});

	it('leads to every example that uses the node', () => {
		const wanted = examplesWith(`${PACKAGE}.${node.name}`).map((file) => `(../../${file})`);
		const [, examples = ''] = text.split('\n## Examples\n');
		expect(wanted).not.toEqual([]);
		expect(wanted.filter((link) => !examples.includes(link))).toEqual([]);
	});

	it('names every choice of every field', () => {
		const choices = node.description.properties
			.flatMap(withInside)
			.filter(({ displayName }) => !summedUp.has(displayName))
			.flatMap(({ options = [] }) =>
				options.flatMap((option) => ('value' in option ? [withoutCode(option.name)] : [])),
			);
		expect(choices.filter((choice) => !text.includes(choice) && !shared.includes(choice))).toEqual([]);
	});

	it('names every member of every output', () => {
		const members = membersOf(node.className);
		expect(members).not.toEqual([]);
		expect(members.filter((member) => !new RegExp(`\\b${member}\\b`).test(text + shared))).toEqual([]);
	});
});

describe.each([sharedByTriggers, sharedBySending])(
	'the page of what is shared, $page',
	({ page, parts: wanted }) => {
		const text = read(page);
		const pages = nodes.filter((node) => sharedPagesOf(node).includes(page));

		it('has its parts, and each of its nodes leads there', () => {
			expect(headingsIn(text)).toEqual(wanted);
			expect(pages.length).toBeGreaterThan(2);
			const without = pages.filter((node) => !read(node.page).includes(`(${path.basename(page)}#options)`));
			expect(without.map(({ name }) => name)).toEqual([]);
		});
	},
);
