/** Finds what JavaScript, Luxon and Intl make of a missing value, and of a number or date that is none, in a text. */
import type { IDataObject } from 'n8n-workflow';
import { expressions, fieldIn, fieldReferences, nodesIn } from './references';

/** What an object is in a text. */
export const objectAsText = '[object Object]';

const phrases = /Invalid (?:Date(?:Time)?|Duration|Interval)|\[object Object\]|∞/g;
const shortWord = /undefined|NaN|Infinity|null/;
/** Between words. */
const border = /[^\p{L}\p{N}]+/u;
/** A longer one, such as a token, has the shorter words by chance. */
const longestRemainder = 16;
/** A null of JSON has its name before it. */
const nullOfMember = /(?<="\s*:\s*)null\b/g;

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
	const ofMembers = text.replace(nullOfMember, '0');
	const [json = ''] = /[[{].*[\]}]/s.exec(ofMembers) ?? [];
	if (!json.includes('{')) return ofMembers;
	try {
		return ofMembers.replace(json, () => textsIn(JSON.parse(`[${json}]`)).join(' '));
	} catch {
		return ofMembers;
	}
}

/** The words of a missing value in a text. */
function missingWordsIn(text: string): MissingWord[] {
	const wholePhrases = (text.match(phrases) ?? []).map((phrase) => ({ text: phrase, core: phrase }));
	if (!shortWord.test(text)) return wholePhrases;
	const words = withoutNullsOfJson(text)
		.split(border)
		.flatMap((word) => {
			const [core] = shortWord.exec(word) ?? [];
			const isByChance = core !== 'undefined' && word.length - (core ?? '').length > longestRemainder;
			return core === undefined || isByChance ? [] : [{ text: word, core }];
		});
	return [...wholePhrases, ...words];
}

/** What of some texts can be compared with words of a missing value: in lower case. */
interface Written {
	text: string;
	/** All words. */
	words: ReadonlySet<string>;
	/** Those that have one of a missing value in them. */
	longer: readonly string[];
}

function writtenIn(texts: readonly string[]): Written {
	// JSON among the data, and texts in code, have their breaks as escapes.
	const text = texts
		.join('\n')
		.replace(/\\[nrt]/g, ' ')
		.toLowerCase();
	const words = new Set(text.split(border));
	return { text, words, longer: [...words].filter((word) => /undefined|nan|infinity|null/.test(word)) };
}

/** Whether the word is written there: by itself if it is alone; if it is a part of a longer one, as a part of that. */
function isIn({ text: allTexts, words, longer }: Written, { text, core }: MissingWord): boolean {
	const [word, part] = [text.toLowerCase(), core.toLowerCase()];
	if (!shortWord.test(core)) return allTexts.includes(part);
	if (word === part) return words.has(part);
	return longer.some(
		(candidate) => candidate.includes(part) && (candidate.includes(word) || word.includes(candidate)),
	);
}

/** Letters of a word such as "nullity": null is no part of it, unless what is beside it is a word of these texts. */
function isOrdinary({ text, core }: MissingWord, texts: readonly Written[]): boolean {
	if (core !== 'null' || text === core || !/^\p{Ll}+$/u.test(text)) return false;
	const remainder = text.startsWith(core) ? text.slice(core.length) : text.slice(0, -core.length);
	const isAtAnEnd = text.startsWith(core) || text.endsWith(core);
	return !isAtAnEnd || !texts.some(({ words }) => words.has(remainder));
}

const literal = /'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"|`(?:[^`\\]|\\.)*`/g;
/** Code compares with these, or replaces them: people don't read them. */
const nothingElse = /^.(?:undefined|null|NaN).$/;

/** What the author of a stored text has written for people: fixed words, and texts in its expressions. */
const writtenInCode = (storedText: string): string =>
	storedText.replace(expressions, (_all, inside: string) =>
		(inside.match(literal) ?? []).filter((text) => !nothingElse.test(text)).join(' '),
	);

/** Whether a stored parameter has an expression that can make a word: a plain reference makes none, but of an object in a text. */
function mayMakeWord(storedText: string, valueOf: (root: string) => unknown): boolean {
	const references = fieldReferences(storedText);
	if ([...storedText.matchAll(expressions)].length > references.length) return true;
	return references.some(({ path, root }) => {
		const { value } = fieldIn(valueOf(root), path);
		return typeof value === 'object' && value !== null;
	});
}

/** Where the items of a run, and what their expressions read, come from. */
interface Sources {
	jsonOf: (item: number) => IDataObject | undefined;
	/** Evaluates code for an item; undefined for what n8n can't tell. */
	evaluate: (code: string, item: number) => unknown;
}

/**
 * Returns a function that finds the first word in an item's text that its expression has made of a missing value. A word that the
 * author, a model or the data that it reads have written is meant; so is one that can't be traced.
 */
export function createWordCheck({ jsonOf, evaluate }: Sources) {
	/** Of what code returns for all items alike, and of items: thousands of texts can have such a word. */
	const ofCode = new Map<string, Written | undefined>();
	const ofItems = new WeakMap<object, Written>();

	function ofAll(code: string, item: number): Written | undefined {
		if (!ofCode.has(code)) {
			const items = evaluate(code, item);
			ofCode.set(code, items === undefined ? undefined : writtenIn(textsIn(items)));
		}
		return ofCode.get(code);
	}

	function ofItem(json: IDataObject): Written {
		const written = ofItems.get(json) ?? writtenIn(textsIn(json));
		ofItems.set(json, written);
		return written;
	}

	/** Whether a node that the code reads has the word, in the item that belongs to this one or in any: or can't be asked. */
	function isInNode(node: string, word: MissingWord, item: number): boolean {
		const code = `$(${JSON.stringify(node)})`;
		const paired = evaluate(`${code}.item.json`, item);
		if (isIn(writtenIn(textsIn(paired)), word)) return true;
		const written = ofAll(`${code}.all()`, item);
		return written === undefined ? paired === undefined : isIn(written, word);
	}

	function isMeant(code: string, word: MissingWord, item: number, isStructured: boolean): boolean {
		const json = jsonOf(item);
		// A tool that is called directly has no item.
		if (json === undefined) return word.core !== objectAsText;
		const near = [writtenIn([writtenInCode(code)]), ofItem(json)];
		if (isOrdinary(word, near) || near.some((written) => isIn(written, word))) return true;
		const settings = code.match(/\$(?:vars|env)(?:\.\w+|\[[^\]]+\])|\$binary\b/g) ?? [];
		const isOfSettings = settings.some((setting) => isIn(writtenIn(textsIn(evaluate(setting, item))), word));
		if (isOfSettings || nodesIn(code).some((node) => isInNode(node, word, item))) return true;
		if (!isStructured && !/\$(?:input\b|items\()/.test(code)) return false;
		const written = ofAll('$input.all()', item);
		return written === undefined || isIn(written, word);
	}

	return (storedText: string, text: string, item: number, isStructured: boolean): string | undefined => {
		const words = missingWordsIn(text);
		if (words.length === 0) return undefined;
		const valueOf = (root: string): unknown => (root === '$json' ? jsonOf(item) : evaluate(root, item));
		if (!mayMakeWord(storedText, valueOf)) return undefined;
		return words.find((word) => !isMeant(storedText, word, item, isStructured))?.core;
	};
}
