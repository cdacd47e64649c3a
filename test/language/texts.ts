/** The texts that people read, each with where it is: in the editor, in the code, in the documents. */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { SmsboxApi } from '../../credentials/SmsboxApi.credentials';
import { stringsIn } from '../package/sourceTexts';
import { nodeClasses } from '../support/smsbox';
import { choicesIn, fieldsOf, type Text, textsAbout, textsOf } from '../support/words';

const root = path.resolve(__dirname, '../..');
const built = /(?:^|\/)(?:\.[^/]+|node_modules|dist|coverage)(?:\/|$)/;

/** The files in a folder with one of these endings, or the file itself; nothing that is built or installed. */
function filesIn(place: string, endings: readonly string[]): string[] {
	const isOne = (file: string): boolean => endings.some((ending) => file.endsWith(ending));
	if (isOne(place)) return [place];
	return readdirSync(path.join(root, place), { recursive: true })
		.map((file) => path.posix.join(place, String(file)))
		.filter((file) => isOne(file) && !built.test(file));
}

const descriptions = Object.values(nodeClasses).map((Node) => new Node().description);

const nodes = [
	...descriptions.map((description) => ({
		fields: fieldsOf(description.displayName, description.properties),
		about: textsAbout(description),
	})),
	{ fields: fieldsOf('SMSBOX API', new SmsboxApi().properties), about: [] },
];

/** Every text of the editor. */
export const editorTexts: readonly Text[] = nodes.flatMap(({ fields, about }) => [
	...about,
	...textsOf(fields),
]);

/** The labels of the editor: nodes, fields, and the choices of dropdowns. */
export const labels: readonly Text[] = [
	...descriptions.map(({ displayName }) => ({ where: displayName, text: displayName })),
	...nodes.flatMap(({ fields }) => [
		...fields
			.filter(({ property }) => property.type !== 'notice')
			.map(({ where, property }) => ({ where, text: property.displayName })),
		...choicesIn(fields).map(({ where, option }) => ({ where, text: option.name })),
	]),
];

/** Prose has several words, and is no code. */
const isProse = (text: string): boolean => text.trim().split(/\s+/).length > 2 && !/^=|[{}]|=>/.test(text);

/** The texts in the code below a place: messages and descriptions of errors, hints, log lines, what commands print. */
export const textsInCode = (place: string): Text[] =>
	filesIn(place, ['.ts', '.js', '.mjs']).flatMap((where) =>
		stringsIn(where)
			.filter(isProse)
			.map((text) => ({ where, text })),
	);

/** A document without code and without the targets of its links; a list item, a heading and a cell end a sentence. */
export const proseOf = (markdown: string): string =>
	markdown
		.replace(/^(?:```|~~~)[^]*?^(?:```|~~~)/gm, '')
		.replace(/<!--[^]*?-->/g, '')
		.replace(/`[^`\n]+`/g, 'code')
		.replace(/\]\([^)]*\)/g, ']')
		.replace(/^\[[^\]]+\]: .*$/gm, '')
		.replace(/^\s*(?:[-*+]|\d+\.|#+|>)\s+/gm, '\n')
		.replace(/ *\| */g, '\n\n')
		.replace(/[*_[\]]/g, '')
		.replace(/([^\n])\n(?=[^\n])/g, '$1 ');

/** The documents below a place. */
export const documentsIn = (place: string): Text[] =>
	filesIn(place, ['.md']).map((where) => ({
		where,
		text: proseOf(readFileSync(path.join(root, where), 'utf8')),
	}));
