/** Nodes of the examples that a note tells a user to replace or remove: the others work without them. */
import { readdirSync } from 'node:fs';
import { z } from 'zod';
import { readWorkflow } from '../support/workflowJson';
import { examplesFolder, readExample } from './exampleHarness';

/** The names behind one of these verbs: `Replace **Orders** and **Split into items** with …` */
const named = /\b(?:replace|delete|remove) ((?:(?:, | and |, and )?\*\*[^*]+\*\*)+)([^.\n]*)/gi;
const keepsName = /same name|keep (?:its|their) name/;

const examples = readdirSync(examplesFolder).map((file) => file.replace('.json', ''));

/** Each list of nodes that a note has replaced or removed, and what is left without them. */
const cases = examples.flatMap((example) => {
	const { nodes: all, connections } = readWorkflow(readExample(example));
	const isNote = ({ type }: { type: string }) => type === 'n8n-nodes-base.stickyNote';
	const notes = all.filter(isNote).map(({ parameters }) => z.string().parse(parameters['content']));
	const nodes = all.filter((node) => !isNote(node));
	const lists = notes.flatMap((note) =>
		[...note.matchAll(named)]
			.filter(([, , rest = '']) => !keepsName.test(rest))
			.map(([, names = '']) => nodes.filter(({ name }) => names.includes(`**${name}**`))),
	);
	return lists
		.filter(({ length }) => length > 0)
		.map((list) => ({
			example,
			gone: list.map(({ name }) => name),
			left: nodes.filter((node) => !list.includes(node)),
			connections,
		}));
});

it.each(cases)('$example works without $gone', ({ gone, left, connections }) => {
	const isRead = (parameters: object) =>
		gone.some((name) => JSON.stringify(parameters).includes(`$('${name}')`));
	const next = gone.flatMap((name) => (connections[name]?.['main'] ?? []).flat().map((to) => to?.node));
	// What only takes the sample apart would drop all items of another source.
	const isSplit = (name: string, type: string) => type === 'n8n-nodes-base.splitOut' && next.includes(name);
	const broken = left.filter(({ name, type, parameters }) => isRead(parameters) || isSplit(name, type));
	expect(broken.map(({ name }) => name)).toEqual([]);
});

it('finds the nodes in the notes, which name them', () => {
	const notes = examples.map((example) => JSON.stringify(readExample(example).nodes)).join('\n');
	expect(notes.match(/\b(replace|delete|remove) (it|them|these)\b/gi)).toBeNull();
	expect(cases.map(({ gone }) => gone)).toContainEqual(['Run by hand', 'Orders', 'Split into items']);
});
