import { newNonce, takeTokens } from '../../../../nodes/engine/waiting/resumeToken';
import { answeredStatus } from '../../../../nodes/engine/waiting/waitingWebhook';
import {
	answeringUrl,
	resume,
	type ResumeContext,
	type WaitingResult,
} from '../../../../nodes/engine/webhook/resume';

const path = `/webhook-waiting/17/5f2ab1e0?nonce=abcdefghijklmnopx4Yj&button=1&signature=${'a'.repeat(64)}`;

/** The token of a question that an n8n asks. */
const askedBy = (instanceId: string): string => path.replace('x4Yj', newNonce(instanceId).slice(-4));

beforeEach(() => void jest.useFakeTimers());
afterEach(() => void jest.useRealTimers());

/** n8n's context of a trigger. */
const contextWith = (changed: Partial<ResumeContext> = {}): ResumeContext => ({
	getNodeWebhookUrl: () => 'https://n8n.example.com/below/webhook/1/smsbox',
	evaluateExpression: () => 'https://n8n.example.com/webhook-waiting/__UNKNOWN__',
	getInstanceId: () => 'this n8n',
	helpers: { httpRequest: async () => await Promise.resolve({}) },
	...changed,
});

/** @param answers of n8n, the last one again and again */
async function tap(answers: unknown[]) {
	const calls: Array<{ url: string; headers?: object; body?: unknown; timeout?: number; at: number }> = [];
	const followed: WaitingResult[] = [];
	const began = Date.now();
	const httpRequest: ResumeContext['helpers']['httpRequest'] = async (options) => {
		calls.push({ ...options, at: Date.now() - began });
		const answer = answers[Math.min(calls.length, answers.length) - 1];
		if (answer instanceof Error) throw answer;
		return await answer;
	};
	const context = contextWith({ helpers: { httpRequest } });
	let seconds = NaN;
	const url = answeringUrl(context, [path]);
	if (typeof url !== 'string') throw new Error('The token was not recognized');
	const told = resume(context, url, { 'x-smsbox-status': '0' }, (later) => void followed.push(later));
	const result = told.finally(() => {
		seconds = (Date.now() - began) / 1_000;
	});
	await jest.advanceTimersByTimeAsync(3_000);
	return { result: await result, calls, seconds, followed };
}

const notResumed = (reason: string): WaitingResult => ({ result: 'notResumed', reason });
const failed = (reason: string): WaitingResult => ({ result: 'failed', reason });
const unknown = (reason: string): WaitingResult => ({ result: 'unknown', reason });
const resumed: WaitingResult = { result: 'resumed' };
const closed = notResumed('the question is no longer open');
const ended = notResumed('the execution has ended');
const unanswered = unknown('n8n did not answer in time');
const says = (statusCode: number, body = ''): object => ({ statusCode, body });
const failure = (code: string, syscall?: string): Error => Object.assign(new Error(code), { code, syscall });
const toForm = (base: string): object => ({
	statusCode: 307,
	headers: { location: path.replace('/webhook-waiting', base) },
	body: 'Temporary Redirect',
});
const own = says(200, 'RESUMED');
const execution = (status: number, words: string): object => says(status, `The execution "${words}`);
const running = says(409, '{"code":409,"message":"The execution \\"17\\" is running already."}');
const problem = says(500, '{"code":0,"message":"There was a problem executing the workflow"}');

describe('a tap', () => {
	it.each<[string, unknown[], WaitingResult, number?]>([
		['resumes where our own answer comes', [own], resumed],
		['is late where n8n shows its own page', [says(200, '<h1>No action required</h1>')], closed],
		['may have answered: another page', [says(200, '<html>RESUMED</html>')], unknown('n8n answered 200')],
		['waits while the run is ending', [running, running, own], resumed, 3],
		['is tried again after a 500', [problem, problem, own], resumed, 3],
		[
			'may have answered where the question is closed after a 500',
			[problem, running, says(200, 'No action required')],
			unknown('the question is no longer open'),
			3,
		],
		[
			'may have answered where n8n is gone after a 500',
			[problem, failure('ECONNREFUSED', 'connect')],
			unknown('n8n cannot be reached'),
			2,
		],
		[
			'is tried again where nobody knows the answer',
			[says(404, 'Cannot POST /webhook-waiting'), says(409, 'Conflict'), own],
			resumed,
			3,
		],
		['ends where the execution has failed', [execution(409, '17" has finished with error.')], ended],
		[
			'ends where the execution was deleted',
			[execution(404, '17" does not exist.')],
			notResumed('the execution no longer exists'),
		],
		[
			'ends where nothing waits any more (n8n 1)',
			[says(404, 'The workflow for execution "17" does not contain a waiting webhook with a matching path')],
			closed,
		],
		['ends where the execution has finished', [execution(409, '17 has finished already.')], ended],
		['ends where another call resumes the execution meanwhile', [running, running, says(410)], closed, 3],
		['is refused with another signature, or at a proxy', [says(401)], failed('n8n answered 401')],
		['ends where a form waits behind the question (n8n 2)', [toForm('/form-waiting')], closed, 13],
		['ends where the form has another path', [toForm('/n8n/forms')], closed, 13],
		['waits while a form before the question is left', [toForm('/form-waiting'), own], resumed, 2],
		...[
			'https://other.example/form-waiting',
			'/webhook-waiting',
			'/n8n/webhook-waiting',
			'/login?to=/form',
		].map((base): [string, unknown[], WaitingResult] => [
			`follows no redirect of a proxy to ${base}`,
			[toForm(base)],
			failed('n8n answered 307'),
		]),
		['is refused for an older message', [says(410)], closed],
		['is refused with another choice', [says(422)], failed('the choice is not in the question')],
		['is not repeated where a proxy has lost the answer', [says(502)], unknown('n8n answered 502')],
		['is not repeated without an answer', [failure('ECONNABORTED')], unanswered],
		['is not repeated after a cut connection', [failure('ECONNRESET')], unanswered],
		['names n8n if it refuses', [failure('ECONNREFUSED', 'connect')], failed('n8n cannot be reached')],
		['says what blocks it', [Object.assign(new Error(), { name: 'SsrfBlockedIpError' })], failed('ssrf')],
		['follows no redirect', [says(302)], failed('n8n answered 302')],
	])('%s', async (_what, answers, expected, ...[count = 1]) => {
		const { result, calls, seconds, followed } = await tap(answers);
		expect(result).toEqual(expected);
		expect(calls).toHaveLength(count);
		expect(seconds).toBeLessThan(2.5);
		expect(followed).toEqual([]);
	});

	it.each<[string, object, WaitingResult]>([
		['resumes', own, resumed],
		['shows its own page', says(200, 'No action required'), closed],
		['has ended it', says(410), closed],
	])('goes on where n8n %s too late', async (_what, late, expected) => {
		let answer: (response: object) => void = () => undefined;
		const slow = new Promise<object>((resolve) => {
			answer = resolve;
		});
		const { result, seconds, followed } = await tap([slow]);
		expect(result).toEqual(unanswered);
		expect(seconds).toBe(2.5);
		answer(late);
		await jest.advanceTimersByTimeAsync(0);
		expect(followed).toEqual([expected]);
	});

	it.each([
		['the execution is busy', running],
		['n8n answered 500', problem],
		['n8n is not ready', says(503, 'Database is not ready!')],
	])('goes on for a minute while %s, more slowly than at first', async (reason, answer) => {
		const { result, seconds, followed, calls } = await tap([answer]);
		expect(result).toEqual(unknown(reason));
		expect(seconds).toBe(2.5);
		await jest.advanceTimersByTimeAsync(120_000);
		expect(followed).toEqual([unknown(reason)]);
		expect(calls.at(-1)?.at).toBeGreaterThan(57_000);
		expect(calls.length).toBeLessThan(75);
		const first = Array.from({ length: 14 }, (_, index) => index * 200);
		expect(calls.slice(0, 15).map(({ at }) => at)).toEqual([...first, 3_600]);
		for (const { at, timeout = NaN } of calls) expect(at + timeout).toBe(60_000);
		expect(calls.at(-1)?.timeout).toBeGreaterThan(0);
	});

	it.each([404, 409])('ends before the service is answered where a %s has no reason', async (status) => {
		const { result, seconds, followed, calls } = await tap([says(status, 'Conflict')]);
		expect(result).toEqual(failed(`n8n answered ${status}`));
		expect(seconds).toBeLessThan(2.5);
		expect(calls).toHaveLength(13);
		await jest.advanceTimersByTimeAsync(60_000);
		expect(followed).toEqual([]);
	});

	it('that n8n took, as another process of it may carry it out, resumes within the minute', async () => {
		const answered = Array.from({ length: 15 }, () => says(answeredStatus));
		const { result, followed } = await tap([problem, ...answered, own]);
		expect(result).toEqual({ result: 'unknown', reason: 'the execution is busy' });
		await jest.advanceTimersByTimeAsync(60_000);
		expect(followed).toEqual([resumed]);
	});

	it('goes to the origin of this n8n, with nothing but the status of a report', async () => {
		const { calls } = await tap([own]);
		expect(calls[0]).toMatchObject({
			url: `https://n8n.example.com${path}`,
			method: 'POST',
			headers: { 'x-smsbox-status': '0' },
			disableFollowRedirect: true,
			encoding: 'text',
		});
		expect(calls[0]?.body).toBeUndefined();
	});
});

it.each<[string, string[], string | WaitingResult | undefined]>([
	['no token', [], undefined],
	['one', [path], `https://n8n.example.com${path}`],
	['one of another n8n', [`/other${path}`], failed('the button is not from this n8n')],
	['one beside that of another n8n', [`/other${path}`, path], `https://n8n.example.com${path}`],
	['two', [path, path.replace('button=1', 'button=2')], failed('the event names several answers')],
	['one that this n8n has asked', [askedBy('this n8n')], `https://n8n.example.com${askedBy('this n8n')}`],
	['one that another n8n has asked', [askedBy('staging')], failed('the button is not from this n8n')],
	[
		'one beside that of another n8n with the same path',
		[askedBy('staging'), askedBy('this n8n')],
		failed('the event names several answers'),
	],
])('of an event with %s, those of this n8n count', (_what, tokens, expected) => {
	expect(answeringUrl(contextWith(), tokens)).toEqual(expected);
});

describe('n8n’s waiting base', () => {
	const renamed = path.replace('/webhook-waiting', '/n8n/renamed');

	it('is the one that n8n says', () => {
		const expressions: string[] = [];
		const context = contextWith({
			evaluateExpression(expression) {
				expressions.push(expression);
				return 'https://n8n.example.com/n8n/renamed/__UNKNOWN__?signature=0f';
			},
		});
		expect(answeringUrl(context, [renamed], {})).toBe(`https://n8n.example.com${renamed}`);
		expect(answeringUrl(context, [path], {})).toMatchObject({
			reason: 'the button is not from this n8n',
		});
		expect(new Set(expressions)).toEqual(new Set(['{{ $execution.resumeUrl }}']));
	});

	it('is asked for once, and only for an event with a token', () => {
		const evaluate = jest.fn(() => 'https://n8n.example.com/webhook-waiting/__UNKNOWN__');
		const [context, base] = [contextWith({ evaluateExpression: evaluate }), {}];
		const asked = ['yes', `see ${path}`, path, path].map((id) => {
			answeringUrl(context, takeTokens({ id }), base);
			return evaluate.mock.calls.length;
		});
		expect(asked).toEqual([0, 0, 1, 1]);
	});

	it('may be unknown, and is then asked for again', () => {
		const evaluate = jest.fn((): string => {
			throw new Error('No expression');
		});
		const [context, base] = [contextWith({ evaluateExpression: evaluate }), {}];
		const noAddress = failed('the address of this n8n is not known');
		expect(answeringUrl(context, [path], base)).toEqual(noAddress);
		evaluate.mockReturnValue('[undefined]');
		expect(answeringUrl(context, [path], base)).toEqual(noAddress);
		evaluate.mockReturnValue('https://n8n.example.com/webhook-waiting/__UNKNOWN__');
		expect(answeringUrl(context, [path], base)).toBe(`https://n8n.example.com${path}`);
	});
});
