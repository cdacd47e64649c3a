/** Finds what JavaScript, Luxon and Intl make of a missing value, and of a number or date that is none, in a text. */
import type { IDataObject } from 'n8n-workflow';
import { expressions, fieldReferences, nodesIn } from './references';

/** What an object is in a text. */
export const objectAsText = '[object Object]';

const phrases = /Invalid (?:Date(?:Time)?|Duration|Interval)|\[object Object\]|∞/g;
const shortWord = /undefined|NaN|Infinity|null/;
/** Between words. */
const border = /[^\p{L}\p{N}]+/u;
/** A longer one, such as a token, has such letters by chance. */
const longestRemainder = 16;

/** A word or phrase of a missing value. */
interface MissingWord {
	/** Itself, or the word that it is a part of, such as "14hnull". */
	text: string;
	core: string;
}

/** All texts in a value, names of members included. */
export function textsIn(value: unknown, seen = new Set<unknown>()): string[] {
	if (typeof value === 'string') return [value];
	if (typeof value !== 'object' || value === null || seen.has(value)) return [];
	seen.add(value);
	return Object.entries(value).flatMap(([name, inside]) => [name, ...textsIn(inside, seen)]);
}

/** A text with the JSON in it as its texts: a null of an object is meant there. */
function withoutNullsOfJson(text: string): string {
	const [json = ''] = /[[{].*[\]}]/s.exec(text) ?? [];
	if (!json.includes('{')) return text;
	try {
		return text.replace(json, () => textsIn(JSON.parse(`[${json}]`)).join(' '));
	} catch {
		return text;
	}
}

/** The words of a missing value in a text. */
export function missingWordsIn(text: string): MissingWord[] {
	const wholePhrases = (text.match(phrases) ?? []).map((phrase) => ({ text: phrase, core: phrase }));
	if (!shortWord.test(text)) return wholePhrases;
	const words = withoutNullsOfJson(text)
		.split(border)
		.flatMap((word) => {
			const [core] = shortWord.exec(word) ?? [];
			return core !== undefined && word.length - core.length <= longestRemainder
				? [{ text: word, core }]
				: [];
		});
	return [...wholePhrases, ...words];
}

/** Whether a text has the word, in any case: by itself if it is alone; if it is a part of a longer one, as a part of that. */
function isIn(source: string, { text, core }: MissingWord): boolean {
	// JSON among the data, and texts in code, have their breaks as escapes.
	const haystack = source.replace(/\\[nrt]/g, ' ').toLowerCase();
	const [longer, shorter] = [text.toLowerCase(), core.toLowerCase()];
	if (!haystack.includes(shorter)) return false;
	if (!shortWord.test(core)) return true;
	return haystack
		.split(border)
		.some(
			(word) =>
				word === longer ||
				(longer !== shorter && word.includes(shorter) && (word.includes(longer) || longer.includes(word))),
		);
}

const literal = /'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"|`(?:[^`\\]|\\.)*`/g;
/** Code compares with these: people don't read them. */
const compared = new RegExp(`[!=]==?\\s*(?:${literal.source})|(?:${literal.source})\\s*[!=]==?`, 'g');

/** What the author of a stored text has written for people: fixed words, and texts in its expressions. */
const writtenInCode = (storedText: string): string =>
	storedText.replace(expressions, (_all, inside: string) =>
		(inside.replace(compared, ' ').match(literal) ?? [])
			.join(' ')
			.replace(/\\[nrt]/g, ' ')
			.replace(/\\/g, ''),
	);

/** Whether a stored parameter has an expression that can make a word: a plain reference makes none, but of an object in a text. */
function mayMakeWord(storedText: string, valueOf: (root: string) => unknown, isStructured: boolean): boolean {
	const references = fieldReferences(storedText);
	if ([...storedText.matchAll(expressions)].length > references.length)
		return !isStructured || !/\$(?:\(|node\b|input\b)/.test(storedText);
	return references.some(({ path, root }) => {
		const value = path.reduce<unknown>((holder, name) => Reflect.get(Object(holder), name), valueOf(root));
		return typeof value === 'object' && value !== null;
	});
}

/** Where the items of a run, and what their expressions read, come from. */
export interface Sources {
	jsonOf: (item: number) => IDataObject | undefined;
	/** Evaluates code for an item; undefined for what n8n can't tell. */
	evaluate: (code: string, item: number) => unknown;
}

/**
 * Returns a function that finds the first word in an item's text that its expression has made of a missing value. A word that the
 * author, a model or the data that it reads have written is meant; so is one that can't be traced.
 */
export function createWordCheck({ jsonOf, evaluate }: Sources) {
	/** Of whole nodes, which are the same for all items: whether a word is in there. */
	const foundInAll = new Map<string, boolean>();

	function isInAll(code: string, word: MissingWord, item: number): boolean | undefined {
		const key = `${code}\n${word.text}`;
		const cached = foundInAll.get(key);
		if (cached !== undefined) return cached;
		const items = evaluate(code, item);
		if (items === undefined) return undefined;
		const isFound = textsIn(items).some((source) => isIn(source, word));
		foundInAll.set(key, isFound);
		return isFound;
	}

	/** Whether a node that the code reads has the word, in the item that belongs to this one or in any: or can't be asked. */
	function isInNode(node: string, word: MissingWord, item: number): boolean {
		const code = `$(${JSON.stringify(node)})`;
		const paired = evaluate(`${code}.item.json`, item);
		if (textsIn(paired).some((source) => isIn(source, word))) return true;
		return isInAll(`${code}.all()`, word, item) ?? paired === undefined;
	}

	function isMeant(code: string, word: MissingWord, item: number, isStructured: boolean): boolean {
		const json = jsonOf(item);
		// A tool that is called directly has no item.
		if (json === undefined && word.core !== objectAsText) return true;
		const settings = [...code.matchAll(/\$(?:vars|env)(?:\.\w+|\[[^\]]+\])/g)].map(([setting]) => setting);
		return (
			isIn(writtenInCode(code), word) ||
			textsIn(json).some((source) => isIn(source, word)) ||
			settings.some((setting) => textsIn(evaluate(setting, item)).some((source) => isIn(source, word))) ||
			((isStructured || /\$input\b/.test(code)) && isInAll('$input.all()', word, item) !== false) ||
			nodesIn(code).some((node) => isInNode(node, word, item))
		);
	}

	return (storedText: string, text: string, item: number, isStructured: boolean): string | undefined => {
		const words = missingWordsIn(text);
		if (words.length === 0) return undefined;
		const valueOf = (root: string): unknown => (root === '$json' ? jsonOf(item) : evaluate(root, item));
		if (!mayMakeWord(storedText, valueOf, isStructured)) return undefined;
		return words.find((word) => !isMeant(storedText, word, item, isStructured))?.core;
	};
}
