import type { Answer, Asked, Conversation } from './conversation';

/** What the simulated model is called, whichever model a request asks for. */
export const MODEL = 'simulated-model';

/** One of OpenAI's interfaces for conversations. */
export interface Dialect {
	/** @throws InvalidRequest */
	readonly read: (body: Buffer) => Asked;
	/** The answer as one JSON object. */
	readonly object: (conversation: Conversation, answer: Answer) => object;
	/** The answer as server-sent events, each without the empty line behind it. */
	readonly events: (asked: Asked, answer: Answer) => readonly string[];
}

const CHARACTERS_PER_TOKEN = 4;
const tokensIn = (text: string): number => Math.ceil(text.length / CHARACTERS_PER_TOKEN);

/** A rough count, which callers expect. */
export const tokensOf = ({ turns }: Conversation, answer: Answer): { input: number; output: number } => ({
	input: turns.reduce((count, { text }) => count + tokensIn(text), 0),
	output: tokensIn(JSON.stringify(answer)),
});
