/** What a node needs to review a tool of an AI agent. */
export interface ToolReview {
	/** Returns what the model wants to call it with. */
	toolInput: () => unknown;
	/** Evaluates an expression of a parameter by itself. */
	valueOf: (name: string, expression: string) => unknown;
}

/** A part of a text: words of its author, or what an expression among them returned. */
export type TextPart = string | { readonly expression: string; readonly value: unknown };

/** What a node needs to ask a question and wait for the answer. */
export interface Asking {
	/** Where the node reviews a tool. */
	review?: ToolReview | undefined;
	/** Returns the signed URL that resumes this execution while it waits at this node. */
	resumeUrl: (query: Record<string, string>) => string;
	/** Returns what tells this n8n from others. */
	instanceId: () => string;
	/** Returns how long the workflow lets its executions take, waits included, in milliseconds; Infinity where it sets no limit. */
	timeoutMs: () => number;
}
