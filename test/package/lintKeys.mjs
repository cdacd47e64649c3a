/**
 * `node lintKeys.mjs FOLDER`: the keys by which the linter recognizes the files of a folder, first as they are, then with
 * each of the changes `[{ file, content }]` of standard input alone. Prints `[{ [file]: key }]`.
 */
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { argv, stdin } from 'node:process';
import { json } from 'node:stream/consumers';
import { keysOf } from '../../tools/lint/unchanged.mjs';

const [folder] = argv.slice(2);
const keys = () => Object.fromEntries(keysOf(folder));

function keysWith(change) {
	const file = path.join(folder, change.file);
	const before = existsSync(file) ? readFileSync(file) : undefined;
	mkdirSync(path.dirname(file), { recursive: true });
	writeFileSync(file, change.content);
	const changed = keys();
	if (before === undefined) rmSync(file);
	else writeFileSync(file, before);
	return changed;
}

const changes = await json(stdin);
console.log(JSON.stringify([keys(), ...changes.map(keysWith), keys()]));
