/** What all nodes and the credential say in n8n's editor, held to the same rules. */
import type { INodeProperties } from 'n8n-workflow';
import { SmsboxApi } from '../../credentials/SmsboxApi.credentials';
import { packageNodes } from '../support/smsbox';
import {
	choicesIn,
	type Field,
	fieldsOf,
	type Text,
	textsAbout,
	textsOf,
	withoutTags,
} from '../support/words';
import { optionLists } from '../../nodes/engine/operations/optionLists';

interface Source {
	name: string;
	fields: Field[];
	/** All texts, those of the fields included. */
	texts: Text[];
}

function sourceOf(title: string, properties: INodeProperties[], about: Text[], name = title): Source {
	const fields = fieldsOf(title, properties);
	return { name, fields, texts: [...about, ...textsOf(fields)] };
}

const sources: readonly Source[] = [
	...packageNodes.map(({ description }) =>
		sourceOf(description.displayName, description.properties, textsAbout(description)),
	),
	sourceOf('SMSBOX API', new SmsboxApi().properties, [], 'the credential'),
];
const allFields = sources.flatMap(({ fields }) => fields);

/** n8n's own words, the same in every node of every package, and texts that are their own description. */
const speaksForItself = ({ property: { name, type, description } }: Field): boolean =>
	type === 'notice' ||
	['resource', 'operation'].includes(name) ||
	(optionLists.includes(name) && !description);

/** There is nothing to say of a day of the week. */
const days = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'];

const filler = new Set('a an and the of to in on is are it its for or that this with by as'.split(' '));

/** Words as one compares them: "Sub-Accounts" and "sub account" are the same two. */
const wordsOf = (text: string): string[] =>
	text
		.toLowerCase()
		.split(/[^\p{L}\p{N}%]+/u)
		.map((word) => word.replace(/s$/, ''))
		.filter((word) => word !== '' && !filler.has(word));

/** Whether a description says anything that its label does not. */
function addsTo(label: string, description: string): boolean {
	const known = new Set(wordsOf(label));
	return wordsOf(description).some((word) => !known.has(word));
}

const placesOf = (entries: ReadonlyArray<{ where: string }>): string[] => entries.map(({ where }) => where);

const missing = (
	entries: ReadonlyArray<{ where: string; label: string; text: string | undefined }>,
): string[] => placesOf(entries.filter(({ label, text }) => text === undefined || !addsTo(label, text)));

/** Of one sentence, or of several: what n8n expects of the full stop differs. */
const hasSeveralSentences = (text: string): boolean => /[.!?] +\S/.test(text.replace(/e\.g\. /g, ''));

function wrongStop({ text }: Text): boolean {
	const ends = /[.!?…]$/.test(text);
	return hasSeveralSentences(text) ? !ends : ends && !text.endsWith('…');
}

const describedTexts = (fields: readonly Field[]): Text[] => [
	...fields.flatMap(({ where, property: { description } }) =>
		description === undefined ? [] : [{ where, text: description }],
	),
	...choicesIn(fields).flatMap(({ where, option: { description } }) =>
		description === undefined ? [] : [{ where, text: description }],
	),
];

/** n8n cuts the description of a choice after two lines of its menu. */
const longestChoice = 90;

/** The longest that n8n's editor has shown whole, in a window of 1280 pixels. */
const longest = { label: 28, choice: 34, placeholder: 55 };

/** What begins with a capital within a sentence, besides abbreviations. */
const properNames = ['WhatsApp'];

const isSentence = (action: string): boolean =>
	action
		.split(' ')
		.every(
			(word, index) =>
				/^[A-Z]{2,}s?$/.test(word) || properNames.includes(word) || /^[A-Z]/.test(word) === (index === 0),
		);

/** Of a placeholder: an example, or n8n's own words for its lists. */
const isExample = /^(e\.g\. \S|Add \w|From the (credential|account)$|Select a \w+( \w+)?\.\.\.$)/;

const wire = [
	'dest',
	'msg',
	'origine',
	'accuse',
	'numero',
	'personnalise',
	'cvar',
	'udh',
	'msisdn',
	'contentMessage',
	'rewrited',
	'strategy',
	'nolimit',
	'pseudo',
];

/** The word that the nodes use, by words that mean the same. */
const synonyms: Readonly<Record<string, string>> = {
	'the service': 'SMSBOX',
	'its link': 'its URL',
};

/** Whoever chooses names for values of their own must know which are taken. */
const namesTaken = /numero, reference, accuse and ts are taken/;

const hasWord = (text: string, word: string): boolean => new RegExp(`\\b${word}s?\\b`, 'i').test(text);

const inDigits = (count: number): string => count.toLocaleString('en');
const inLetters = ['zero', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten'];

const says = (text: string, count: number): boolean =>
	[inDigits(count), inLetters[count] ?? inDigits(count)].some((word) =>
		hasWord(text, word.replace('-', '\\-')),
	);

/** A bound that nobody meets needs no words. */
const isMet = (bound: number): boolean => Math.abs(bound) < 100_000;

function unsaidLimits({ property: { typeOptions = {}, description = '' } }: Field): number[] {
	const { minValue, maxValue } = typeOptions;
	const most: unknown = typeOptions['maxAllowedFields'];
	const bounds = minValue !== undefined && maxValue !== undefined ? [minValue, maxValue] : [];
	const limits = [...bounds, ...(typeof most === 'number' ? [most] : [])].filter(isMet);
	return limits.filter((limit) => !says(description.replace(/-(?=\d)/g, ''), Math.abs(limit)));
}

/** What breaks a rule in a node or the credential. */
const rules: Readonly<Record<string, (source: Source) => unknown[]>> = {
	'says of every field what its label does not': ({ fields }) =>
		missing(
			fields
				.filter((field) => !speaksForItself(field))
				.map(({ where, property }) => ({ where, label: property.displayName, text: property.description })),
		),

	'says of every choice what its name does not': ({ fields }) =>
		missing(
			choicesIn(fields)
				.filter(({ option }) => !days.includes(option.name))
				.map(({ where, option }) => ({ where, label: option.name, text: option.description })),
		),

	'describes a choice in two lines of its menu': ({ fields }) =>
		placesOf(choicesIn(fields).filter(({ option }) => (option.description ?? '').length > longestChoice)),

	'has labels, choices and placeholders that n8n does not cut': ({ fields }) => [
		...fields
			.filter(({ property: { type } }) => type !== 'notice')
			.filter(({ property: { displayName } }) => displayName.length > longest.label),
		...choicesIn(fields).filter(({ option: { name } }) => name.length > longest.choice),
		...fields.filter(({ property: { placeholder = '', modes = [] } }) =>
			[placeholder, ...modes.map((mode) => mode.placeholder ?? '')].some(
				({ length }) => length > longest.placeholder,
			),
		),
	],

	'begins with Whether where something is switched on or off, and nowhere else': ({ fields }) =>
		placesOf(
			fields.filter(
				({ property: { type, description = '' } }) => (type === 'boolean') !== /^Whether\b/.test(description),
			),
		),

	'ends descriptions of one sentence without a full stop, and longer ones with it': ({ fields }) =>
		describedTexts(fields).filter(wrongStop),

	'says the limits of numbers and of rows': ({ fields }) =>
		fields
			.map((field) => ({ where: field.where, limits: unsaidLimits(field) }))
			.filter(({ limits }) => limits.length > 0),

	'writes thousands with a comma': ({ fields }) =>
		describedTexts(fields).filter(({ text }) => /(?<![-\d"+.])[1-9]\d{3}(?!\d)/.test(text)),

	'has actions as sentences': ({ fields }) =>
		choicesIn(fields)
			.flatMap(({ option }) => option.action ?? [])
			.filter((action) => !isSentence(action)),

	'gives examples that can be told from values': ({ fields }) =>
		fields
			.flatMap(({ property: { placeholder, modes = [] } }) => [
				placeholder,
				...modes.map((mode) => mode.placeholder),
			])
			.filter((text = '') => text !== '' && !isExample.test(text)),

	"uses none of the wire's words": ({ texts }) =>
		texts
			.filter(({ text }) => !namesTaken.test(text))
			.flatMap(({ where, text }) =>
				wire.filter((word) => hasWord(text, word)).map((word) => ({ where, word })),
			),

	'uses one word for one thing': ({ texts }) =>
		texts.flatMap(({ where, text }) =>
			Object.entries(synonyms)
				.filter(([word]) => hasWord(withoutTags(text), word))
				.map(([word, better]) => `${where}: ${word} (say ${better})`),
		),

	'is written without stray spaces': ({ texts }) =>
		texts.filter(({ text }) => text !== text.trim() || /\s{2}|\s[.,;:!?](?!\S)/.test(text)),
};

describe.each(sources)('$name', (source) => {
	it.each(Object.entries(rules))('%s', (_rule, broken) => {
		expect(broken(source)).toEqual([]);
	});
});

/** One name, one label: what the same parameter is called in different operations and nodes. */
describe('a parameter that several operations or nodes have', () => {
	/** The history is narrowed by From Date and To Date: beside them, To would be a date. */
	const filteredByRecipient = / > Filters > Recipient$/;
	/** Beside other lists of options, this one is about speed. */
	const besideOthers = 'options: Options, Speed Options';

	it('is called the same everywhere', () => {
		const labels = new Map<string, Set<string>>();
		for (const { where, property } of allFields) {
			const { name, displayName, type } = property;
			if (type === 'notice' || filteredByRecipient.test(where)) continue;
			labels.set(name, (labels.get(name) ?? new Set()).add(displayName));
		}
		const several = [...labels].filter(([, names]) => names.size > 1);
		expect(several.map(([name, names]) => `${name}: ${[...names].sort().join(', ')}`)).toEqual([
			besideOthers,
		]);
	});
});

describe('the rules', () => {
	it.each([
		['Link', 'The link', false],
		['Sub-Accounts', 'The sub account', false],
		['Text', 'What the person reads', true],
	])('of %j, %j says something new: %p', (label, description, expected) => {
		expect(addsTo(label, description)).toBe(expected);
	});

	it.each([
		['One sentence', false],
		['One sentence.', true],
		['Two. Sentences.', false],
		['Two. Sentences', true],
		['Something, e.g. this', false],
	])('the full stop of %j is wrong: %p', (text, expected) => {
		expect(wrongStop({ where: '', text })).toBe(expected);
	});

	it.each([
		['from 1 to 1,440', 1440, true],
		['from 1 to 14400', 1440, false],
		['one to ten rows', 10, true],
		['tenants', 10, false],
	])('%j says %d: %p', (text, count, expected) => {
		expect(says(text, count)).toBe(expected);
	});
});
