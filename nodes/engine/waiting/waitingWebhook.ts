import type { IDataObject, IWebhookResponseData } from 'n8n-workflow';
import { closedPage, closingPage, pageHeaders, questionPage } from './answerPage';
import { type Answer, answerTo, longestAnswer, type Question, type Refusal } from './question';
import { RecentAnswers } from './recentAnswers';
import { storedQuestion } from './storedQuestion';

/** What a trigger that resumes says about an event, in headers: its body is empty. */
export const eventHeaders = { from: 'x-smsbox-from', status: 'x-smsbox-status' } as const;

/** The body that proves to a trigger that its call, and no other one, has resumed the execution. */
export const resumedBody = 'RESUMED';

interface WaitingRequest {
	method?: string | undefined;
	headers: Readonly<Record<string, unknown>>;
	query?: unknown;
	body?: unknown;
}

interface WaitingResponse {
	setHeader: (name: string, value: string) => unknown;
	status: (code: number) => { send: (body: string) => unknown };
}

/** The part of n8n's webhook context that a waiting node uses. */
export interface WaitingContext {
	getRequestObject: () => WaitingRequest;
	getResponseObject: () => WaitingResponse;
	getNode: () => { name: string };
	evaluateExpression: (expression: string) => unknown;
	logger: { error: (message: string) => void };
}

function textIn(value: unknown, name: string): string {
	if (typeof value !== 'object' || value === null) return '';
	const member: unknown = Object.entries(value).find(([key]) => key === name)?.[1];
	return typeof member === 'string' ? member : '';
}

function answer(context: WaitingContext, status: number, page: string): IWebhookResponseData {
	const response = context.getResponseObject();
	for (const [name, value] of Object.entries(pageHeaders)) response.setHeader(name, value);
	response.status(status).send(page);
	return { noWebhookResponse: true };
}

const problems: Readonly<Record<Exclude<Refusal, 'closed'>, string>> = {
	noChoice: 'Choose one of the answers.',
	noText: `Enter an answer of at most ${longestAnswer.toLocaleString('en')} characters.`,
};

/** One for all nodes of this process. */
const recentAnswers = new RecentAnswers(Date.now);

function decide(context: WaitingContext, recent: RecentAnswers): IWebhookResponseData {
	const { method = '', headers, query, body } = context.getRequestObject();
	const question = storedQuestion(context);
	if (question === undefined) throw new Error('Nothing is asked');
	const nonce = textIn(query, 'nonce');
	if (nonce !== question.nonce || recent.has(nonce)) return answer(context, 410, closedPage());
	if (method !== 'POST') return answer(context, 200, questionPage(question));

	const tapped = textIn(query, 'choice');
	const status = textIn(headers, eventHeaders.status);
	const answeredBy =
		tapped !== '' ? 'button' : question.responseType === 'deliveryStatus' ? 'report' : 'page';
	const choice = tapped || textIn(body, 'choice');
	const result = answerTo(question, { nonce, choice, text: textIn(body, 'text'), status });
	if (result === 'closed') return answer(context, 410, closedPage());
	if (typeof result === 'string') return answer(context, 422, questionPage(question, problems[result]));
	recent.add(nonce);
	for (const [name, value] of Object.entries(pageHeaders)) context.getResponseObject().setHeader(name, value);
	return {
		webhookResponse: answeredBy === 'page' ? closingPage(question) : resumedBody,
		workflowData: [[{ json: outputOf(question, result, answeredBy, headers) }]],
	};
}

/** A phone number as a trigger passes it on. */
const number = /^\+?\d{4,20}$/;

function outputOf(
	{ reference }: Question,
	result: Answer,
	answeredBy: 'page' | 'button' | 'report',
	headers: WaitingRequest['headers'],
): IDataObject {
	const from = answeredBy === 'button' ? textIn(headers, eventHeaders.from) : '';
	return {
		data: { ...result, respondedAt: new Date().toISOString() },
		answeredBy,
		...(number.test(from) && { from }),
		...(reference !== undefined && { reference }),
	};
}

/**
 * The webhook of a node that waits: GET shows the page and changes nothing, POST answers. Never throws, as that would end the
 * wait, and evaluates nothing that a user has written. What is not resumed goes on waiting.
 */
export async function answerWaiting(
	context: WaitingContext,
	recent = recentAnswers,
): Promise<IWebhookResponseData> {
	try {
		return await Promise.resolve(decide(context, recent));
	} catch (error) {
		const name = error instanceof Error ? error.name : 'unknown error';
		context.logger.error(`SMSBOX: the answer page could not be shown: ${name}`);
		context.getResponseObject().status(500).send('The page cannot be shown. Try again later.');
		return { noWebhookResponse: true };
	}
}
