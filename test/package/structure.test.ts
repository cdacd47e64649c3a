/** The layout of the repository: what a stranger finds without asking. */
import { readdirSync } from 'node:fs';
import { basename, join, posix } from 'node:path';
import ts from 'typescript';
import { filesIn, read, root } from '../support/repository';

const sourceFolders = ['nodes', 'protocol', 'credentials', 'simulator', 'playground', 'bench', 'tools'];
const skipped = new Set(['node_modules', 'dist', '__schema__', '.data']);

/** A folder and all folders in it. */
function foldersIn(folder: string): string[] {
	const inside = readdirSync(join(root, folder), { withFileTypes: true });
	const folders = inside.filter((entry) => entry.isDirectory() && !skipped.has(entry.name));
	return [folder, ...folders.flatMap(({ name }) => foldersIn(`${folder}/${name}`))];
}

const folders = sourceFolders.flatMap(foldersIn);
const entriesOf = (folder: string): string[] =>
	readdirSync(join(root, folder)).filter((name) => !skipped.has(name) && !name.startsWith('.'));

const files = sourceFolders
	.flatMap(filesIn)
	.filter((path) => path.endsWith('.ts') && !path.endsWith('.d.ts'));
const known = new Set(files);

interface Import {
	to: string;
	/** Whether it is there when the program runs. */
	isRuntime: boolean;
}

const isTypeOnly = (clause: ts.ImportClause | undefined): boolean => {
	if (clause === undefined) return false;
	if (clause.phaseModifier === ts.SyntaxKind.TypeKeyword) return true;
	const { name, namedBindings } = clause;
	if (name !== undefined || namedBindings === undefined || !ts.isNamedImports(namedBindings)) return false;
	return namedBindings.elements.every((element) => element.isTypeOnly);
};

function importsOf(path: string): Import[] {
	const source = ts.createSourceFile(path, read(path), ts.ScriptTarget.Latest);
	return source.statements.flatMap((statement) => {
		const isImport = ts.isImportDeclaration(statement);
		if (!isImport && !ts.isExportDeclaration(statement)) return [];
		const { moduleSpecifier } = statement;
		if (moduleSpecifier === undefined || !ts.isStringLiteral(moduleSpecifier)) return [];
		const target = posix.normalize(posix.join(posix.dirname(path), moduleSpecifier.text));
		const to = [`${target}.ts`, `${target}/index.ts`].find((candidate) => known.has(candidate));
		if (to === undefined) return [];
		return [{ to, isRuntime: !(isImport ? isTypeOnly(statement.importClause) : statement.isTypeOnly) }];
	});
}

const importsByFile = new Map(files.map((path) => [path, importsOf(path)]));

/** The files that can be reached from a file, the file itself only through a circle. */
function reachedFrom(path: string): Set<string> {
	const reached = new Set<string>();
	const open = [path];
	for (let next = open.pop(); next !== undefined; next = open.pop()) {
		for (const { to } of importsByFile.get(next) ?? []) {
			if (reached.has(to)) continue;
			reached.add(to);
			open.push(to);
		}
	}
	return reached;
}

test('no source folder has more than 15 entries, except those of operations', () => {
	const isOfOperations = (folder: string): boolean =>
		basename(folder) === 'operations' || entriesOf(folder).some((name) => name.endsWith('.operation.ts'));
	const full = folders.filter((folder) => !isOfOperations(folder) && entriesOf(folder).length > 15);
	expect(folders.length).toBeGreaterThan(60);
	expect(full.map((folder) => `${folder}: ${entriesOf(folder).length}`)).toEqual([]);
});

test('no file imports itself through others, types included', () => {
	expect(files.length).toBeGreaterThan(300);
	expect(files.filter((path) => reachedFrom(path).has(path))).toEqual([]);
});

test('no chain of runtime imports in the engine has more than six files', () => {
	const chains = new Map<string, string[]>();
	const longestFrom = (path: string): string[] => {
		const found = chains.get(path);
		if (found !== undefined) return found;
		const inside = (importsByFile.get(path) ?? []).filter(
			({ to, isRuntime }) => isRuntime && to.startsWith('nodes/engine/'),
		);
		const rest = inside.map(({ to }) => longestFrom(to)).sort((a, b) => b.length - a.length)[0] ?? [];
		chains.set(path, [path, ...rest]);
		return [path, ...rest];
	};
	const all = files.filter((path) => path.startsWith('nodes/engine/')).map(longestFrom);
	expect(Math.max(...all.map((chain) => chain.length))).toBeGreaterThan(3);
	expect(all.filter((chain) => chain.length > 6)).toEqual([]);
});

test('each exported name has one meaning in nodes and protocol, operations and resources aside', () => {
	const isNamedAfterValue = (path: string): boolean =>
		path.endsWith('.operation.ts') || (path.includes('/resources/') && path.endsWith('/index.ts'));
	const places = new Map<string, string[]>();
	for (const path of files.filter((one) => /^(nodes|protocol)\//.test(one) && !isNamedAfterValue(one))) {
		const text = read(path);
		const declared = /^export (?:async )?(?:const|function|class|interface|type) (\w+)/gm;
		for (const [, name = ''] of text.matchAll(declared)) {
			places.set(name, [...(places.get(name) ?? []), path]);
		}
	}
	expect(places.size).toBeGreaterThan(300);
	expect([...places].filter(([, where]) => where.length > 1)).toEqual([]);
});

it.each(['nodes', 'protocol', 'credentials'])(
	"%s is linted as the root says, by n8n's gates too",
	(folder) => {
		const configurations = foldersIn(folder)
			.flatMap((inside) => readdirSync(join(root, inside)))
			.filter((name) => name.startsWith('eslint.config.') || name.startsWith('.eslintrc'));
		expect(configurations).toEqual([]);
	},
);
