import type { Answer, Conversation, Tool, Turn } from './conversation';

/** How the simulated model introduces itself. */
export const INTRODUCTION = 'I am a simulated model and answer by a few fixed rules';

const NAME = /\b(?:my name is|i am called|je m[’']appelle)\s+([\p{L}\p{N}][\p{L}\p{N}'’-]*)/iu;

/** The name that was told last. */
const nameIn = (turns: readonly Turn[]): string | undefined =>
	turns
		.filter(({ role }) => role === 'user')
		.flatMap(({ text }) => text.split('\n'))
		.flatMap((line) => NAME.exec(line)?.[1] ?? [])
		.at(-1);

interface Rule {
	readonly matches: RegExp;
	readonly answer: (line: string, turns: readonly Turn[]) => string;
}

/** The first rule that matches a line answers it. */
const RULES: readonly Rule[] = [
	{ matches: NAME, answer: (line) => `Nice to meet you, ${NAME.exec(line)?.[1] ?? ''}.` },
	{
		matches: /\b(?:what is|what's|do you know) my name\b|comment je m[’']appelle/iu,
		answer: (_line, turns) => {
			const name = nameIn(turns);
			return name === undefined ? "You haven't told me your name yet." : `Your name is ${name}.`;
		},
	},
	{
		matches: /\bhow many messages\b/iu,
		answer: (_line, turns) =>
			`This is message ${turns.filter(({ role }) => role === 'user').length} from you.`,
	},
	{
		matches: /\bappointment\b|rendez-vous/iu,
		answer: () => 'The next free appointment is on Thursday at 10:00.',
	},
	{
		matches: /\bopen(?:ing)?\b|\bouvert/iu,
		answer: () => 'We are open from Monday to Saturday, 9:00 to 18:00.',
	},
	{ matches: /^\s*(?:hello|hi|bonjour|salut)\b/iu, answer: () => `Hello! ${INTRODUCTION}.` },
	{ matches: /\bwho are you\b|\bare you (?:a )?(?:human|robot|bot)\b/iu, answer: () => `${INTRODUCTION}.` },
];

/** `Text +33600123456: the text`, or `Text the shop: the text`. */
const TEXTING = /^\s*(?:please\s+)?(?:text|sms|tell|send)\b([^:]*):\s*(.+)$/iu;
const NUMBER = /\+?\d[\d ]{7,}\d/u;

/** Calls the first tool. A parameter named after a recipient gets the number, every other one the text. */
function callOf(lines: readonly string[], [tool]: readonly Tool[]): Answer | undefined {
	const [, recipient = '', text] = lines.map((line) => TEXTING.exec(line)).find((found) => found) ?? [];
	if (tool === undefined || text === undefined) return undefined;
	const number = NUMBER.exec(recipient)?.[0].replaceAll(' ', '') ?? '';
	const valueOf = (name: string): string => (/^to$|number|phone|recipient/iu.test(name) ? number : text);
	return {
		call: {
			tool: tool.name,
			parameters: Object.fromEntries(tool.parameters.map((name) => [name, valueOf(name)])),
		},
	};
}

/** As much of a tool's result as an answer quotes. */
const QUOTED_CHARACTERS = 200;

/** All lines of the person since the last answer: n8n puts a photo into a message of its own. */
function lastQuestion(turns: readonly Turn[]): Turn {
	const answered = turns.map(({ role }) => role !== 'user').lastIndexOf(true);
	const since = turns.slice(answered + 1);
	return {
		role: 'user',
		text: since.map(({ text }) => text).join('\n'),
		images: since.reduce((images, turn) => images + turn.images, 0),
	};
}

/** Answers a conversation from its own messages alone: the same ones always get the same answer. */
export function answerTo({ turns, tools }: Conversation): Answer {
	const last = turns.at(-1);
	if (last?.role === 'tool') return { text: `The tool returned: ${last.text.slice(0, QUOTED_CHARACTERS)}` };
	const { text, images } = lastQuestion(turns);
	const lines = text
		.split('\n')
		.map((line) => line.trim())
		.filter((line) => line !== '');
	const call = callOf(lines, tools);
	if (call !== undefined) return call;
	const answers = new Set<string>();
	const unanswered: string[] = [];
	for (const line of lines) {
		const rule = RULES.find(({ matches }) => matches.test(line));
		if (rule === undefined) unanswered.push(`"${line}"`);
		else answers.add(rule.answer(line, turns));
	}
	if (images > 0) answers.add(images === 1 ? 'I got your photo.' : `I got your ${images} photos.`);
	if (unanswered.length > 0) answers.add(`You wrote: ${unanswered.join(', ')}.`);
	return { text: [...answers].join(' ') || `${INTRODUCTION}.` };
}
