import type { INodeType, IWebhookDescription, IWebhookResponseData } from 'n8n-workflow';
import { propertyOf } from '../operations/values';
import { closedPage, closingPage, pageHeaders, questionPage } from './answerPage';
import { answerTo, messageFactsOf, storedQuestion } from './question';

const webhook = (httpMethod: 'GET' | 'POST'): IWebhookDescription => ({
	name: 'default',
	httpMethod,
	responseMode: 'onReceived',
	responseData: '',
	path: '={{ $nodeId }}',
	restartWebhook: true,
	isFullPath: true,
});

/** The webhooks of a node that waits: a page to look at, and an answer. */
export const waitingWebhooks: IWebhookDescription[] = [webhook('GET'), webhook('POST')];

/**
 * Lets no message of a chat end a wait. n8n 1 goes on with the message as the output of a node without `onMessage`, and calls it
 * where there is one: as that fails, the node waits on. To n8n 2, only a function means that chats resume the node: it would cancel
 * the execution once the chat is gone.
 */
export const refuseChatMessages = (node: INodeType): void => void Reflect.set(node, 'onMessage', true);

/**
 * Returns what the canvas shows over a node while it waits. Other operations show nothing, as n8n would show it while they run.
 * @param triggered the answers that arrive at a trigger: where the node has them, and what people read
 */
export const waitingTooltip = (triggered: { parameter: string; value: string; text: string }): string =>
	`={{ $parameter["operation"] !== "sendAndWait" ? "" : $parameter["${triggered.parameter}"] === "${triggered.value}" ? "${triggered.text}" : "Waiting for the answer on the web page" }}`;

/** The header in which a trigger that resumes says the final status of a report: its body is empty. */
export const statusHeader = 'x-smsbox-status';

/** The body that proves to a trigger that its call, and no other one, has resumed the execution. */
export const resumedBody = 'RESUMED';

/** The status for a question that was answered in this process: nobody knows whether its execution has gone on. */
export const answeredStatus = 423;

interface WaitingRequest {
	method?: string | undefined;
	headers: Readonly<Record<string, unknown>>;
	query?: unknown;
	body?: unknown;
}

interface WaitingResponse {
	statusCode: number;
	/** True once n8n has answered. */
	writableEnded: boolean;
	once: (event: 'close', listener: () => void) => unknown;
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
	const member = propertyOf(value, name);
	return typeof member === 'string' ? member : '';
}

const setHeaders = (response: WaitingResponse): void => {
	for (const [name, value] of Object.entries(pageHeaders)) response.setHeader(name, value);
};

function respondWith(context: WaitingContext, status: number, page: string): IWebhookResponseData {
	const response = context.getResponseObject();
	setHeaders(response);
	response.status(status).send(page);
	return { noWebhookResponse: true };
}

interface AnsweredQuestion {
	/** In milliseconds since 1970. */
	until: number;
	/** Until n8n has gone on: the caller may be gone before it answers. */
	response?: WaitingResponse | undefined;
}

/** Whether an answer counts, as far as n8n has said. */
const isClosed = (question: AnsweredQuestion | undefined): boolean =>
	question !== undefined &&
	!(question.response?.writableEnded === true && question.response.statusCode >= 500);

/**
 * The questions that were answered in this process and whose time is not over, by nonce. n8n 1 takes a second answer as long as the
 * execution has not gone on, which can be minutes at its concurrency limit, and would go on twice. If n8n 2 fails to go on, because
 * its database takes no writes, it says so, and the question is open again. n8n 1 answers first, so there the question stays closed.
 */
export type AnsweredQuestions = Map<string, AnsweredQuestion>;

/** One for all nodes of this process. */
const answeredQuestions: AnsweredQuestions = new Map();

function responseTo(context: WaitingContext, earlier: AnsweredQuestions, now: number): IWebhookResponseData {
	const { method = '', headers, query, body } = context.getRequestObject();
	const question = storedQuestion(context);
	if (question === undefined) throw new Error('Nothing is asked');
	const nonce = textIn(query, 'nonce');
	// A process that only takes answers has the execution wait on where the main process is down.
	if (nonce !== question.nonce || now >= question.until) return respondWith(context, 410, closedPage());
	if (isClosed(earlier.get(nonce))) return respondWith(context, answeredStatus, closedPage());
	if (method !== 'POST') return respondWith(context, 200, questionPage(question));

	// A form that is opened at a button's address is sent there, too: what was chosen in it counts.
	const [chosen, text, tapped] = [textIn(body, 'button'), textIn(body, 'text'), textIn(query, 'button')];
	const isPage = chosen !== '' || text !== '' || tapped === '';
	const answeredBy = question.responseType === 'deliveryStatus' ? 'report' : isPage ? 'page' : 'button';
	const answer = answerTo(question, {
		button: chosen || tapped,
		text,
		status: textIn(headers, statusHeader),
	});
	if (typeof answer === 'string') return respondWith(context, 422, questionPage(question, answer));
	for (const [old, { until }] of earlier) if (until <= now) earlier.delete(old);
	const response = context.getResponseObject();
	const closing: AnsweredQuestion = { until: question.until, response };
	earlier.set(nonce, closing);
	response.once('close', () => {
		if (response.writableEnded && response.statusCode < 500) closing.response = undefined;
	});
	setHeaders(response);
	const json = {
		outcome: answer.outcome,
		data: { ...answer.data, respondedAt: new Date().toISOString() },
		answeredBy,
		...messageFactsOf(question),
	};
	return {
		webhookResponse: answeredBy === 'page' ? closingPage(question) : resumedBody,
		workflowData: [[{ json }]],
	};
}

/**
 * The webhook of a node that waits: GET shows the page and changes nothing, POST answers. Never throws, as that would end the
 * wait, and evaluates nothing that a user has written. What is not resumed goes on waiting.
 */
export async function answerWaiting(
	context: WaitingContext,
	earlier = answeredQuestions,
	now = Date.now(),
): Promise<IWebhookResponseData> {
	try {
		return responseTo(context, earlier, now);
	} catch (error) {
		const name = error instanceof Error ? error.name : 'unknown error';
		context.logger.error(`SMSBOX: the answer page could not be shown: ${name}`);
		context.getResponseObject().status(500).send('The page cannot be shown. Try again later.');
		return { noWebhookResponse: true };
	}
}
