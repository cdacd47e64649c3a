import { InvalidInput } from '../../../protocol/errors';
import { parseJson } from '../../../protocol/http/json';
import { isOfNumbers } from '../../../protocol/recipients/phoneNumbers';
import { isRecord, propertyOf } from '../operations/values';
import { authorsValue, isAuthorsOwn } from '../policy/agentTool';

interface ToolContext {
	getWorkflowDataProxy: (itemIndex: number) => Readonly<Record<string, unknown>>;
	getInputData: () => ReadonlyArray<{ json: unknown }>;
	getNode: () => { parameters: Readonly<Record<string, unknown>> };
}

/**
 * Returns what a model wants to call the reviewed tool with.
 *
 * @throws {InvalidInput} where the model can choose who approves, and where `$tool` names another call than the one that runs: in it, n8n prefers what a model puts under `query`
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
	return recipientNames.test(name) || isOfNumbers(text) || mailAddresses.test(text);
};

/** Returns the recipients within an object or a list, or the JSON text of one, named by the way to them. */
function recipientsWithin([path, value]: Named): Named[] {
	const structure = typeof value === 'string' ? parseJson(Buffer.from(value)) : value;
	if (typeof structure !== 'object' || structure === null) return [];
	return Object.entries(structure).flatMap(([name, member]): Named[] => {
		const within: Named = [`${path}.${name}`, member];
		return member !== null && isRecipient([name, member]) ? [within] : recipientsWithin(within);
	});
}

/** Joiners and variation selectors are parts of emoji and of words in some scripts; no other invisible character is needed. */
const invisible = /(?![\u200c\u200d\ufe0e\ufe0f])[\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]/gu;

const codeOf = (character: string): string =>
	`<U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}>`;

/** What a message has of a text that it references: as it is, without spaces around it, or as part of JSON. */
const formsOf = (text: string): string[] => [text, text.trim(), JSON.stringify(text).slice(1, -1)];

/** In the place of what a channel can't take. */
const shortenedMark = ' ... (shortened) ... ';

type Part = [begin: number, end: number];

/** Returns the parts of a message that are any of several texts. Those that overlap are one: a model chooses where a text ends. */
function partsOf(message: string, texts: ReadonlySet<string>): Part[] {
	const matches: Part[] = [];
	for (const text of texts) {
		if (text === '') continue;
		for (let at = message.indexOf(text); at !== -1; at = message.indexOf(text, at + 1))
			matches.push([at, at + text.length]);
	}
	const parts: Part[] = [];
	for (const part of matches.sort(([begin], [otherBegin]) => begin - otherBegin)) {
		const last = parts.at(-1);
		if (last === undefined || part[0] >= last[1]) parts.push(part);
		else last[1] = Math.max(last[1], part[1]);
	}
	return parts;
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
		texts: textsIn(value),
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
	const texts = new Set(
		[...inputs.map(([name]) => name), ...values.flatMap((value) => value.texts)]
			.flatMap(formsOf)
			.flatMap((text) => text.split(objectAsText)),
	);
	// A model may write what stands for the whole input, too: once is enough.
	const [before = '', ...after] = message.split(objectAsText);
	const around = [before, ...(after.length > 0 ? [after.join(objectAsText)] : [])].map(
		(text) => [text, partsOf(text, texts)] as const,
	);
	const render = (length: number): string =>
		around
			.map(([text, parts]) => {
				let [rendered, rest] = ['', 0];
				for (const [begin, end] of parts) {
					rendered += text.slice(rest, begin) + cut(inOneLine(text.slice(begin, end)), length);
					rest = end;
				}
				return rendered + text.slice(rest);
			})
			.join(lines(length))
			.trim();
	const [fullMessage, allLines] = [render(Infinity), lines(Infinity)];
	const named = recipients.map(({ start, text, texts: numbers }) => ({
		line: start + text,
		inMessage: numbers
			.flatMap(formsOf)
			.map(inOneLine)
			.filter((number) => fullMessage.includes(number)),
	}));
	const upTo = (length: number): string => {
		const short = render(length);
		const cutOff = named.filter(({ inMessage }) => inMessage.some((number) => !short.includes(number)));
		return [...cutOff.map(({ line }) => line), short].join('\n');
	};
	return {
		wholeMessage: fullMessage.includes(allLines) ? fullMessage : `${fullMessage}\n\n${allLines}`,
		upTo,
	};
}
