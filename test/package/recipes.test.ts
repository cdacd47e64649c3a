import { z } from 'zod';
import { filesIn, read, readJson } from '../support/repository';
import { anchorOf } from './anchors';

const workflow = z.object({
	nodes: z.array(
		z.object({
			name: z.string(),
			type: z.string(),
			credentials: z.record(z.string(), z.object({ id: z.string() })).optional(),
			parameters: z.object({ content: z.string().optional() }),
		}),
	),
});

const files = filesIn('examples');
const page = read('docs/recipes.md');

/** The types of the credentials that the playground creates. */
const inPlayground = ['smsboxApi', 'openAiApi'];

/** A workflow's nodes, and its note on how to set it up: the page sends everyone there. */
function exampleOf(file: string) {
	const { nodes } = readJson(file, workflow);
	const notes = nodes.map(({ parameters }) => parameters.content ?? '');
	return { nodes, setUp: notes.find((note) => note.includes('**To set it up**')) ?? '' };
}

describe('the recipes', () => {
	it('are all that can be imported, once each, below a heading', () => {
		const sections = page.split(/^### /m).slice(1);
		const linked = sections.flatMap((section) =>
			[...section.matchAll(/\[[\w-]+\.json\]\(\.\.\/(examples\/[\w-]+\.json)\)/g)].map(([, file]) => file),
		);
		expect(linked.sort()).toEqual([...files].sort());
	});

	it('say which of them need a second key or a database, which the playground has not', () => {
		const [sentence = ''] = /All but [^\n]* run in the \[playground\]/.exec(page) ?? [];
		const lacking = files.filter((file) => {
			const all = exampleOf(file).nodes.flatMap(({ credentials }) => Object.entries(credentials ?? {}));
			const keys = all.filter(([type]) => type === 'smsboxApi').map(([, { id }]) => id);
			return new Set(keys).size > 1 || all.some(([type]) => !inPlayground.includes(type));
		});
		const linked = [...sentence.matchAll(/\(#([\w-]+)\)/g)].map(([, anchor = '']) => anchor);
		const sections = page.split(/^### /m).filter((section) => lacking.some((file) => section.includes(file)));
		expect(linked).toEqual(sections.map((section) => anchorOf(section.split('\n')[0] ?? '')));
		expect(linked).not.toEqual([]);
	});

	it.each(files)('the note of %s has no other workflow wait behind its filters', (file) => {
		expect(exampleOf(file).setUp).not.toMatch(/let this one call/);
	});

	it('are each found in the table at the top', () => {
		const [, table = '', below = ''] = /(\| To \| Use \|\n[^]*?)\n## ([^]*)/.exec(page) ?? [];
		const headings = [...below.matchAll(/^### (.+)$/gm)].map(([, heading = '']) => anchorOf(heading));
		expect(headings.length).toBe(files.length);
		expect(headings.filter((anchor) => !table.includes(`(#${anchor})`))).toEqual([]);
	});

	it.each(files)(
		'the note of %s names each node that needs the credential, and each trigger with a URL',
		(file) => {
			const { nodes, setUp } = exampleOf(file);
			const needing = nodes.filter(({ credentials }) => credentials !== undefined);
			const triggers = nodes.filter(({ type }) => /^n8n-nodes-smsbox\.\w+(?<!History)Trigger$/.test(type));
			const unnamed = [...needing, ...triggers].filter(({ name }) => !setUp.includes(`**${name}**`));
			expect(unnamed.map(({ name }) => name)).toEqual([]);
			if (triggers.length > 0) expect(setUp).toMatch(/production\*? URL/i);
		},
	);
});
