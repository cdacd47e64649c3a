/** What Architecture says of the code, and its tree of folders. */
import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { filesIn, read, root } from '../support/repository';
import { withoutCode } from './anchors';

const page = 'docs/contributing/architecture.md';
const withoutBlocks = withoutCode(read(page));

const files = ['nodes', 'credentials', 'protocol', 'simulator', 'playground', 'test', 'tools'].flatMap(
	filesIn,
);
const sources = files.filter(
	(file) => /\.(?:ts|mjs)$/.test(file) && file !== 'test/package/architecture.test.ts',
);
const words = new Set(['package.json', ...sources].flatMap((file) => read(file).match(/\w+/g) ?? []));

const named = [...withoutBlocks.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name);
const isFile = (name: string) => /\.(?:ts|mjs)$/.test(name) && !name.includes(' ');
const isFolder = (name: string) => /^[\w/]+\/$/.test(name);

it('names only files and folders that exist', () => {
	const missing = named.filter((name) => {
		if (isFolder(name))
			return !existsSync(path.join(root, name)) && !files.some((file) => file.includes(`/${name}`));
		return (
			isFile(name) &&
			!files.some((file) => file === name || (!name.includes('/') && file.endsWith(`/${name}`)))
		);
	});
	expect(named.filter(isFile).length).toBeGreaterThan(15);
	expect(missing).toEqual([]);
});

it('names only what the code calls so', () => {
	const identifiers = named
		.filter((name) => !isFile(name) && !isFolder(name))
		.flatMap((name) => name.match(/[A-Za-z_]{2,}\w*/g) ?? []);
	expect(identifiers.length).toBeGreaterThan(60);
	expect(identifiers.filter((name) => !words.has(name))).toEqual([]);
});

it('has a row for each stage of the pipeline', () => {
	const source = read('nodes/engine/execution/runItems.ts');
	const story = source.slice(source.indexOf('export async function runItems('));
	const own = [...source.matchAll(/^(?:async )?(?:function|const) (\w+)/gm)].map(([, name = '']) => name);
	const imported = [...source.matchAll(/^import \{([^}]*)\} from '\.\//gm)].flatMap(
		([, names = '']) => names.match(/\w+/g) ?? [],
	);
	const stageNames = new Set([...own, ...imported]);
	const body = story.slice(0, story.indexOf('\n}\n'));
	const called = [...new Set([...body.matchAll(/\b(\w+)\(/g)].map(([, name = '']) => name))].filter((name) =>
		stageNames.has(name),
	);
	const [, stages = ''] = /^\| Stage .*\n((?:\|.*\n)+)/m.exec(withoutBlocks) ?? [];
	const rows = [...stages.matchAll(/^\| `(\w+)`/gm)].map(([, name = '']) => name);
	expect(called.length).toBeGreaterThan(10);
	expect(rows.sort()).toEqual(called.sort());
});

it('has at most 2,000 words outside of tables and code', () => {
	const length = withoutBlocks.replace(/^\|.*$/gm, '').split(/\s+/).length;
	expect(length).toBeGreaterThan(500);
	expect(length).toBeLessThanOrEqual(2_000);
});

/** Made by a command, installed, or of a tool. */
const notOurs = /^(?:\.|node_modules$|dist$|coverage$|__schema__$)/;

interface Line {
	folder: string;
	purpose: string;
}

/** The lines of the tree, each with its whole path. */
function linesOfTree(): Line[] {
	const [, tree = ''] = /^```text\n((?: *[\w…-]+\/ .+\n)+)```$/m.exec(read(page)) ?? [];
	const parents: string[] = [];
	return [...tree.matchAll(/^((?: {2})*)([\w…-]+)\/ +(.*)$/gm)].map(
		([, indentation = '', name = '', purpose = '']) => {
			parents.splice(indentation.length / 2, parents.length, name);
			return { folder: parents.join('/'), purpose: purpose.trim() };
		},
	);
}

const foldersIn = (folder: string): string[] =>
	readdirSync(path.join(root, folder), { withFileTypes: true })
		.filter((entry) => entry.isDirectory() && !notOurs.test(entry.name))
		.map(({ name }) => path.posix.join(folder, name));

/** `Smsbox…` is every folder whose name starts like that. */
const isShownAs = (folder: string, shown: string): boolean =>
	shown.endsWith('…') ? folder.startsWith(shown.slice(0, -1)) : folder === shown;

describe(`the tree in ${page}`, () => {
	const lines = linesOfTree();
	const shown = lines.map(({ folder }) => folder);
	const parents = ['.', ...shown].filter(
		(folder) => folder === '.' || shown.some((other) => path.posix.dirname(other) === folder),
	);

	it('says what each folder is for', () => {
		expect(lines.length).toBeGreaterThanOrEqual(10);
		expect(lines.filter(({ purpose }) => purpose === '')).toEqual([]);
	});

	it('shows only folders that exist', () => {
		const missing = shown.filter((folder) => !folder.endsWith('…') && !existsSync(path.join(root, folder)));
		expect(missing).toEqual([]);
	});

	it('shows all folders beside those that it shows', () => {
		const hidden = parents
			.flatMap(foldersIn)
			.filter((folder) => !shown.some((line) => isShownAs(folder, line)));
		expect(hidden).toEqual([]);
	});
});
