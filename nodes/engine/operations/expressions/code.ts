/** The code of expressions in stored parameters: which fields it refers to, and what of it is allowed. */
import { isBlank } from '../../../../protocol/validation';

/** A plain reference to a field: no default, no optional chaining, no method. */
export interface FieldReference {
	/** The expression that has the fields: `$json`, `$('Node').item.json` … */
	root: string;
	/** The node that the fields come from; undefined for the node's own input. */
	node: string | undefined;
	/** Property names and list positions, from the outside in. At least one. */
	path: readonly string[];
}

export type FieldState = 'missing' | 'empty' | 'filled';

/** The expressions in a stored parameter: their code is the first group. Behind an odd number of backslashes, braces are text. */
export const expressions = /\{\{(?<=(?<!\\)(?:\\\\)*\{\{)(.*?)\}\}(?<=(?<!\\)(?:\\\\)*\}\})/gs;
const pickedItem = String.raw`\.(?:item|first\(\)|last\(\))`;
/** A name between quotes of any kind, and behind `$node.`. */
const quoted = ['"', "'", '`'].map((mark) => `${mark}((?:[^${mark}\\\\]|\\\\.)+)${mark}`).join('|');
const identifier = String.raw`[\p{L}_$][\p{L}\p{N}_$]*`;
const node = String.raw`\$(?:\(\s*(?:${quoted})\s*\)${pickedItem}|node(?:\[(?:${quoted})\]|\.(${identifier})))`;
const root = String.raw`\$json|(?:\$input${pickedItem}|${node})\.json`;
const step = String.raw`\.(${identifier})|\["([^"\\]*)"\]|\['([^'\\]*)'\]|\[(\d+)\]`;
const reference = new RegExp(String.raw`^\s*(?<source>${root})(?<path>(?:${step})+)\s*$`, 'u');
const steps = new RegExp(step, 'gu');
const namedNode = new RegExp(
	String.raw`\$(?:items)?(?:\(|node\[)\s*(?:${quoted})|\$node\.(${identifier})`,
	'gu',
);

const unescaped = (nameInCode: string): string => nameInCode.replace(/\\(.)/g, '$1');

/** Returns what a text has between double braces. n8n evaluates none of it in a fixed text or in data. */
export const inBraces = (text: string): string[] =>
	text.includes('{{')
		? [...text.matchAll(/\{\{((?:[^{}]|\{(?!\{)|\}(?!\}))*)\}\}/g)].map(([, inside = '']) => inside)
		: [];

/** What n8n's expressions read; names such as `$labels` or `$t` are another language's. */
const rootsOfN8n =
	/\$(?:\(|(?:json|input|node|items|now|today|vars|env|execution|workflow|parameter|prevNode|itemIndex|runIndex|binary|fromAI|tool)\b)/;

/** Whether a text has something between double braces that reads n8n's data. Other braces, such as a template's `{{1}}`, may be meant. */
export const hasExpression = (text: string): boolean =>
	inBraces(text).some((inside) => rootsOfN8n.test(inside));

/** Code outside of double braces: n8n sends it as it is. */
const bareCode = /\$(?:(?:json|node|input)\s*[.[]|\(\s*['"`]|(?:now|today)\.\w)/;

/** Whether a stored text has code that reads n8n's data outside of an expression. */
export const hasBareCode = (storedText: string): boolean =>
	storedText.includes('$') && bareCode.test(storedText.replace(expressions, ' '));

export const isExpression = (storedValue: unknown): storedValue is string =>
	typeof storedValue === 'string' && storedValue.startsWith('=');

/** Returns the names of the nodes that code reads. */
export const nodesIn = (code: string): string[] =>
	[...code.matchAll(namedNode)].map((match) => unescaped(match.slice(1).join('')));

/** What takes one of a list. */
const ofList = String.raw`\s*(?:\??\.)?\s*(?:\[|(?:at|find|findLast|first|last|pop|shift)\()`;
/** Code that picks one of the items of a node: each use of a node but those of all its items, and of the node itself. */
const pick = new RegExp(
	String.raw`(?:\$\(\s*(?:${quoted})\s*\)|(?<latest>\$node(?:\[(?:${quoted})\]|\.(${identifier}))|\$items\(\s*(?:${quoted})[\d\s,]*\)(?=${ofList}))|\$input|(?<json>\$json\b))` +
		String.raw`(?!\s*\??\.\s*(?:all\b(?!\([\d\s,]*\)${ofList})|(?:isExecuted|params|context|parameter|runIndex)\b))` +
		String.raw`(?:\s*\??\.\s*(?:all|first|last)\(\s*(?<place>[\d\s,]*)\))?`,
	'gu',
);

/** One item that code picks of a node. */
export interface Pick {
	/** The name of the node; empty for the input. */
	node: string;
	/** Output and run, as `all()` takes them; undefined where the path of the item decides. */
	place: string | undefined;
}

/** Returns what code picks one item of. */
export const picksIn = (code: string): Pick[] =>
	[...code.matchAll(pick)].map(({ 0: source, groups: { latest, json, place } = {} }) => ({
		node: nodesIn(source)[0] ?? '',
		place: place ?? (latest === undefined && json === undefined ? undefined : ''),
	}));

/** Returns the field that an expression is a plain reference to, and nothing else. */
export function referenceIn(expression: string): FieldReference | undefined {
	const { source, path } = reference.exec(expression)?.groups ?? {};
	if (source === undefined || path === undefined) return undefined;
	const names = [...path.matchAll(steps)].map((match) => match.slice(1).join(''));
	return { root: source, node: nodesIn(source)[0], path: names };
}

/** Returns the code of the expressions in a stored parameter. */
export const codesIn = (storedText: string): string[] =>
	[...storedText.matchAll(expressions)].map(([, code = '']) => code);

/** Returns the plain references in a stored parameter. Every other expression is left to n8n. */
export function fieldReferences(storedValue: unknown): FieldReference[] {
	if (!isExpression(storedValue)) return [];
	return codesIn(storedValue).flatMap((code) => referenceIn(code) ?? []);
}

/** The same as in values.ts: importing it would make a chain of seven files (test/package/structure.test.ts). */
const isMissing = (value: unknown): boolean => value === undefined || value === null || value === '';

/** Whether a value shows nothing in a text: a cell with a space, or a list without entries, too. */
export const isEmpty = (value: unknown): boolean =>
	isMissing(value) ||
	(typeof value === 'string' && isBlank(value)) ||
	(Array.isArray(value) && value.every(isEmpty));

/** Whether a value has nothing of a number, such as the dash of an empty cell. */
export const hasNoNumber = (value: unknown): boolean =>
	isEmpty(value) || (typeof value === 'string' && !/[\p{L}\p{N}+*]/u.test(value));

/** Whether a text tells nothing from anything else, such as the dash of an empty cell. */
export const hasNoCharacter = (text: string): boolean => !/[\p{L}\p{N}]/u.test(text);

/** What Excel and Google Sheets show in a cell whose formula has no result, in English and in French. */
export const sheetErrors = String.raw`#(?:N/A|REF!|DIV/0!|VALUE!|VALEUR!|NAME\?|NOM\?|NUM!|NOMBRE!|NULL!|NUL!|ERROR!|SPILL!|CALC!)`;
const wholeSheetError = new RegExp(`^${sheetErrors}$`);

/** Whether a value is such a cell. */
export const isSheetError = (value: unknown): value is string =>
	typeof value === 'string' && wholeSheetError.test(value.trim());

/** What exports write for a missing value. Other cases can be names, such as “Nan”. */
export const exportedWords = 'null|NULL|nan|NaN|None|nil|N/A|n/a';
const wholeExportedWord = new RegExp(`^(?:${exportedWords})$`);

/** Whether a value makes no key: it has no letter or digit, or stands for a missing value. */
export const tellsNothing = (value: unknown): boolean =>
	isEmpty(value) ||
	isSheetError(value) ||
	(typeof value === 'string' && (hasNoCharacter(value) || wholeExportedWord.test(value.trim())));

/** Returns whether `json` has the field, and its value. One inside an empty value counts as empty. */
export function fieldIn(
	json: unknown,
	path: readonly string[],
	isGap: (value: unknown) => boolean = isEmpty,
): { state: FieldState; value?: unknown } {
	let value: unknown = json;
	for (const name of path) {
		if (isMissing(value)) return { state: 'empty' };
		// Methods and lengths included: they come from the prototype.
		const holder: unknown = Object(value);
		if (typeof holder !== 'object' || holder === null || !(name in holder)) return { state: 'missing' };
		value = Reflect.get(holder, name, value);
		// A method is no field, whatever its name.
		if (typeof value === 'function') return { state: 'missing' };
	}
	return { state: isGap(value) ? 'empty' : 'filled', value };
}

/** Returns a path in the way people write it: `customer.names[0]`. */
export const pathText = (path: readonly string[]): string =>
	path.map((name, index) => (/^\d+$/.test(name) ? `[${name}]` : index === 0 ? name : `.${name}`)).join('');

/** What an expression may read and call. Everything else is refused, unknown code included. */
interface AllowedCode {
	/** Names that stand by themselves: `$json`, `String`. `$` takes a node's name in quotes. */
	roots: ReadonlySet<string>;
	/** Functions; all of them where it is left out. */
	calls?: ReadonlySet<string>;
	/** Names that only functions are called of: `Math`. */
	callers?: ReadonlySet<string>;
	/** What may be read of another node, called without anything. */
	ofNodes?: ReadonlySet<string>;
	/** Members that may not be read. */
	withoutMembers?: ReadonlySet<string>;
	/** Names of what may be read in parts only. */
	inParts?: ReadonlySet<string>;
}

const literals = new Set(['true', 'false', 'null', 'undefined']);

/**
 * Tokens of the expressions that are allowed: texts, numbers, names and operators. No comments, templates, regexes or escapes, and
 * nothing that assigns. A slash divides where a value is before it.
 */
const token =
	/\s+|'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"|\d[\d.]*|[\p{L}_$][\p{L}\p{N}_$]*|(?<=[\p{L}\p{N}_$)\]]\s*)\/(?![/*])|=>|[=!]==?|[<>]=?|&&|\|\||\?\?|\.\.\.|\?\.|\+(?!\+)|-(?!-)|[.,:?!()[\]*%{}]/uy;

/** Undefined for code that has something else in it. */
function tokensOf(code: string): string[] | undefined {
	const tokens: string[] = [];
	token.lastIndex = 0;
	while (token.lastIndex < code.length) {
		const [text] = token.exec(code) ?? [];
		if (text === undefined) return undefined;
		if (text.trim() !== '') tokens.push(text);
	}
	return tokens;
}

const isMemberAccess = (text: string | undefined): boolean => text === '.' || text === '?.';

/** Whether every name in code is a literal, a parameter of its own, or allowed. */
function isAllowedCode(code: string, allowed: AllowedCode): boolean {
	const { roots, calls, callers, ofNodes, withoutMembers, inParts } = allowed;
	const tokens = tokensOf(code);
	if (tokens === undefined) return false;
	const parameterLists = [...code.matchAll(/\(([\w\s,{}]*)\)\s*=>|(\w+)\s*=>/g)].map(
		([, several = '', single = '']) => several + single,
	);
	const namesIn = (list: string): string[] => list.split(/[,{}]/).map((name) => name.trim());
	const parameters = parameterLists.flatMap(namesIn);
	// One named as a class or a name of n8n's would count as that elsewhere, as a function would that is called.
	if (parameters.some((name) => /^[A-Z$]/.test(name))) return false;
	// Taken out of an item, members are read as well.
	const members = parameterLists.filter((list) => list.includes('{')).flatMap(namesIn);
	if (members.some((name) => withoutMembers?.has(name))) return false;
	/** Whether a member is one of an item, or may be: below its fields, all are the author's. */
	const isOfItem = (index: number): boolean => {
		const [accessOfOwner, owner = ''] = tokens.slice(index - 3, index - 1);
		return !isMemberAccess(accessOfOwner) || owner === 'item' || inParts?.has(owner) === true;
	};
	/** `('Node')`, and after it, where that is restricted, `.item` or `.first()`. */
	const isNode = (index: number): boolean => {
		const [open, name = '', close, dot, member = '', ...call] = tokens.slice(index + 1, index + 8);
		const isNamed = open === '(' && /^['"]/.test(name) && close === ')';
		const isRead = isMemberAccess(dot) && (member === 'item' || call.join('') === '()');
		return isNamed && (ofNodes === undefined || (isRead && ofNodes.has(member)));
	};
	return tokens.every((text, index) => {
		const [previous = '', next = ''] = [tokens[index - 1], tokens[index + 1]];
		// A function that has no name: nobody knows which one it is.
		if (text === '(') return calls === undefined || !['[', ']', ')', '?.'].includes(previous);
		if (previous === '[' && withoutMembers?.has(text.slice(1, -1)) === true) return false;
		if (!/^[\p{L}_$]/u.test(text)) return true;
		// The name of a member of an object.
		if (next === ':' && (previous === '{' || previous === ',')) return true;
		const callsMember = isMemberAccess(next) && tokens[index + 3] === '(';
		if (inParts?.has(text) === true && (callsMember || !(isMemberAccess(next) || next === '['))) return false;
		if (isMemberAccess(previous))
			return next === '('
				? calls?.has(text) !== false
				: withoutMembers?.has(text) !== true || !isOfItem(index);
		if (parameters.includes(text)) return next !== '(';
		if (literals.has(text)) return true;
		if (text === '$') return isNode(index);
		// Other parts of the input are other items.
		if (text === '$input')
			return inParts !== undefined && tokens.slice(index + 1, index + 5).join('') === '.item.json';
		return roots.has(text) || (callers?.has(text) === true && (callsMember || next === '('));
	});
}

/** Whether all expressions of a stored parameter pass, anywhere in it. */
export const everyExpression = (storedValue: unknown, passes: (expression: string) => boolean): boolean =>
	typeof storedValue === 'object' && storedValue !== null
		? Object.values(storedValue).every((member) => everyExpression(member, passes))
		: typeof storedValue !== 'string' || !storedValue.startsWith('=') || passes(storedValue);

/** Whether all expressions of a stored parameter, anywhere in it, are allowed code. What is fixed is. */
const hasOnly = (storedValue: unknown, allowed: AllowedCode): boolean =>
	everyExpression(storedValue, (expression) => {
		const segments = expression.slice(1).split(/(\{\{|\}\})/);
		// Text, `{{`, code, `}}`, text …: braces within a text would leave it without its end.
		return segments.every((segment, index) => {
			if (index % 4 === 1) return segment === '{{';
			if (index % 4 === 3) return segment === '}}';
			return index % 4 === 0 || (isAllowedCode(segment, allowed) && index < segments.length - 1);
		});
	});

const words = (list: string): ReadonlySet<string> => new Set(list.split(/\s+/));

/** What an expression that no model can influence may read, and the functions that only make something of it. */
const authors = {
	roots: words('$ $vars $execution $workflow $now $today $env DateTime String Number Boolean'),
};

/**
 * Whether no model has a say in a stored parameter of a tool: a fixed value, or an expression of what {@link authors} lists. n8n
 * puts all that a model says into the item, so `$json`, `$input` or `$tool` are the model's, as `$fromAI()` is.
 */
export const isAuthorsOwn = (storedValue: unknown): boolean => hasOnly(storedValue, authors);

/** The same where a tool is reviewed, whose call an author may show: a model says it, but what it says is what runs. */
const ofReview = { roots: new Set([...authors.roots, '$tool']) };

/** Whether a stored parameter has nothing that a model says beside its call of the reviewed tool. */
export const isOfReview = (storedValue: unknown): boolean => hasOnly(storedValue, ofReview);

/** What certainly says the same each time: what items and settings say, and what is made of it. A date can lack its day: today. */
const repeatable = {
	roots: words('$ $json $vars $env'),
	callers: words('$if $ifEmpty $max $min String Number Boolean Math JSON Object Array'),
	ofNodes: words('item first last all'),
	calls: words(
		`$if $ifEmpty $max $min String Number Boolean first last all trim trimStart trimEnd toString toUpperCase toLowerCase
		toTitleCase toSentenceCase slice substring replace replaceAll split join concat includes startsWith endsWith padStart
		padEnd at charAt indexOf repeat normalize toFixed toLocaleString toNumber toInt toFloat toBoolean round ceil floor abs max min map filter
		find some every flat flatMap reverse unique removeDuplicates compact keys values isEmpty isNotEmpty isArray`,
	),
	// An item that comes back from an error output has these members, and so has the whole item.
	withoutMembers: words('error message context params isExecuted'),
	inParts: words('$json json'),
};

/**
 * Whether a stored parameter certainly says the same of an item whenever it is evaluated, in another round of a loop, too. Whatever isn't
 * known to is taken to change.
 */
export const isRepeatable = (storedValue: unknown): boolean => hasOnly(storedValue, repeatable);
