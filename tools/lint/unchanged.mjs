/**
 * Recognizes TypeScript files in which ESLint would find what it found before: nothing.
 *
 * ESLint's own cache compares a file with itself only, and would hide what a type that changed elsewhere makes of it.
 * Here, a file's key covers all that its findings depend on: the file, each file that it imports, directly or not, and
 * what all files share.
 */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { version } from 'node:process';
import ts from 'typescript';

/** Packages, rules and compiler options; and what n8n's rules read of the package. */
const shared =
	/^(pnpm-lock\.yaml|pnpm-workspace\.yaml|(.*\/)?package\.json|(.*\/)?tsconfig[^/]*\.json|tools\/lint\.mjs|tools\/lint\/.*|(nodes|credentials)\/.*\.(svg|node\.json))$/;
const extensions = ['.ts', '.json', '.mjs', '.yaml', '.svg'];
const leftOut = ['**/node_modules', '**/coverage', 'playground/.data', '.stryker-tmp'];

/** Declares names for files that don't import it. */
const declaresForAll = /^\s*declare (global|module)\b/m;

const hashOf = (...parts) => createHash('sha256').update(JSON.stringify(parts)).digest('hex');

/**
 * @param {string} root the repository's folder
 * @returns {Map<string, string>} the key of each TypeScript file, by its path
 */
export function keysOf(root) {
	const found = ts.sys.readDirectory(root, extensions, leftOut);
	const files = found.map((file) => path.relative(root, file).split(path.sep).join('/')).sort();
	const read = (file) => readFileSync(path.join(root, file), 'utf8');
	const sources = files.filter((file) => file.endsWith('.ts'));
	const texts = new Map(sources.map((file) => [file, read(file)]));
	const forAll = files.filter((file) => shared.test(file) || declaresForAll.test(texts.get(file) ?? ''));
	const common = hashOf(version, ...forAll.map((file) => [file, texts.get(file) ?? read(file)]));
	const imports = importsOf(root, texts);
	const own = new Map(sources.map((file) => [file, hashOf(file, texts.get(file), imports.get(file).lines)]));
	return new Map(
		sources.map((file) => {
			const all = [...reachedFrom(file, imports)].sort();
			return [file, hashOf(common, file, ...all.map((each) => own.get(each)))];
		}),
	);
}

/** Of each file, what its imports mean: as lines for its hash, and the repository's sources among them. */
function importsOf(root, texts) {
	const { config } = ts.readConfigFile(path.join(root, 'tsconfig.test.json'), ts.sys.readFile);
	const { options } = ts.parseJsonConfigFileContent({ ...config, files: [], include: [] }, ts.sys, root);
	const cache = ts.createModuleResolutionCache(root, (name) => name, options);
	const resolve = (name, from) => {
		const found = ts.resolveModuleName(name, path.join(root, from), options, ts.sys, cache).resolvedModule;
		return found && path.relative(root, found.resolvedFileName).split(path.sep).join('/');
	};
	const of = ([file, text]) => {
		const { importedFiles, referencedFiles } = ts.preProcessFile(text, true, true);
		const names = [...importedFiles, ...referencedFiles].map(({ fileName }) => fileName);
		const found = names.map((name) => [name, resolve(name, file)]);
		return { lines: found, sources: found.flatMap(([, source]) => (texts.has(source) ? [source] : [])) };
	};
	return new Map([...texts].map((entry) => [entry[0], of(entry)]));
}

/** The file itself and all that it imports, directly or not. */
function reachedFrom(file, imports) {
	const reached = new Set([file]);
	for (const each of reached) for (const source of imports.get(each).sources) reached.add(source);
	return reached;
}
