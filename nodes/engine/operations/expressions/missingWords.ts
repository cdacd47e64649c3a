/**
 * Finds what people would misread in a text: what JavaScript, Luxon and Intl make of a missing value, and of a number or date; and
 * values of the data that are no words.
 */
import type { IDataObject } from 'n8n-workflow';
import { codesIn, expressions, fieldIn, fieldReferences, isSheetError, nodesIn, sheetErrors } from './code';

/** What is wrong with a part of a text: a word of a missing value, or what a value is that isn't written for people. */
export type Fault = 'word' | 'object' | 'boolean' | 'date' | 'format' | 'decimals' | 'rounded';

export const objectAsText = '[object Object]';

const phrases = /Invalid (?:Date(?:Time)?|Duration|Interval)|\[object \w+\]|\[native code\]|∞/g;
const dateOfJavaScript = /[A-Z][a-z]{2} [A-Z][a-z]{2} \d\d \d{4} \d\d:\d\d:\d\d GMT[+-]\d{4}/g;
/** Except after the name of a member of JSON that is a time, such as startTime. */
const dateOfLuxon = /(?<!Time\n)\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}(?:Z|[+-]\d\d:\d\d)/g;
/** Such as P23D. */
const durationOfLuxon =
	/(?<![\p{L}\d])P(?=\d|T\d)(?:\d+(?:\.\d+)?[YMWD])*(?:T(?:\d+(?:\.\d+)?[HMS])+)?(?![\p{L}\d])/gu;
/** The format in code, and letters in one that Luxon leaves as they are: year and day of other programs, and in other languages. */
const formats = /ormat\(\s*(['"`])((?:(?!\1).)*)\1/gs;
const unreadLetters = /Y{2,}|A{2,}|a{3,}|[Jj]{2,}|g{2,}/;

function unreadFormatIn(storedText: string): string | undefined {
	if (!storedText.includes('ormat(')) return undefined;
	const inCode = codesIn(storedText).flatMap((code) => [...code.matchAll(formats)]);
	return inCode
		.map(([, , format = '']) => unreadLetters.exec(format.replace(/'[^']*'/g, ''))?.[0])
		.find(Boolean);
}

const decimals = /(?<![\d.])\d+\.\d{9,}(?!\d|\.\d)/g;
/** JavaScript computes with that many digits: what comes behind them is its error. */
const exactDigits = 15;
/** Addresses, and latitude with longitude. */
const forMachines = /\S+:\/\/\S+|\d{1,3}\.\d{4,}, ?-?\d{1,3}\.\d{4,}/g;
/** Code that writes for machines. */
const writesForMachines = /toISO|toJSON|toJsonString|stringify|toMillis|valueOf/;
/** A date of Luxon that is joined to a text by `+`, and the code of an expression that does it. */
const milliseconds = /(?<!\d)1\d{12}(?!\d)/g;
const joinsDates = /^(?=.*(?:\$now|\$today|DateTime))(?=.*\+)(?!.*(?:ormat|toLocale))/s;
const ofCells = new RegExp(String.raw`(?<!\d)\d{16,}(?!\d)|${sheetErrors}`, 'g');
const shortWord = /undefined|NaN|Infinity|null|false/;
/** Code that leaves false where its author means nothing: its condition lacks the other case. */
export const lacksCase = /&&|\$if\(/;
/** Between words. */
const border = /[^\p{L}\p{N}]+/u;
/** A longer one, such as a token, has the shorter words by chance. */
const longestRemainder = 16;
/** A null of JSON has its name before it. */
const nullOfMember = /(?<="\s*:\s*)null\b/g;

/** A word or phrase that people would misread. */
export interface MissingWord {
	fault: Fault;
	/** Itself, or the word that it is a part of, such as "14hnull". */
	text: string;
	core: string;
}

/** All in a value that has no members, and the names of members. */
function leavesIn(value: unknown, seen = new Set<unknown>()): unknown[] {
	if (typeof value !== 'object' || value === null) return [value];
	if (seen.has(value)) return [];
	seen.add(value);
	return Object.entries(value).flatMap(([name, inside]) => [name, ...leavesIn(inside, seen)]);
}

const isText = (value: unknown): value is string => typeof value === 'string';

/** All texts in a value, names of members included. */
export const textsIn = (value: unknown): string[] => leavesIn(value).filter(isText);

const wordsOf = (fault: Fault, texts: Iterable<string>): MissingWord[] =>
	Array.from(texts, (text) => ({ fault, text, core: text }));

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
	const wholePhrases = (text.match(phrases) ?? []).flatMap((phrase) =>
		wordsOf(phrase.startsWith('[') ? 'object' : 'word', [phrase]),
	);
	if (!shortWord.test(text)) return wholePhrases;
	const words = withoutNullsOfJson(text)
		.split(border)
		.flatMap((word) => {
			const [core] = shortWord.exec(word) ?? [];
			const isByChance = core !== 'undefined' && word.length - (core ?? '').length > longestRemainder;
			const fault = core === 'false' ? ('boolean' as const) : ('word' as const);
			return core === undefined || isByChance ? [] : [{ fault, text: word, core }];
		});
	return [...wholePhrases, ...words];
}

/** The dates and numbers in a text that code has written as a machine reads them. */
function machineWordsIn(storedText: string, text: string): MissingWord[] {
	if (writesForMachines.test(storedText)) return [];
	const forPeople = text.replace(forMachines, ' ');
	const tooExact = (forPeople.match(decimals) ?? []).filter(
		(number) => number.replace('.', '').replace(/^0+/, '').length > exactDigits,
	);
	const dates = [
		...(text.match(dateOfJavaScript) ?? []),
		...(forPeople.match(dateOfLuxon) ?? []),
		...((/diff|Duration/.test(storedText) && forPeople.match(durationOfLuxon)) || []),
		...((codesIn(storedText).some((code) => joinsDates.test(code)) && forPeople.match(milliseconds)) || []),
	];
	return [...wordsOf('date', dates), ...wordsOf('decimals', tooExact)];
}

/** What of some data can be compared with words of a missing value: in lower case. */
interface Written {
	text: string;
	/** All words. */
	words: ReadonlySet<string>;
	/** Those that have one of a missing value in them. */
	longer: readonly string[];
	/** Values by themselves that people would misread: numbers that JavaScript has rounded, and errors of spreadsheets. */
	misread: ReadonlySet<string>;
}

const isMisread = (value: unknown): boolean =>
	isSheetError(value) || (Number.isInteger(value) && !Number.isSafeInteger(value));

function writtenIn(data: unknown): Written {
	const leaves = leavesIn(data);
	// JSON among the data, and texts in code, have their breaks as escapes.
	const text = leaves
		.filter((leaf) => isText(leaf) || (typeof leaf === 'number' && !isMisread(leaf)))
		.join('\n')
		.replace(/\\[nrt]/g, ' ')
		.toLowerCase();
	const words = new Set(text.split(border));
	return {
		text,
		words,
		longer: [...words].filter((word) => /undefined|nan|infinity|null|false/.test(word)),
		misread: new Set(leaves.filter(isMisread).map((value) => String(value).trim())),
	};
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

/** Whether a stored parameter has an expression that can make a word: a plain reference makes none, but of an object or a number. */
function mayMakeWord(storedText: string, valueOf: (root: string) => unknown): boolean {
	const references = fieldReferences(storedText);
	if (codesIn(storedText).length > references.length) return true;
	return references.some(({ path, root }) => {
		const { value } = fieldIn(valueOf(root), path);
		return (typeof value === 'object' && value !== null) || typeof value === 'number';
	});
}

/**
 * What a text is for: people read a message, and those of JSON or a list, which can hold what other items say; nobody reads
 * data.
 */
export type TextUse = 'message' | 'structured' | 'data';

/** Where the items of a run, and what their expressions read, come from. */
interface Sources {
	jsonOf: (item: number) => IDataObject | undefined;
	/** Evaluates code for an item; undefined for what n8n can't tell. */
	evaluate: (code: string, item: number) => unknown;
}

/**
 * Returns a function that finds the first word in an item's text that people would misread, because its expression has made it, or
 * has joined it to the text. A word that the author, a model or the data that it reads have written is meant; so is one that can't
 * be traced.
 */
export function createWordCheck({ jsonOf, evaluate }: Sources) {
	/** Of what code returns for all items alike, and of items: thousands of texts can have such a word. */
	const ofCode = new Map<string, Written | undefined>();
	const ofItems = new WeakMap<object, Written>();

	function ofAll(code: string, item: number): Written | undefined {
		if (!ofCode.has(code)) {
			const items = evaluate(code, item);
			ofCode.set(code, items === undefined ? undefined : writtenIn(items));
		}
		return ofCode.get(code);
	}

	function ofItem(json: IDataObject): Written {
		const written = ofItems.get(json) ?? writtenIn(json);
		ofItems.set(json, written);
		return written;
	}

	/**
	 * What the code reads besides its own item: settings, nodes (in the item that belongs to this one, then in any) and other items.
	 * Undefined stands for what can't be asked.
	 */
	function* othersOf(code: string, item: number, use: TextUse): Generator<Written | undefined> {
		const settings = code.match(/\$(?:vars|env)(?:\.\w+|\[[^\]]+\])|\$binary\b/g) ?? [];
		for (const setting of settings) yield writtenIn(evaluate(setting, item));
		for (const node of nodesIn(code)) {
			const named = `$(${JSON.stringify(node)})`;
			const paired = evaluate(`${named}.item.json`, item);
			yield writtenIn(paired);
			const ofNode = ofAll(`${named}.all()`, item);
			if (ofNode !== undefined || paired === undefined) yield ofNode;
		}
		if (use === 'structured' || /\$(?:input\b|items\()/.test(code)) yield ofAll('$input.all()', item);
	}

	function isMeant(code: string, word: MissingWord, item: number, use: TextUse): boolean {
		const json = jsonOf(item);
		// A tool that is called directly has no item.
		if (json === undefined) return word.fault === 'word' || word.fault === 'boolean';
		const near = [writtenIn(writtenInCode(code)), ofItem(json)];
		if (isOrdinary(word, near) || near.some((written) => isIn(written, word))) return true;
		for (const written of othersOf(code, item, use))
			if (written === undefined || isIn(written, word)) return true;
		return false;
	}

	/** Whether the data has such a value by itself, which the code has put into the text. */
	function isOfData(code: string, value: string, item: number, use: TextUse): boolean {
		const json = jsonOf(item);
		if (json === undefined) return false;
		if (ofItem(json).misread.has(value)) return true;
		for (const written of othersOf(code, item, use)) if (written?.misread.has(value) === true) return true;
		return false;
	}

	return (storedText: string, text: string, item: number, use: TextUse): MissingWord | undefined => {
		const format = unreadFormatIn(storedText);
		if (format !== undefined && text.includes(format)) return { fault: 'format', text: format, core: format };
		const words = [...missingWordsIn(text), ...(use === 'data' ? [] : machineWordsIn(storedText, text))];
		const values = text.match(ofCells) ?? [];
		if (words.length + values.length === 0) return undefined;
		const valueOf = (root: string): unknown => (root === '$json' ? jsonOf(item) : evaluate(root, item));
		if (!mayMakeWord(storedText, valueOf)) return undefined;
		const canBeFalse = codesIn(storedText).some((code) => lacksCase.test(code));
		const word = words.find(
			(candidate) =>
				(canBeFalse || candidate.fault !== 'boolean') && !isMeant(storedText, candidate, item, use),
		);
		if (word !== undefined) return word;
		const value = values.find((candidate) => isOfData(storedText, candidate, item, use));
		return value === undefined
			? undefined
			: { fault: value.startsWith('#') ? 'word' : 'rounded', text: value, core: value };
	};
}
