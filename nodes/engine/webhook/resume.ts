import { sleep } from 'n8n-workflow';
import { networkFailure } from '../http/networkFailure';
import { propertyOf } from '../operations/values';
import { isOfOtherN8n, isOwnToken, waitingBaseOf } from '../waiting/resumeToken';
import { answeredStatus, resumedBody } from '../waiting/waitingWebhook';
import type { AnswerRule, ReceiverContext } from './callback';

/** Milliseconds until the service is answered, which waits 3 s. */
const deadlineMs = 2_500;
/**
 * Milliseconds that n8n has to resume. Calls go on when the service has its answer: n8n resumes nothing for a caller who has gone,
 * and with hundreds of taps at once, no call would end in time.
 */
const longestMs = 60_000;
/** Milliseconds between two calls: while the service waits, and afterwards. */
const pauses = [200, 1_000] as const;

/**
 * What came of an event that answers, with the reason. `resumed`: this call has answered the question. `notResumed`: the question
 * is closed, and nothing was changed. `failed`: the answer could not be handed over, and the question may still be open.
 * `unknown`: the execution may go on later.
 */
export interface WaitingResult {
	result: 'resumed' | 'notResumed' | 'failed' | 'unknown';
	reason?: string;
}

export type ResumeContext = Pick<
	ReceiverContext,
	'getNodeWebhookUrl' | 'evaluateExpression' | 'getInstanceId' | 'helpers'
>;

/** What an answer of n8n means, and for how many milliseconds the call is repeated; final without. */
interface Meaning extends WaitingResult {
	repeatFor?: number;
}

const notResumed = (reason: string): Meaning => ({ result: 'notResumed', reason });
const failed = (reason: string): Meaning => ({ result: 'failed', reason });
const unknown = (reason: string): Meaning => ({ result: 'unknown', reason });

/** What came of a call without an answer. */
const unanswered = unknown('n8n did not answer in time');

const busy: Meaning = { ...unknown('the execution is busy'), repeatFor: longestMs };
/**
 * Its database is busy, or it restarts; n8n 2 says so also while another call is resuming, and for good of an execution that has
 * crashed. Only one of several calls can answer, so it is safe to repeat them. If the question is closed then, this call may have
 * been the one.
 */
const serverError: Meaning = { ...unknown('n8n answered 500'), repeatFor: longestMs };
const ended = notResumed('the execution has ended');
const closed = notResumed('the question is no longer open');
const foreign = failed('the button is not from this n8n');

/**
 * What the answers of n8n mean, by status and text. The first row that fits counts. For an answer that is in no row, see
 * {@link meaningOf}.
 */
const meanings: ReadonlyArray<readonly [status: number, text: RegExp, meaning: Meaning]> = [
	[200, new RegExp(`^${resumedBody}$`), { result: 'resumed' }],
	// n8n's own page.
	[200, /No action required/, closed],
	// A proxy's, or an editor's: nobody knows what came of the call.
	[200, /^/, unknown('n8n answered 200')],
	[404, /does not exist/, notResumed('the execution no longer exists')],
	[404, /does not contain a waiting webhook/, closed],
	// The sending run is still ending, another call is resuming, or the question was answered and the workflow works on.
	[409, /is running already/, busy],
	// The node's own, where n8n may have failed to go on: maybe after this very call.
	[answeredStatus, /^/, busy],
	// With an error; also after Stop.
	[409, /has finished/, ended],
	[500, /^/, serverError],
	[503, /^/, { ...unknown('n8n is not ready'), repeatFor: longestMs }],
	// The node's own: about an older message, or with a choice that there is not.
	[410, /^/, closed],
	[422, /^/, failed('the choice is not in the question')],
	// What n8n says, in other words, also of an execution that can still go on.
	[404, /^/, { ...failed('n8n answered 404'), repeatFor: deadlineMs }],
	[409, /^/, { ...failed('n8n answered 409'), repeatFor: deadlineMs }],
];

function meaningOf(status: number, text: string): Meaning {
	const [, , meaning] = meanings.find(([code, form]) => code === status && form.test(text)) ?? [];
	// Above 500, a proxy has lost n8n's answer.
	return meaning ?? (status > 500 ? unknown : failed)(`n8n answered ${status}`);
}

/** Whether a redirection is n8n's own to a form: the path of the call but for the endpoint, which is configurable. */
function isForm(location: string, url: string): boolean {
	const [endpoint, ...execution] = url.split('/').slice(-3);
	const [other, ...same] = location.split('/').slice(-3);
	return /^\/\w[^?]*\?[^?]*$/.test(location) && other !== endpoint && same.join() === execution.join();
}

async function callOnce(
	{ helpers }: ResumeContext,
	url: string,
	headers: Readonly<Record<string, string>>,
	timeout: number,
): Promise<Meaning> {
	try {
		const response = await helpers.httpRequest({
			url,
			method: 'POST',
			headers: { ...headers },
			timeout,
			encoding: 'text',
			returnFullResponse: true,
			ignoreHttpStatusErrors: true,
			disableFollowRedirect: true,
		});
		const [status, body] = [propertyOf(response, 'statusCode'), propertyOf(response, 'body')];
		const location = propertyOf(propertyOf(response, 'headers'), 'location');
		// n8n 2 redirects while the execution waits for a form, and until a run that has left the form is stored: a question that it
		// asks is tapped sooner, perhaps.
		return isForm(String(location), url)
			? { ...closed, repeatFor: deadlineMs }
			: meaningOf(Number(status ?? 0), typeof body === 'string' ? body : '');
	} catch (error) {
		const { kind, message } = networkFailure(error, 'change');
		if (kind === 'unknown') return unanswered;
		return failed(message.includes('blocks') ? 'ssrf' : 'n8n cannot be reached');
	}
}

/** The path of n8n's resume URLs, the same for all triggers of this process. */
const processBase: { path?: string } = {};

/**
 * Returns the URL that answers, or why there is none; undefined without a token.
 *
 * @param base n8n is asked once, and only if an event needs it: an expression costs a webhook most
 */
export function answeringUrl(
	context: ResumeContext,
	tokens: readonly string[],
	base = processBase,
): string | WaitingResult | undefined {
	if (tokens.length === 0) return undefined;
	try {
		base.path ??= waitingBaseOf(String(context.evaluateExpression('{{ $execution.resumeUrl }}')));
	} catch {
		// Then nothing can be recognized, and the event says so.
	}
	const [webhookUrl, { path }] = [context.getNodeWebhookUrl('default'), base];
	if (webhookUrl === undefined || path === undefined) return failed('the address of this n8n is not known');
	const token = tokens.find((text) => isOwnToken(text, path));
	if (token === undefined) return foreign;
	// The first other one is enough: an event can have thousands.
	const second = tokens.find((text) => text !== token && isOwnToken(text, path));
	// Nobody could tell which one was tapped.
	if (second !== undefined) return failed('the event names several answers');
	return isOfOtherN8n(token, context.getInstanceId()) ? foreign : new URL(webhookUrl).origin + token;
}

/**
 * Answers a waiting question: a call to this n8n itself, with an empty body.
 *
 * @param url as {@link answeringUrl} returns it: without one, the result is what it says
 * @param headers what is told about the event
 * @param follow takes what comes of it if the service has to be answered before
 * @returns what is known when the service has to be answered; never rejects
 */
export async function resume(
	context: ResumeContext,
	url: string | WaitingResult,
	headers: Readonly<Record<string, string>>,
	follow: (later: WaitingResult) => void,
): Promise<WaitingResult> {
	if (typeof url !== 'string') return url;
	const start = Date.now();
	const passed = (): number => Date.now() - start;
	let [latest, mayHaveResumed] = [unanswered, false];
	const repeat = async (): Promise<WaitingResult> => {
		for (;;) {
			const { repeatFor = 0, ...meaning } = await callOnce(context, url, headers, longestMs - passed());
			latest = mayHaveResumed && meaning.result !== 'resumed' ? { ...meaning, result: 'unknown' } : meaning;
			mayHaveResumed ||= meaning.reason === serverError.reason;
			const pause = pauses[passed() < deadlineMs ? 0 : 1];
			if (passed() + pause >= repeatFor) return latest;
			await sleep(pause);
		}
	};
	const result = repeat();
	const inTime = await Promise.race([result, sleep(deadlineMs)]);
	if (inTime === undefined) void result.then(follow);
	return inTime ?? latest;
}

interface MessageEvent {
	event: string;
	messageType: string | null;
}

/**
 * What answers: the event and the type of its message, as the service writes them. Everything else passes: which events repeat a
 * message with its buttons is not documented.
 */
const taps: ReadonlySet<string> = new Set([
	'incoming_message interactive',
	'incoming_message button',
	'incoming_message_reply reply',
]);

/** A tap answers, and resumes instead of starting the workflow. */
export const tapAnswers: AnswerRule<MessageEvent> = {
	headersOf: ({ event, messageType }) => (taps.has(`${event} ${messageType}`) ? {} : undefined),
	startsWorkflow: false,
};
