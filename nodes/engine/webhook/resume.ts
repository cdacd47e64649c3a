import type { IDataObject, IHttpRequestOptions } from 'n8n-workflow';
import { networkFailure } from '../http/networkFailure';
import { readToken, type Token } from '../waiting/resumeToken';
import { eventHeaders, resumedBody } from '../waiting/waitingWebhook';
import type { AnswerRule } from './callback';

/** Milliseconds until the service is answered, which waits 3 s. */
const deadlineMs = 2_500;
/**
 * Milliseconds that a call may take. It goes on when the service has its answer: n8n resumes nothing for a caller who has gone,
 * and with hundreds of taps at once, no call would end in time however often they are repeated.
 */
const longestCallMs = 60_000;
/** Milliseconds between two tries while the sending run is still ending. */
const pauseMs = 200;

/**
 * What came of an event that answers. `resumed`: this call has answered the question. `notResumed`: nothing was changed, with
 * the reason. `unknown`: n8n has not answered in time; the execution may go on later.
 */
export interface ResumeOutcome {
	outcome: 'resumed' | 'notResumed' | 'unknown';
	reason?: string;
}

/** The part of n8n's webhook context that a trigger needs to resume an execution. */
export interface ResumeContext {
	getNodeWebhookUrl: (name: 'default') => string | undefined;
	helpers: { httpRequest: (options: IHttpRequestOptions) => Promise<unknown> };
}

/** What resuming needs besides. */
export interface ResumeTools {
	/** Returns after some milliseconds. */
	wait: (ms: number) => Promise<void>;
	/** Milliseconds since 1970. */
	now: () => number;
	/** Takes a call that goes on when the service is answered: whether it has resumed. */
	follow: (resumed: Promise<boolean>) => void;
}

const notResumed = (reason: string): ResumeOutcome => ({ outcome: 'notResumed', reason });
const unknown = (reason: string): ResumeOutcome => ({ outcome: 'unknown', reason });
const busy = notResumed('the execution is busy');

/** What came of a call without an answer; also of an event whose first call had none, and whose next one was too late. */
export const unanswered = unknown('n8n did not answer in time');

/** Whether the same event may resume when it comes again. */
export const mayResumeLater = (outcome: ResumeOutcome): boolean =>
	outcome === busy || outcome.outcome === 'unknown';

/** What n8n says of a call that did not resume, by status; 409 and 500 are decided apart. */
const reasons: Readonly<Record<number, string>> = {
	401: 'the button is not from this n8n',
	404: 'the execution no longer exists',
	410: 'the question is no longer open',
	422: 'the choice is not in the question',
};

function answerIn(response: unknown): { status: number; body: string } {
	if (typeof response !== 'object' || response === null || !('statusCode' in response))
		return { status: 0, body: '' };
	const body = 'body' in response ? response.body : '';
	return { status: Number(response.statusCode), body: typeof body === 'string' ? body : '' };
}

/**
 * Answers a waiting question by its token: a call to this n8n itself, with an empty body, to a path that has exactly the form of a
 * resume path. 409 means that the sending run is still ending, or that another call is resuming, so it is tried again.
 *
 * @param headers what is told about the event
 */
export async function resume(
	context: ResumeContext,
	{ path }: Token,
	headers: Readonly<Record<string, string>>,
	{ wait, now, follow }: ResumeTools,
): Promise<ResumeOutcome> {
	const own = context.getNodeWebhookUrl('default');
	if (own === undefined) return notResumed('the address of this n8n is not known');
	const { origin, pathname } = new URL(own);
	const [base] = path.split('/webhook-waiting/');
	if (!pathname.startsWith(`${base}/`)) return notResumed('the button is not from this n8n');
	const end = now() + deadlineMs;
	for (;;) {
		const call = callOnce(context, `${origin}${path}`, headers);
		const outcome = await Promise.race([call, wait(end - now())]);
		if (outcome === undefined) {
			follow(call.then((late) => late !== 'busy' && late.outcome === 'resumed'));
			return unanswered;
		}
		if (outcome !== 'busy') return outcome;
		if (now() + pauseMs >= end) return busy;
		await wait(pauseMs);
	}
}

async function callOnce(
	{ helpers }: ResumeContext,
	url: string,
	headers: Readonly<Record<string, string>>,
): Promise<ResumeOutcome | 'busy'> {
	try {
		const response = await helpers.httpRequest({
			url,
			method: 'POST',
			headers: { ...headers },
			timeout: longestCallMs,
			encoding: 'text',
			returnFullResponse: true,
			ignoreHttpStatusErrors: true,
			disableFollowRedirect: true,
		});
		const { status, body } = answerIn(response);
		if (status === 200 && body === resumedBody) return { outcome: 'resumed' };
		if (status === 409) return 'busy';
		// n8n's own page: the execution has gone on, or has ended.
		if (status === 200) return notResumed('the question is no longer open');
		return status >= 500
			? unknown(`n8n answered ${status}`)
			: notResumed(reasons[status] ?? `n8n answered ${status}`);
	} catch (error) {
		const { kind, message } = networkFailure(error, 'change');
		if (kind === 'unknown') return unanswered;
		return notResumed(message.includes('blocks') ? 'ssrf' : 'n8n cannot be reached');
	}
}

interface MessageEvent {
	event: string;
	from: string | null;
}

/** Events about what the agent has sent: which of them repeat the message, its buttons included, is not documented. */
const noTaps: ReadonlySet<string> = new Set(['status_update', 'incoming_error']);

/** A tap answers, and resumes instead of starting the workflow. */
export const tapAnswers: AnswerRule<MessageEvent> = {
	headersOf: ({ event, from }) => (noTaps.has(event) ? undefined : { [eventHeaders.from]: from ?? '' }),
	startsWorkflow: false,
};

/** Returns an event with the choice's ID in the place of each token. */
export function withoutTokens(event: IDataObject): IDataObject {
	const shown = (value: unknown): unknown => {
		if (typeof value === 'string') return readToken(value)?.choice ?? value;
		if (Array.isArray(value)) return value.map(shown);
		if (typeof value !== 'object' || value === null) return value;
		return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, shown(member)]));
	};
	return Object.assign<IDataObject, unknown>({}, shown(event));
}
