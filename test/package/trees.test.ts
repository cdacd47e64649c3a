/** The trees of folders in the documents. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

const root = path.resolve(__dirname, '../..');

/** Made by a command, installed, or of a tool. */
const notOurs = /^(?:\.|node_modules$|dist$|coverage$|__schema__$)/;

interface Line {
	folder: string;
	purpose: string;
}

/** The lines of a page's tree, each with its whole path. */
function treeIn(page: string): Line[] {
	const text = readFileSync(path.join(root, page), 'utf8');
	const [, tree = ''] = /^```text\n((?: *[\w…-]+\/ .+\n)+)```$/m.exec(text) ?? [];
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

const page = 'docs/contributing/architecture.md';

describe(`the tree in ${page}`, () => {
	const lines = treeIn(page);
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
