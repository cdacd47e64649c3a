import { InvalidInput } from '../../../protocol/errors';
import { parseJson } from '../../../protocol/http/json';
import { isOfNumbers } from '../../../protocol/recipients/phoneNumbers';
import { isRecord, propertyOf } from '../operations/values';
import { isAuthorsOwn, isOfReview } from '../operations/expressions/code';
import { objectAsText } from '../operations/expressions/missingWords';
import { namedParameters } from '../operations/optionLists';
import type { TextPart } from '../operations/asking';
import { authorsValue } from '../policy/sendPolicy';

interface ToolContext {
	getWorkflowDataProxy: (itemIndex: number) => Readonly<Record<string, unknown>>;
	getInputData: () => ReadonlyArray<{ json: unknown }>;
	getNode: () => { parameters: Readonly<Record<string, unknown>> };
}

/** A value with its name. */
type Named = readonly [name: string, value: unknown];

/** Parameters that show values of a model, each in one line. All others are the author's own: who is asked, and what a tap does. */
const showing: ReadonlySet<string> = new Set(['message', 'title', 'pageTitle']);

/**
 * Returns what a model wants to call the reviewed tool with.
 *
 * @throws {InvalidInput} where the model can influence how it is reviewed, and where `$tool` names another call than the one that runs: in it,
 * n8n prefers what a model puts under `query`
 */
export function toolInputOf(context: ToolContext): unknown {
	for (const [name, value] of namedParameters(context.getNode().parameters))
		if (!showing.has(name) && !isAuthorsOwn(value))
			throw new InvalidInput(name, 'An AI agent could influence its own review.', authorsValue);
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

/** What is usually the recipient, by name; and by value, what looks like phone numbers or mail addresses. */
const recipientNames =
	/^(?:send_?)?(?:to|b?cc|recipients?|numbers?|phones?|phone_?numbers?|mobile|telephone|e?mails?|groups?|chat|user)(?:_?id|_?address)?(?:_s_?)?$/i;
const mailAddresses = /^[["]*[^\s@,;]+@[^\s@]+(?:[,;]\s*[^\s@,;]+@[^\s@]+)*$/;
/** A mail address or a number anywhere in a text that is no list, such as "Ana <ana@example.com>" or "tel:+33699999999". */
const address = /^(?!\s*[[{]).*(?:[^\s@]@[^\s@]|\d(?:[\s.()/-]?\d){7})/s;
/** Characters of a text that is all shown if an address is in it. Longer ones are texts that mention one. */
const longestAddressed = 200;

const textOf = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));

/** Whether a part is an object: n8n's default message references the whole input. */
const isWholeInput = (part: TextPart): boolean =>
	typeof part !== 'string' && Object.prototype.toString.call(part.value) === objectAsText;

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

/** In the place of what a channel can't take. */
const shortenedMark = ' ... (shortened) ... ';

/** An expression that is one value of the call. */
const valueOfCall = /^=\{\{\s*\$tool\.parameters\.(\w+)\s*\}\}$/;

/** White space that shows nothing of itself: a break, and more than one character of any, also with joiners in between. */
const gaps = /(?:[\s\u0085](?:\u200c|\u200d|\ufe0e|\ufe0f)*){2,}|[\n\r\v\f\u0085\u2028\u2029]/gu;

/** How a review shows the texts of the workflow's author, with what a model has put into them. */
export interface Review {
	title: string;
	/** The message, and every value of the input. */
	wholeMessage: string;
	/** The message with at most so many characters of each value: its begin and its end. Recipients are never cut. */
	upTo: (characters: number) => string;
}

/**
 * Shows each value in one line, so that none can pass for another one: gaps and invisible characters are visible, and
 * recipients come first. Values of the call that the message lacks stand above and below it: nobody approves what they can't see.
 *
 * @param message as entered, as the title is; an object in one stands for the whole input
 * @param gap what stands for a gap in a value
 */
export function reviewOf(
	{ title, message }: Readonly<Record<'title' | 'message', readonly TextPart[]>>,
	input: unknown,
	gap: string,
): Review {
	const inOneLine = (text: string): string => text.replace(gaps, gap).replace(invisible, codeOf);
	const inputs = (isRecord(input) ? Object.entries(input) : [['', input] as const]).filter(
		([, value]) => (value ?? null) !== null,
	);
	const recipients = inputs.flatMap((named) => (isRecipient(named) ? [named] : recipientsWithin(named)));
	const otherInputs = inputs.filter((named) => !isRecipient(named));
	const cut = (text: string, length: number): string => {
		const characters = [...text];
		const more = characters.length - length;
		if (more <= shortenedMark.length) return text;
		characters.splice(Math.ceil(length / 2), more, shortenedMark);
		return characters.join('');
	};
	const lines = (named: readonly Named[], length: number): string[] =>
		named.map(
			([name, value]) => (name === '' ? '' : `${inOneLine(name)}: `) + cut(inOneLine(textOf(value)), length),
		);
	const textOfPart = (part: TextPart, length: number, isFirst: boolean): string => {
		if (typeof part === 'string') return part;
		if (isWholeInput(part))
			return isFirst
				? [...lines(recipients, Infinity), ...lines(otherInputs, length)].join('\n')
				: objectAsText;
		return cut(inOneLine(textOf(part.value)), isRecipient(['', part.value]) ? Infinity : length);
	};
	// The whole input once is enough.
	const render = (parts: readonly TextPart[], length: number): string =>
		parts
			.map((part) => textOfPart(part, length, part === parts.find(isWholeInput)))
			.join('')
			.trim();
	const hasLines = message.some(isWholeInput);
	const hasMore = [...title, ...message].some(
		(part) => typeof part !== 'string' && !isOfReview(part.expression),
	);
	// Where a model says more, it could pass a value off as another one.
	const namesInMessage = message.map((part) =>
		typeof part === 'string' || hasMore ? undefined : valueOfCall.exec(part.expression)?.[1],
	);
	const messageWithout = (inMessage: ReadonlyArray<string | undefined>, length: number): string => {
		const text = render(message, length);
		if (hasLines || text === '') return text;
		const isMissing = ([name]: Named): boolean => !inMessage.includes(name);
		const isCut = ([, value]: Named): boolean => !text.includes(inOneLine(textOf(value).trim()));
		const missingRecipients = recipients.filter((named) => isMissing(named) || isCut(named));
		const [above, below] = [lines(missingRecipients, Infinity), lines(otherInputs.filter(isMissing), length)];
		return `${above.join('\n')}\n\n${text}\n\n${below.join('\n')}`.trim();
	};
	return {
		title: render(title, Infinity),
		wholeMessage: messageWithout([], Infinity),
		upTo: (length) => messageWithout(namesInMessage, length),
	};
}
