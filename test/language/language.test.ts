/**
 * Keeps the language of what people read: plain words, short sentences, one term for each thing. `title-case` is the
 * library that n8n's own lint rules use for labels.
 */
import { titleCase } from 'title-case';
import type { Text } from '../support/words';
import { bannedIn, longIn } from './sentences';
import { filesIn } from '../support/repository';
import { editorTexts, labels, proseOf, textsIn, wordsIn } from './texts';

/** Folders and files whose texts are checked. */
const places = [
	'nodes',
	'credentials',
	'protocol',
	'simulator',
	'playground',
	'bench',
	'tools',
	'examples',
	'docs',
	'test/wire',
	'.github/ISSUE_TEMPLATE',
	'.github/pull_request_template.md',
	'README.md',
	'AGENTS.md',
	'CHANGELOG.md',
	'CONTRIBUTING.md',
	'SECURITY.md',
	'package.json',
];

const problems = (texts: readonly Text[], find: (text: string) => string[]): string[] => [
	...new Set(texts.flatMap(({ where, text }) => find(text).map((problem) => `${where}: ${problem}`))),
];

/** The names of statuses are the service's. */
const isStatus = ({ where }: Text): boolean => / > Statuses > /.test(where);

const isEnglish = ({ where }: Text): boolean => !where.startsWith('docs/fr/');

describe('the editor', () => {
	it('uses plain constructions and current terms', () => {
		expect(problems(editorTexts, bannedIn)).toEqual([]);
	});

	it('has at most 20 words in a sentence', () => {
		expect(problems(editorTexts, longIn)).toEqual([]);
	});

	it('has labels in Title Case', () => {
		const wrong = labels.filter((label) => !isStatus(label) && titleCase(label.text) !== label.text);
		expect(wrong).toEqual([]);
	});
});

describe.each(places)('the texts in %s', (place) => {
	const texts = textsIn(place);

	it('exist, use plain constructions and current terms', () => {
		expect(texts).not.toEqual([]);
		expect(problems(texts.filter(isEnglish), bannedIn)).toEqual([]);
	});

	it('have at most 20 words in a sentence', () => {
		expect(problems(texts, longIn)).toEqual([]);
	});
});

describe('the documents', () => {
	const userPages = [
		'README.md',
		...filesIn('docs').filter((file) => file.endsWith('.md') && !/^docs\/(contributing|fr)\//.test(file)),
	];

	it.each([
		['the user pages', userPages, 14_000],
		['the README of the simulator', ['simulator/README.md'], 2000],
	])('are short, tables aside: %s', (_, files, most) => {
		expect(files).not.toEqual([]);
		expect(wordsIn(files, { tables: false })).toBeLessThanOrEqual(most);
	});

	it.each([
		['README.md', 1600],
		['docs/recipes.md', 1600],
		['docs/troubleshooting.md', 2200],
	])('are short, with tables: %s', (file, most) => {
		expect(wordsIn([file], { tables: true })).toBeLessThanOrEqual(most);
	});
});

describe('the rules', () => {
	it.each([
		['What became of the message is in the output.', 2],
		['Somebody taps a button. Set Send Only Once.', 2],
		['What happens after a retry?', 0],
		['Unique key for this message, such as an order number', 0],
		['Open <b>Webhook URLs</b> and enter the Production URL', 0],
	])('find in %j so many problems: %d', (text, count) => {
		expect(bannedIn(text)).toHaveLength(count);
	});

	it('find a planted sentence in a document, but not in its code', () => {
		const planted =
			'# Title\n\n- See `what became of`\n- It stands in\n  the [log](x.md).\n\n```\nnobody\n```\n';
		expect(bannedIn(proseOf(planted))).toEqual([expect.stringContaining('"stands in"')]);
	});

	it('count the words of each sentence', () => {
		const twenty = `Use ${'word '.repeat(18)}word`;
		expect(longIn(`${twenty}. ${twenty}.`)).toEqual([]);
		expect(longIn(`Short. ${twenty} more.`)).toEqual([`21 words: ${twenty} more.`]);
	});

	it.each(['Put output file', 'Send at'])('find that %j is not in Title Case', (label) => {
		expect(titleCase(label)).not.toBe(label);
	});
});
