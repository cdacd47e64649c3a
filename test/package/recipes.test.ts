import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';

const root = path.resolve(__dirname, '../..');
const read = (file: string) => readFileSync(path.join(root, file), 'utf8');

const workflow = z.object({
	nodes: z.array(z.object({ name: z.string(), type: z.string(), credentials: z.unknown() })),
});

/** Each recipe that has a file: the file, and what the page says below its heading. */
const recipes = read('docs/recipes.md')
	.split(/^#{2,3} /m)
	.flatMap((section) => {
		const [, file] = /\[[\w-]+\.json\]\(\.\.\/(examples\/[\w-]+\.json)\)/.exec(section) ?? [];
		return file === undefined ? [] : [{ file, section }];
	});

const lineOf = (section: string, begin: string): string | undefined =>
	new RegExp(`^- \\*\\*${begin}\\*\\*: ([^]*?)(?=\\n- |\\n\\n|$)`, 'm').exec(section)?.[1];

const namesIn = (text = ''): string[] => [...text.matchAll(/_([^_]+)_/g)].map(([, name = '']) => name);

describe('the recipes', () => {
	it('are all that can be imported, once each', () => {
		const examples = readdirSync(path.join(root, 'examples')).map((file) => `examples/${file}`);
		expect(recipes.map(({ file }) => file).sort()).toEqual(examples.sort());
	});

	it.each(recipes)('that of $file asks for the credential where it is needed', ({ file, section }) => {
		const { nodes } = workflow.parse(JSON.parse(read(file)));
		const needed = nodes.filter(({ credentials }) => credentials !== undefined).map(({ name }) => name);
		expect(namesIn(lineOf(section, 'Credential')).sort()).toEqual(needed.sort());
	});

	it.each(recipes)('that of $file names only nodes that it has', ({ file, section }) => {
		const { nodes } = workflow.parse(JSON.parse(read(file)));
		const names = nodes.map(({ name }) => name);
		const filledIn = namesIn(lineOf(section, 'Fill in'));
		expect(filledIn).not.toEqual([]);
		expect(filledIn.filter((name) => !names.includes(name))).toEqual([]);
	});

	it.each(recipes)('that of $file says where the URL of each trigger goes', ({ file, section }) => {
		const { nodes } = workflow.parse(JSON.parse(read(file)));
		const triggers = nodes.filter(({ type }) => /^n8n-nodes-smsbox\.\w+(?<!History)Trigger$/.test(type));
		// Each destination is introduced by the triggers whose URL goes there: "of _A_ and _B_, as …; of _C_, into …".
		const sources = (lineOf(section, 'URL') ?? '').split(/[;.] /).map((part) => part.split(', ')[0]);
		const named = sources.flatMap((source = '') => (/^of _/.test(source) ? namesIn(source) : []));
		expect(named).toEqual(triggers.map(({ name }) => name));
	});
});
