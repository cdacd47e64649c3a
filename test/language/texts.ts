/** The texts that people read, each with where it is: in the editor, in the code, in the documents. */
import path from 'node:path';
import { SmsboxApi } from '../../credentials/SmsboxApi.credentials';
import { stringsIn } from '../package/sourceTexts';
import { filesIn, read } from '../support/repository';
import { packageNodes } from '../support/smsbox';
import { choicesIn, fieldsOf, type Text, textsAbout, textsOf } from '../support/words';

const nodes = [
	...packageNodes.map(({ description }) => ({
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
	...packageNodes.map(({ description: { displayName } }) => ({ where: displayName, text: displayName })),
	...nodes.flatMap(({ fields }) => [
		...fields
			.filter(({ property }) => property.type !== 'notice')
			.map(({ where, property }) => ({ where, text: property.displayName })),
		...choicesIn(fields).map(({ where, option }) => ({ where, text: option.name })),
	]),
];

/** Prose has several words, and is no code. */
const isProse = (text: string): boolean =>
	text.trim().split(/\s+/).length > 2 && /\p{L}{2}/u.test(text) && !/^=|[{}]|=>/.test(text);

/**
 * A document without the targets of its links; a list item, a heading and a cell end a sentence. Code in a line, also a
 * list of it, counts as one word.
 */
export const proseOf = (markdown: string): string =>
	markdown
		.replace(/^(?:```|~~~)[^]*?^(?:```|~~~)/gm, '')
		.replace(/<!--[^]*?-->/g, '')
		.replace(/`[^`\n]+`(?:(?:, | and | or |\/)`[^`\n]+`)*/g, 'Code')
		.replace(/\]\([^)]*\)/g, ']')
		.replace(/^\[[^\]]+\]: .*$/gm, '')
		.replace(/^#+ .*$/gm, '$&\n')
		.replace(/^\s*(?:[-*+]|\d+\.|#+|>)\s+/gm, '\n')
		.replace(/ *\| */g, '\n\n')
		.replace(/[*_[\]]/g, '')
		.replace(/([^\n])\n(?=[^\n])/g, '$1 ');

/** The texts of a page: between its tags, and in the attributes that are shown. */
const textsOfPage = (html: string): string[] => [
	...[...html.matchAll(/ (?:title|alt|placeholder|aria-label)="([^"]*)"/g)].map(([, text = '']) => text),
	...html
		.replace(/<code>[^<]*<\/code>/g, 'code')
		.replace(/<\/?(?:b|strong|em|a|span)(?:\s[^>]*)?>/g, '')
		.split(/<[^>]*>/)
		.map((text) => text.replace(/\s+/g, ' ').trim()),
];

/** Keys of JSON whose values people read: names and notes of workflows and fixtures, descriptions of an API. */
const readKeys: ReadonlySet<string> = new Set(['name', 'note', 'content', 'description', 'summary', 'title']);

/** Values that people read, but no expressions. */
function textsOfJson(value: unknown): string[] {
	if (typeof value !== 'object' || value === null) return [];
	return Object.entries(value).flatMap(([key, inside]) =>
		typeof inside === 'string'
			? readKeys.has(key) && /^[^=].* /.test(inside)
				? [proseOf(inside)]
				: []
			: textsOfJson(inside),
	);
}

/** Each line of a form in YAML, without its key. */
const textsOfForm = (yaml: string): string[] =>
	yaml.split('\n').map((line) => line.replace(/^[\s-]*(?:[\w-]+:)?[\s|>]*/, ''));

const readers: Readonly<Record<string, (content: string, file: string) => readonly string[]>> = {
	'.md': (content) => [proseOf(content)],
	'.html': textsOfPage,
	'.json': (content) => textsOfJson(JSON.parse(content)),
	'.yml': textsOfForm,
	...Object.fromEntries(
		['.ts', '.js', '.mjs'].map((ending) => [ending, (_, file) => stringsIn(file).filter(isProse)]),
	),
};

/**
 * The texts below a place, a folder or a file: messages, hints, log lines and help in its code, its pages, forms and
 * documents, and the names and notes in its JSON.
 */
export const textsIn = (place: string): Text[] =>
	filesIn(place).flatMap((where) => {
		const textsOfFile = readers[path.extname(where)];
		return textsOfFile === undefined ? [] : textsOfFile(read(where), where).map((text) => ({ where, text }));
	});

/** Words of pages, with their tables or without. */
export const wordsIn = (files: readonly string[], { tables }: { tables: boolean }): number =>
	files.flatMap((file) =>
		read(file)
			.split('\n')
			.filter((line) => tables || !line.startsWith('|'))
			.flatMap((line) => line.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word))),
	).length;
