/** Runs ESLint over the repository, without the TypeScript files in which it would find nothing again. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { ESLint } from 'eslint';
import { keysOf } from './lint/unchanged.mjs';

const root = path.resolve(import.meta.dirname, '..');
const record = path.join(root, 'node_modules', '.cache', 'lint.json');

/** Keys of files without findings. A record that can't be read is none. */
function readRecord() {
	try {
		return new Set(JSON.parse(readFileSync(record, 'utf8')));
	} catch {
		return new Set();
	}
}

const relative = ({ filePath }) => path.relative(root, filePath).split(path.sep).join('/');

const keys = keysOf(root);
const clean = readRecord();
const unchanged = [...keys].flatMap(([file, key]) => (clean.has(key) ? [file] : []));
const eslint = new ESLint({
	cwd: root,
	overrideConfigFile: path.join(import.meta.dirname, 'lint', 'eslint.config.mjs'),
	overrideConfig: [{ ignores: unchanged }],
});
const results = await eslint.lintFiles('.');
const found = results.filter(({ messages }) => messages.length > 0);

const linted = results.map(relative);
const dirty = new Set(found.map(relative));
const passed = [...unchanged, ...linted.filter((file) => !dirty.has(file))];
mkdirSync(path.dirname(record), { recursive: true });
writeFileSync(record, JSON.stringify(passed.flatMap((file) => keys.get(file) ?? [])));

const formatter = await eslint.loadFormatter('stylish');
console.log(await formatter.format(results));
console.log(`ESLint: ${linted.length} files, ${unchanged.length} unchanged ones left out`);
process.exitCode = found.length > 0 ? 1 : 0;
