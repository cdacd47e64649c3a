import { resume, type ResumeContext, withoutTokens } from '../../../../nodes/engine/webhook/resume';

const path = `/webhook-waiting/17/5f2ab1e0?nonce=abcdefghijklmnop&choice=yes&signature=${'a'.repeat(64)}`;
const token = { path, nonce: 'abcdefghijklmnop', choice: 'yes' };

/** A clock that only waiting moves on, and an n8n that answers from a list, the last answer again and again. */
async function tap(answers: unknown[], from = '33600123456') {
	const calls: Array<{ url: string; headers?: object; body?: unknown }> = [];
	const followed: Array<Promise<boolean>> = [];
	let time = 0;
	/** What a call is raced against: it ends only where n8n does not answer. */
	let deadline: ((ms: number) => Promise<void>) | undefined;
	const context: ResumeContext = {
		getNodeWebhookUrl: () => 'https://n8n.example.com/below/webhook/1/webhook',
		helpers: {
			httpRequest: async (options) => {
				calls.push(options);
				const answer = answers[Math.min(calls.length, answers.length) - 1];
				deadline = async (ms) =>
					answer instanceof Promise ? void (time += ms) : await new Promise(() => {});
				if (answer instanceof Error) throw answer;
				return await answer;
			},
		},
	};
	const wait = async (ms: number): Promise<void> => {
		const pending = deadline;
		deadline = undefined;
		if (pending !== undefined) await pending(ms);
		else time += ms;
	};
	const outcome = await resume(
		context,
		token,
		{ 'x-smsbox-from': from },
		{ wait, now: () => time, follow: (resumed) => void followed.push(resumed) },
	);
	return { outcome, calls, time, followed };
}

const says = (statusCode: number, body = ''): object => ({ statusCode, body });
const failed = (code: string, syscall?: string): Error => Object.assign(new Error(code), { code, syscall });

describe('a tap', () => {
	it.each<[string, unknown[], object, number]>([
		['resumes where our own answer comes', [says(200, 'RESUMED')], { outcome: 'resumed' }, 1],
		[
			'is late where n8n shows its own page',
			[says(200, '<html>')],
			{ outcome: 'notResumed', reason: 'the question is no longer open' },
			1,
		],
		[
			'waits while the sending run is ending',
			[says(409), says(409), says(200, 'RESUMED')],
			{ outcome: 'resumed' },
			3,
		],
		[
			'gives up before the service does',
			[says(409)],
			{ outcome: 'notResumed', reason: 'the execution is busy' },
			13,
		],
		[
			'is refused with another signature',
			[says(401)],
			{ outcome: 'notResumed', reason: 'the button is not from this n8n' },
			1,
		],
		[
			'is refused for an older message',
			[says(410)],
			{ outcome: 'notResumed', reason: 'the question is no longer open' },
			1,
		],
		['is not repeated after a 500', [says(500)], { outcome: 'unknown', reason: 'n8n answered 500' }, 1],
		[
			'is not repeated without an answer',
			[failed('ECONNABORTED')],
			{ outcome: 'unknown', reason: 'n8n did not answer in time' },
			1,
		],
		[
			'names n8n where it refuses the connection',
			[failed('ECONNREFUSED', 'connect')],
			{ outcome: 'notResumed', reason: 'n8n cannot be reached' },
			1,
		],
		[
			'names the protection that blocks it',
			[Object.assign(new Error(), { name: 'SsrfBlockedIpError' })],
			{ outcome: 'notResumed', reason: 'ssrf' },
			1,
		],
		['follows no redirect', [says(302)], { outcome: 'notResumed', reason: 'n8n answered 302' }, 1],
	])('%s', async (_what, answers, expected, count) => {
		const { outcome, calls, time } = await tap(answers);
		expect(outcome).toEqual(expected);
		expect(calls).toHaveLength(count);
		expect(time).toBeLessThan(2_500);
	});

	it.each([
		[200, 'RESUMED', true],
		[200, '<html>', false],
		[409, '', false],
	])('goes on where n8n answers %i too late', async (status, body, resumed) => {
		let answer: (response: object) => void = () => undefined;
		const late = new Promise<object>((resolve) => {
			answer = resolve;
		});
		const { outcome, time, followed } = await tap([late]);
		expect(outcome).toEqual({ outcome: 'unknown', reason: 'n8n did not answer in time' });
		expect(time).toBeLessThan(3_000);
		answer(says(status, body));
		await expect(Promise.all(followed)).resolves.toEqual([resumed]);
	});

	it('goes to the origin of this n8n, with nothing but who tapped', async () => {
		const { calls } = await tap([says(200, 'RESUMED')]);
		expect(calls[0]).toMatchObject({
			url: `https://n8n.example.com${path}`,
			method: 'POST',
			headers: { 'x-smsbox-from': '33600123456' },
			disableFollowRedirect: true,
		});
		expect(calls[0]?.body).toBeUndefined();
	});
});

it('an event shows the choice in the place of each token', () => {
	const event = { type: 'interactive', reply: { id: path, title: 'Yes' }, list: [path, 'x', null, 7] };
	expect(withoutTokens(event)).toEqual({
		type: 'interactive',
		reply: { id: 'yes', title: 'Yes' },
		list: ['yes', 'x', null, 7],
	});
});
