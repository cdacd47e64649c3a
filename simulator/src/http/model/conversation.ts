/** A conversation as a request has it, whichever of OpenAI's interfaces it came by. */

/** A message, or the result of a tool. */
export interface Turn {
	readonly role: 'system' | 'user' | 'assistant' | 'tool';
	readonly text: string;
	readonly images: number;
	/** IDs of the calls that it makes. */
	readonly calls?: readonly string[];
	/** ID of the call whose result it is. */
	readonly resultOf?: string;
}

/** Returns the first result of a tool that no turn before it has called, with its place. */
export function findUncalled(turns: readonly Turn[]): { index: number; call: string } | undefined {
	const called = new Set<string>();
	for (const [index, { calls = [], resultOf: call }] of turns.entries()) {
		if (call !== undefined && !called.has(call)) return { index, call };
		for (const id of calls) called.add(id);
	}
	return undefined;
}

/** A function that the caller offers. */
export interface Tool {
	readonly name: string;
	/** The names of its parameters. */
	readonly parameters: readonly string[];
}

export interface Conversation {
	readonly turns: readonly Turn[];
	readonly tools: readonly Tool[];
}

export interface ToolCall {
	readonly tool: string;
	readonly parameters: Readonly<Record<string, string>>;
}

/** What a model answers: a text, or a call of a tool. */
export type Answer = { readonly text: string } | { readonly call: ToolCall };

/** A request that was read. */
export interface Asked {
	readonly conversation: Conversation;
	/** Whether the answer is to come as server-sent events. */
	readonly stream: boolean;
	/** Whether the events are to end with one about usage. */
	readonly streamsUsage?: boolean;
}

/** A request that OpenAI would refuse. */
export class InvalidRequest extends Error {
	override readonly name = 'InvalidRequest';

	/** @param parameter its place in the body, such as `messages[1].content` */
	constructor(
		message: string,
		readonly parameter: string | null = null,
	) {
		super(message);
	}
}
