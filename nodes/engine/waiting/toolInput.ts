import { InvalidInput } from '../../../protocol/errors';
import { isOfNumbers } from '../../../protocol/recipients/phoneNumbers';
import { isRecord, propertyOf } from '../operations/values';

interface ToolContext {
	getWorkflowDataProxy: (itemIndex: number) => Readonly<Record<string, unknown>>;
	getInputData: () => ReadonlyArray<{ json: unknown }>;
}

/**
 * Returns what a model wants to call the reviewed tool with.
 *
 * @throws {InvalidInput} where `$tool` names another call than the one that runs: in it, n8n prefers what a model puts under `query`
 */
export function toolInputOf(context: ToolContext): unknown {
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

const textOf = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));

const textsIn = (value: unknown): string[] =>
	typeof value === 'string'
		? [value]
		: typeof value === 'object' && value !== null
			? Object.values(value).flatMap(textsIn)
			: [];

/** A value of the input with its name. */
type Named = readonly [name: string, value: unknown];

const isRecipient = ([name, value]: Named): boolean => {
	const text = textOf(value).trim();
	return recipientNames.test(name) || isOfNumbers(text) || mailAddresses.test(text);
};

/** Returns the recipients within an object or a list, named by the way to them. */
function recipientsWithin([path, value]: Named): Named[] {
	if (typeof value !== 'object' || value === null) return [];
	return Object.entries(value).flatMap(([name, member]): Named[] => {
		const within: Named = [`${path}.${name}`, member];
		return member !== null && isRecipient([name, member]) ? [within] : recipientsWithin(within);
	});
}

/** Joiners are parts of emoji and of words in some scripts; no other invisible character changes what one reads. */
const invisible = /(?![\u200c\u200d])[\p{Cc}\p{Cf}]/gu;

const codeOf = (character: string): string =>
	`<U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}>`;

/** What a message has of a text that it references: as it is, without spaces around it, or as part of JSON. */
const formsOf = (text: string): string[] => [text, text.trim(), JSON.stringify(text).slice(1, -1)];

/** In the place of what a channel can't take. */
const shortenedMark = ' ... (shortened) ... ';

interface Piece {
	text: string;
	/** Whether it is one of the texts that were looked for. */
	isFound: boolean;
}

/**
 * Splits a message where it has one of several texts; of those that begin at the same place, the first one counts. A regular
 * expression of long texts would be too large.
 */
function piecesOf(message: string, texts: readonly string[]): Piece[] {
	const there = texts.filter((text) => text !== '' && message.includes(text));
	const pieces: Piece[] = [];
	let begin = 0;
	for (let index = 0; index < message.length;) {
		const match = there.find((text) => message.startsWith(text, index));
		if (match === undefined) {
			index += 1;
			continue;
		}
		pieces.push({ text: message.slice(begin, index), isFound: false }, { text: match, isFound: true });
		index += match.length;
		begin = index;
	}
	return [...pieces, { text: message.slice(begin), isFound: false }];
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
	const valueOf = ([name, value]: Named, isShownWhole: boolean) => ({
		start: name === '' ? '' : `${inOneLine(name)}: `,
		text: inOneLine(textOf(value)),
		texts: textsIn(value).flatMap(formsOf),
		isShownWhole,
	});
	const inputs = (isRecord(input) ? Object.entries(input) : [['', input] as const]).filter(
		([, value]) => value !== undefined && value !== null,
	);
	const recipients = inputs
		.flatMap((namedValue) => (isRecipient(namedValue) ? [namedValue] : recipientsWithin(namedValue)))
		.map((namedValue) => valueOf(namedValue, true));
	const otherInputs = inputs.filter((namedValue) => !isRecipient(namedValue));
	const values = [...recipients, ...otherInputs.map((namedValue) => valueOf(namedValue, false))];
	const whom = new Set(recipients.flatMap(({ texts }) => texts));
	const cut = (text: string, length: number): string => {
		const characters = [...text];
		if (characters.length <= length + shortenedMark.length) return text;
		const begin = characters.slice(0, Math.ceil(length / 2)).join('');
		return `${begin}${shortenedMark}${characters.slice(characters.length - Math.floor(length / 2)).join('')}`;
	};
	const lines = (length: number): string =>
		values
			.map(({ start, text, isShownWhole }) => start + (isShownWhole ? text : cut(text, length)))
			.join('\n');
	// The author may reference values by name: there, too, none may pass for a line of the author's.
	const texts = [...new Set(values.flatMap((value) => value.texts))].sort((a, b) => b.length - a.length);
	const pieces = piecesOf(message, [...texts, objectAsText]);
	const upTo = (length: number): string =>
		pieces
			.map(({ text, isFound }) => {
				if (!isFound) return text;
				return text === objectAsText
					? lines(length)
					: cut(inOneLine(text), whom.has(text) ? Infinity : length);
			})
			.join('')
			.trim();
	const [fullMessage, allLines] = [upTo(Infinity), lines(Infinity)];
	return {
		wholeMessage: fullMessage.includes(allLines) ? fullMessage : `${fullMessage}\n\n${allLines}`,
		upTo,
	};
}
