import type { IContextObject } from 'n8n-workflow';
import { isQuestion, type Question } from './question';

const contextKey = 'smsboxQuestion';

/** Freezes what is asked in n8n's context of the node, which is stored with the waiting execution. */
export function storeQuestion(context: IContextObject, question: Question): void {
	// n8n's context is there to be written to.
	Object.assign(context, { [contextKey]: question });
}

const escaped = (brace: string): string => `\\u00${brace.charCodeAt(0).toString(16)}`;

interface WebhookContext {
	getNode: () => { name: string };
	evaluateExpression: (expression: string) => unknown;
}

/**
 * Returns what was asked, while the execution waits. A webhook has no context of its own node; this expression is ours, and
 * refers to nothing that a user has written but the node's name.
 */
export function storedQuestion(context: WebhookContext): Question | undefined {
	// A brace would end the expression, also inside of a string.
	const name = JSON.stringify(context.getNode().name).replace(/[{}]/g, escaped);
	const stored = context.evaluateExpression(`{{ $node[${name}].context.${contextKey} }}`);
	return isQuestion(stored) ? stored : undefined;
}
