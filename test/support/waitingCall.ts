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
}

/** @param stored what lies in the node's context, or an error that reading it throws */
export async function callWaiting(
	stored: unknown,
	{ method = 'POST', query = { nonce }, body = {}, headers = {} }: WaitingCall = {},
	known: AnsweredQuestions = new Map(),
	now = until - 1,
): Promise<WaitingResult> {
	const result: WaitingResult = {
		output: undefined,
		status: 200,
		text: '',
		headers: {},
		evaluated: [],
		log: [],
	};
	const context: WaitingContext = {
		getRequestObject: () => ({ method, headers, query, body }),
		getResponseObject: () => ({
			setHeader: (name, value) => (result.headers[name] = value),
			status(code) {
				result.status = code;
				return { send: (text) => (result.text = text) };
			},
		}),
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
