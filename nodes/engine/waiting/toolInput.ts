import { InvalidInput } from '../../../protocol/errors';
import { parseJson } from '../../../protocol/http/json';
import { isOfNumbers } from '../../../protocol/recipients/phoneNumbers';
import { isRecord, propertyOf } from '../operations/values';
import { isAuthorsOwn } from '../operations/expressions/allowedCode';
import { authorsValue } from '../policy/agentTool';

interface ToolContext {
	getWorkflowDataProxy: (itemIndex: number) => Readonly<Record<string, unknown>>;
	getInputData: () => ReadonlyArray<{ json: unknown }>;
	getNode: () => { parameters: Readonly<Record<string, unknown>> };
}

/**
 * Returns what a model wants to call the reviewed tool with.
 *
 * @throws {InvalidInput} where the model can choose who approves, and where `$tool` names another call than the one that runs: in it,
 * n8n prefers what a model puts under `query`
 */
export function toolInputOf(context: ToolContext): unknown {
	if (!isAuthorsOwn(context.getNode().parameters['to']))
		throw new InvalidInput('to', 'An AI agent could choose who approves.', authorsValue);
	const { $tool: tool } = context.getWorkflowDataProxy(0);
	const run = context.getInputData()[0]?.json;
	const [input, inputToRun] = [propertyOf(tool, 'parameters'), propertyOf(run, 'toolParameters')];
	const textFor = (name: unknown, parameters: unknown) => JSON.stringify([name ?? '', parameters ?? '']);
	if (textFor(propertyOf(tool, 'name'), input) === textFor(propertyOf(run, 'tool'), inputToRun)) return input;
	throw new InvalidInput(
		'message',
		'The model hides its call of the tool.',
		'n8n would run another call than the one it shows. Call the tool without a field named query.',
	);
}

/** What a text shows of an object: n8n's default message references the whole input. */
const objectAsText = '[object Object]';

/** What is usually the recipient, by name; and by value, what looks like phone numbers or mail addresses. */
const recipientNames =
	/^(?:send_?)?(?:to|b?cc|recipients?|numbers?|phones?|phone_?numbers?|mobile|telephone|e?mails?|groups?|chat|user)(?:_?id|_?address)?(?:_s_?)?$/i;
const mailAddresses = /^[["]*[^\s@,;]+@[^\s@]+(?:[,;]\s*[^\s@,;]+@[^\s@]+)*$/;
/** A mail address or a number anywhere in a text that is no list, such as "Ana <ana@example.com>" or "tel:+33699999999". */
const address = /^(?!\s*[[{]).*(?:[^\s@]@[^\s@]|\d(?:[\s.()/-]?\d){7})/s;
/** Characters of a text that is all shown if an address is in it. Longer ones are texts that mention one. */
const longestAddressed = 200;

const textOf = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));

const textsIn = (value: unknown): string[] =>
	typeof value === 'string'
		? [value]
		: typeof value === 'object' && value !== null
			? [...Object.keys(value), ...Object.values(value).flatMap(textsIn)]
			: [];

/** A value of the input with its name. */
type Named = readonly [name: string, value: unknown];

const isRecipient = ([name, value]: Named): boolean => {
	const text = textOf(value).trim();
	const isAddressed = text.length <= longestAddressed && address.test(text);
	return recipientNames.test(name) || isAddressed || isOfNumbers(text) || mailAddresses.test(text);
};

/** Returns the recipients within an object or a list, or the JSON text of one, named by the way to them. */
function recipientsWithin([path, value]: Named): Named[] {
	const structure = typeof value === 'string' ? parseJson(Buffer.from(value)) : value;
	if (typeof structure !== 'object' || structure === null) return [];
	return Object.entries(structure).flatMap(([name, member]): Named[] => {
		const within: Named = [`${path}.${name}`, member];
		// A list by recipient has them as names.
		if (isRecipient(['', name])) return [[path, name], ...recipientsWithin(within)];
		return member !== null && isRecipient([name, member]) ? [within] : recipientsWithin(within);
	});
}

/** Joiners and variation selectors are parts of emoji and of words in some scripts; no other invisible character is needed. */
const invisible = /(?!\u200c|\u200d|\ufe0e|\ufe0f)[\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]/gu;

const codeOf = (character: string): string =>
	`<U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}>`;

/** What a message has of a text that it references: as it is, without spaces around it, or as part of JSON. */
const formsOf = (text: string): string[] => [text, text.trim(), JSON.stringify(text).slice(1, -1)];

/** In the place of what a channel can't take. */
const shortenedMark = ' ... (shortened) ... ';

/**
 * Splits a message by several texts: at even places there is a text, at odd ones what is between two. Texts that overlap are one:
 * a model chooses where its texts begin and end.
 */
function piecesOf(message: string, texts: ReadonlySet<string>): string[] {
	const matches: Array<[begin: number, end: number]> = [];
	for (const text of texts) {
		if (text === '') continue;
		for (let at = message.indexOf(text); at !== -1; at = message.indexOf(text, at + 1))
			matches.push([at, at + text.length]);
	}
	const pieces: string[] = [];
	let [begin, end] = [0, 0];
	for (const [nextBegin, nextEnd] of matches.sort(([first], [second]) => first - second)) {
		if (nextBegin >= end) {
			pieces.push(message.slice(begin, end), message.slice(end, nextBegin));
			begin = nextBegin;
		}
		end = Math.max(end, nextEnd);
	}
	return [...pieces, message.slice(begin, end), message.slice(end)];
}

/** How a review shows a message of the workflow's author, with what a model has put into it. */
export interface Review {
	/** The message, and every value of the input. */
	wholeMessage: string;
	/** The message with at most so many characters of each value: its begin and its end. Recipients are never cut. */
	upTo: (characters: number) => string;
}

/**
 * Shows each value in one line, so that none can pass for another one: line breaks and invisible characters are visible, and
 * recipients come first.
 *
 * @param message as entered; `[object Object]` in it stands for the whole input
 * @param lineBreak what stands for a line break in a value
 */
export function reviewOf(message: string, input: unknown, lineBreak: string): Review {
	const inOneLine = (text: string): string =>
		text.replace(/\r\n|[\n\r\v\f\u0085\u2028\u2029]/g, lineBreak).replace(invisible, codeOf);
	const inputs = (isRecord(input) ? Object.entries(input) : [['', input] as const]).filter(
		([, value]) => value !== undefined && value !== null,
	);
	const recipients = inputs.flatMap((named) => (isRecipient(named) ? [named] : recipientsWithin(named)));
	const otherInputs = inputs.filter((named) => !isRecipient(named));
	const cut = (text: string, length: number): string => {
		const characters = [...text];
		if (characters.length <= length + shortenedMark.length) return text;
		const begin = characters.slice(0, Math.ceil(length / 2)).join('');
		return `${begin}${shortenedMark}${characters.slice(characters.length - Math.floor(length / 2)).join('')}`;
	};
	const lineOf = ([name, value]: Named, length = Infinity): string =>
		(name === '' ? '' : `${inOneLine(name)}: `) + cut(inOneLine(textOf(value)), length);
	const lines = (length: number): string =>
		[...recipients.map((named) => lineOf(named)), ...otherInputs.map((named) => lineOf(named, length))].join(
			'\n',
		);
	// The author may reference values by name: there, too, none may pass for a line of the author's.
	const texts = new Set(
		textsIn(input)
			.flatMap(formsOf)
			.flatMap((text) => text.split(objectAsText)),
	);
	// A model may write what stands for the whole input, too: once is enough.
	const [before = '', ...after] = message.split(objectAsText);
	const around = [before, ...(after.length > 0 ? [after.join(objectAsText)] : [])].map((text) =>
		piecesOf(text, texts).map((piece, index) => (index % 2 === 0 ? inOneLine(piece) : piece)),
	);
	const render = (length: number): string =>
		around
			.map((pieces) => pieces.map((piece, index) => (index % 2 === 0 ? cut(piece, length) : piece)).join(''))
			.join(lines(length))
			.trim();
	const [fullMessage, allLines] = [render(Infinity), lines(Infinity)];
	const inMessage = recipients.map((named) => ({
		line: lineOf(named),
		forms: textsIn(named[1])
			.flatMap(formsOf)
			.map(inOneLine)
			.filter((form) => fullMessage.includes(form)),
	}));
	const upTo = (length: number): string => {
		const short = render(length);
		const cutOff = inMessage.filter(({ forms }) => forms.some((form) => !short.includes(form)));
		return [...cutOff.map(({ line }) => line), short].join('\n');
	};
	return {
		wholeMessage: fullMessage.includes(allLines) ? fullMessage : `${fullMessage}\n\n${allLines}`,
		upTo,
	};
}
