/**
 * Compares the French pages with the sections of the English ones that they follow.
 *
 * A page in docs/fr ends with a comment: "Follows", then a section (file#anchor) or file per line, and the hash of the
 * text that the page was last compared with. After a change in English, adapt the French page, then run
 * `node tools/update/french.mjs --record`, which writes the hashes. Without it, prints what changed and exits with 1.
 */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { argv } from 'node:process';

const root = path.resolve(import.meta.dirname, '../..');
const comment = /<!-- Follows\n([^]*?)-->/;

/** The anchor that GitHub gives a heading. */
const anchorOf = (heading) =>
	heading
		.toLowerCase()
		.replace(/[^\p{L}\p{N} _-]/gu, '')
		.replaceAll(' ', '-');

/** The text of a file, or of a section with the sections in it. */
function sectionOf(name) {
	const [file, anchor] = name.split('#');
	const text = readFileSync(path.join(root, file), 'utf8');
	if (anchor === undefined) return text;
	const lines = text.split('\n');
	const levelOf = (line) => /^(#+) /.exec(line)?.[1].length ?? Number.POSITIVE_INFINITY;
	const from = lines.findIndex((line) => /^#+ /.test(line) && anchorOf(line.replace(/^#+ /, '')) === anchor);
	if (from === -1) throw new Error(`${name}: no such heading`);
	const length = lines.slice(from + 1).findIndex((line) => levelOf(line) <= levelOf(lines[from]));
	return lines.slice(from, length === -1 ? undefined : from + 1 + length).join('\n');
}

const hashOf = (text) => createHash('sha256').update(text).digest('hex').slice(0, 12);

const pages = readdirSync(path.join(root, 'docs/fr')).map((name) => `docs/fr/${name}`);
for (const page of pages) {
	const text = readFileSync(path.join(root, page), 'utf8');
	const list = comment.exec(text)?.[1];
	if (list === undefined) throw new Error(`${page}: the comment "Follows" is missing`);
	const lines = list.trim().split('\n');
	const sections = lines.map((line) => line.split(' ')[0]);
	const current = sections.map((section) => `${section} ${hashOf(sectionOf(section))}`);
	if (argv.includes('--record')) {
		writeFileSync(path.join(root, page), text.replace(comment, `<!-- Follows\n${current.join('\n')}\n-->`));
		continue;
	}
	for (const [index, line] of lines.entries()) {
		if (line === current[index]) continue;
		console.error(`${page}: ${sections[index]} changed. Adapt the page, then run npm run update:french.`);
		process.exitCode = 1;
	}
}
