/**
 * Writes what follows from the nodes' descriptions: the tables of the pages (`tables.mjs`) and the list of names that saved
 * workflows depend on, `test/package/names.txt`. Needs a build.
 *
 * `npm run update:docs` writes them. Without `--record`, prints what isn't up to date and exits with 1. The pages are those
 * of the repository, or of the folder that is the last parameter.
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { argv } from 'node:process';
import { root } from './built.mjs';
import { names } from './names.mjs';
import { sharedPages, Tables } from './tables.mjs';

const [folder = root] = argv.slice(2).filter((parameter) => parameter !== '--record');
const read = (file) => readFileSync(path.join(folder, file), 'utf8');

const nodePages = readdirSync(path.join(folder, 'docs/nodes')).map((name) => `docs/nodes/${name}`);
/** An option is described by the first page that has it. */
const pages = [
	...new Set([...sharedPages, 'docs/nodes/sms.md', ...nodePages, 'docs/conversations.md', 'README.md']),
];
const write = (tables, kinds) => pages.map((page) => [page, tables.write(page, read(page), kinds)]);

const optionTables = new Tables();
write(optionTables, ['shared', 'options']);
const tables = new Tables(optionTables.described);
const listOfNames = 'test/package/names.txt';
const current = names();
const gone = read(listOfNames)
	.split('\n')
	.filter((name) => name !== '' && !current.includes(name));
const files = [...write(tables), [listOfNames, current.map((name) => `${name}\n`).join('')]];

const problems = [
	...gone.map((name) => `Saved workflows lose "${name}" (docs/contributing/versions.md).`),
	...tables
		.missing()
		.map((field) => `${field} is in no table of the pages. Add one (tools/update/tables.mjs).`),
];
for (const [file, text] of files) {
	if (file === listOfNames && gone.length > 0) continue;
	if (argv.includes('--record')) writeFileSync(path.join(folder, file), text);
	else if (read(file) !== text) problems.push(`${file} is not up to date. Run npm run update:docs.`);
}
for (const problem of problems) console.error(problem);
process.exitCode = problems.length > 0 ? 1 : 0;
