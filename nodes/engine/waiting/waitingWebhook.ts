import type { IDataObject, IWebhookResponseData } from 'n8n-workflow';
import { closedPage, closingPage, pageHeaders, questionPage } from './answerPage';
import { type Answer, answerTo, longestAnswer, outcomeOf, type Question, type Refusal } from './question';
import { RecentAnswers } from './recentAnswers';
import { storedQuestion } from './storedQuestion';

/** The header in which a trigger that resumes says the final status of a report: its body is empty. */
export const statusHeader = 'x-smsbox-status';

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

function decide(context: WaitingContext, recent: RecentAnswers, now: number): IWebhookResponseData {
	const { method = '', headers, query, body } = context.getRequestObject();
	const question = storedQuestion(context);
	if (question === undefined) throw new Error('Nothing is asked');
	const nonce = textIn(query, 'nonce');
	// A process that only takes answers has the execution wait on where the main process is down.
	const isOver = now >= question.until;
	if (nonce !== question.nonce || isOver || recent.has(nonce)) return answer(context, 410, closedPage());
	if (method !== 'POST') return answer(context, 200, questionPage(question));

	// A form that is opened at a button's address is sent there, too: what was chosen in it counts.
	const [chosen, text] = [textIn(body, 'choice'), textIn(body, 'text')];
	const tapped = textIn(query, 'choice');
	const isPage = chosen !== '' || text !== '' || tapped === '';
	const answeredBy = question.responseType === 'deliveryStatus' ? 'report' : isPage ? 'page' : 'button';
	const status = textIn(headers, statusHeader);
	const result = answerTo(question, { nonce, choice: chosen || tapped, text, status });
	if (result === 'closed') return answer(context, 410, closedPage());
	if (typeof result === 'string') return answer(context, 422, questionPage(question, problems[result]));
	recent.add(nonce);
	for (const [name, value] of Object.entries(pageHeaders)) context.getResponseObject().setHeader(name, value);
	return {
		webhookResponse: answeredBy === 'page' ? closingPage(question) : resumedBody,
		workflowData: [[{ json: outputOf(question, result, answeredBy) }]],
	};
}

function outputOf(
	{ to, reference }: Question,
	result: Answer,
	answeredBy: 'page' | 'button' | 'report',
): IDataObject {
	return {
		outcome: outcomeOf(result),
		data: { ...result, respondedAt: new Date().toISOString() },
		answeredBy,
		...(to !== undefined && { to }),
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
	now = Date.now(),
): Promise<IWebhookResponseData> {
	try {
		return await Promise.resolve(decide(context, recent, now));
	} catch (error) {
		const name = error instanceof Error ? error.name : 'unknown error';
		context.logger.error(`SMSBOX: the answer page could not be shown: ${name}`);
		context.getResponseObject().status(500).send('The page cannot be shown. Try again later.');
		return { noWebhookResponse: true };
	}
}
