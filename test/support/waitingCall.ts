/** A call to a waiting node, past n8n: what the page or a trigger would send, and what came of it. */
import type { IDataObject } from 'n8n-workflow';
import type { Question } from '../../nodes/engine/waiting/question';
import {
	type AnsweredQuestions,
	answerWaiting,
	type WaitingContext,
} from '../../nodes/engine/waiting/waitingWebhook';

export const nonce = 'abcdefghijklmnopx4Yj';

/** When the wait of these questions ends, in milliseconds since 1970. */
export const until = Date.UTC(2026, 0, 31, 12);

/** A question as it lies in the node's context. */
export const question = (
	responseType: Question['responseType'],
	choices: Question['choices'] = [],
	reference = '123456789012',
): Question => ({
	nonce,
	responseType,
	choices,
	page: { title: 'Order 7', message: 'Ship it?', submitLabel: 'Send', closing: 'Thank you.' },
	until,
	to: '+33600123456',
	reference,
});

/** One question of each type. */
export const questions: Readonly<Record<Question['responseType'], Question>> = {
	approval: question('approval', [
		{ id: 'approve', label: 'Yes' },
		{ id: 'decline', label: 'No' },
	]),
	choices: question('choices', [
		{ id: 's', label: 'Small' },
		{ id: 'l', label: 'Large' },
	]),
	freeText: question('freeText'),
	deliveryStatus: question('deliveryStatus'),
};

export interface WaitingCall {
	method?: string;
	query?: object;
	body?: object;
	headers?: Record<string, unknown>;
}

export interface WaitingResult {
	/** What the execution goes on with; undefined where it goes on waiting. */
	output: IDataObject | undefined;
	status: number;
	/** What the caller reads. */
	text: string;
	headers: Record<string, string>;
	/** The expressions that were evaluated. */
	evaluated: string[];
	log: string[];
	/** n8n's own answer to the call, once it has gone on with the output, or has failed to; perhaps when the caller is gone. */
	end: (status: number, isGone?: boolean) => void;
}

/** @param stored what lies in the node's context, or an error that reading it throws */
export async function callWaiting(
	stored: unknown,
	{ method = 'POST', query = { nonce }, body = {}, headers = {} }: WaitingCall = {},
	known: AnsweredQuestions = new Map(),
	now = until - 1,
): Promise<WaitingResult> {
	const listeners: Array<() => void> = [];
	const response = {
		statusCode: 200,
		writableEnded: false,
		setHeader: (name: string, value: string) => (result.headers[name] = value),
		once: (_event: 'close', listener: () => void) => listeners.push(listener),
		status(code: number) {
			result.status = code;
			return { send: (text: string) => (result.text = text) };
		},
	};
	const result: WaitingResult = {
		end(statusCode, isGone = false) {
			if (isGone) for (const listener of listeners) listener();
			Object.assign(response, { statusCode, writableEnded: true });
			if (!isGone) for (const listener of listeners) listener();
		},
		output: undefined,
		status: 200,
		text: '',
		headers: {},
		evaluated: [],
		log: [],
	};
	const context: WaitingContext = {
		getRequestObject: () => ({ method, headers, query, body }),
		getResponseObject: () => response,
		getNode: () => ({ name: 'Ask "us"' }),
		evaluateExpression(expression) {
			result.evaluated.push(expression);
			if (stored instanceof Error) throw stored;
			return stored;
		},
		logger: { error: (message) => result.log.push(message) },
	};
	const answer = await answerWaiting(context, known, now);
	const [[item] = []] = answer.workflowData ?? [];
	const { webhookResponse = result.text }: { webhookResponse?: unknown } = answer;
	return { ...result, output: item?.json, text: String(webhookResponse) };
}
