/** Events for executions in every state that they can end in: none is lost, and each starts its workflow once. */
import { deliveryReports } from '../../../nodes/SmsboxDeliveryReportTrigger/deliveryReports';
import { rcsWebhooks } from '../../../nodes/SmsboxRcsTrigger/rcsWebhooks';
import { wabaWebhooks } from '../../../nodes/SmsboxWabaTrigger/wabaWebhooks';
import { receive } from '../../../nodes/engine/webhook/receive';
import { type Ending, endingOf, fakeCall, type FakeCall } from '../triggers/fakeContext';
import { reply } from '../triggers/rcsServed';
import { message } from '../triggers/wabaServed';

/** The first one, and one every 15 minutes for 12 hours. */
const tries = 49;
const quarterOfAnHour = 15 * 60_000;

const token = (choice: string): string =>
	`/webhook-waiting/17/5f2ab1e0?nonce=abcdefghijklmnop${choice}&signature=${'a'.repeat(64)}`;

const tapped = { type: 'button_reply', button_reply: { id: token('&choice=approve'), title: 'Yes' } };
const posted = (content: unknown): object => ({
	request: { method: 'POST', rawBody: Buffer.from(JSON.stringify(content)) },
});
const kinds = {
	'WhatsApp tap': {
		settings: posted(message({ type: 'interactive', interactive: tapped })),
		receive: async ({ context }: FakeCall) => await receive(context, wabaWebhooks),
	},
	'RCS tap': {
		settings: posted(reply('Yes', token('&choice=approve'))),
		receive: async ({ context }: FakeCall) => await receive(context, rcsWebhooks),
	},
	'delivery report': {
		settings: {
			query: `numero=33600123456&reference=1&accuse=0&ts=1705326600&waitingExecution=${encodeURIComponent(token(''))}`,
		},
		receive: async ({ context }: FakeCall) => await receive(context, deliveryReports),
	},
};
const names = ['WhatsApp tap', 'RCS tap', 'delivery report'] as const;

const json = (statusCode: number, text: string): object => ({
	statusCode,
	body: JSON.stringify({ code: 0, message: text }),
});
const failed = (code: string, syscall?: string): Error => Object.assign(new Error(code), { code, syscall });
/** Until the caller gives up. */
const never = (): unknown =>
	new Promise((_resolve, reject) => {
		setTimeout(() => reject(failed('ECONNABORTED')), 59_000);
	});
const running = json(409, 'The execution "17" is running already.');
const unanswered = ['unknown', 'n8n did not answer in time'] as const;

/** What n8n answers to each of the calls, the first of which has number 1, and what the event then says. */
type State = [string, (call: number) => unknown, 'resumed' | readonly ['notResumed' | 'unknown', string]];
const states: State[] = [
	[
		'has gone on and ended',
		() => ({ statusCode: 200, body: '<html>' }),
		['notResumed', 'the question is no longer open'],
	],
	[
		'has ended with an error, or was stopped',
		() => json(409, 'The execution "17" has finished with error.'),
		['notResumed', 'the execution has ended'],
	],
	[
		'has finished (n8n shows no page)',
		() => json(409, 'The execution "17 has finished already.'),
		['notResumed', 'the execution has ended'],
	],
	[
		'has crashed (n8n 2)',
		() => json(500, 'There was a problem executing the workflow'),
		['unknown', 'n8n answered 500'],
	],
	['has crashed (n8n 1)', () => ({ statusCode: 200, body: 'RESUMED' }), 'resumed'],
	[
		'was deleted',
		() => json(404, 'The execution "17" does not exist.'),
		['notResumed', 'the execution no longer exists'],
	],
	[
		'waits for something else',
		() => ({ statusCode: 410, body: '' }),
		['notResumed', 'the question is no longer open'],
	],
	[
		'has no such choice',
		() => ({ statusCode: 422, body: '' }),
		['notResumed', 'the choice is not in the question'],
	],
	[
		'belongs to another n8n',
		() => json(401, 'Invalid token'),
		['notResumed', 'the button is not from this n8n'],
	],
	['runs and runs', () => running, ['unknown', 'the execution is busy']],
	[
		'is resumed by another call meanwhile',
		(call) => (call < 4 ? running : { statusCode: 410, body: '' }),
		['notResumed', 'the question is no longer open'],
	],
	[
		'begins to wait in time',
		(call) => (call < 4 ? running : { statusCode: 200, body: 'RESUMED' }),
		'resumed',
	],
	[
		'cannot be asked at first',
		(call) =>
			call < 4
				? json(500, 'There was a problem executing the workflow')
				: { statusCode: 200, body: 'RESUMED' },
		'resumed',
	],
	['is never told of', never, unanswered],
	['loses the connection', () => Promise.reject(failed('ECONNRESET')), unanswered],
	[
		'is of an n8n that is not ready',
		() => json(503, 'Database is not ready!'),
		['unknown', 'n8n is not ready'],
	],
	['is behind a proxy that fails', () => ({ statusCode: 502, body: '' }), ['unknown', 'n8n answered 502']],
	[
		'cannot be reached',
		() => Promise.reject(failed('ECONNREFUSED', 'connect')),
		['notResumed', 'n8n cannot be reached'],
	],
];

interface Seen {
	endings: Ending[];
	/** Calls to n8n. */
	calls: number;
}

/** Calls a trigger as the service does: until the event is acknowledged. */
async function told(name: keyof typeof kinds, what: string, state: State[1]): Promise<Seen> {
	const seen: Seen = { endings: [], calls: 0 };
	const staticData = {};
	while (seen.endings.length < tries) {
		const { settings, receive: receiveIt } = kinds[name];
		const call = fakeCall({
			...settings,
			staticData,
			workflowId: `${name} ${what}`,
			resume: () => state((seen.calls += 1)),
		});
		const received = receiveIt(call);
		await jest.advanceTimersByTimeAsync(2_999);
		const ending = endingOf(await received, call.response);
		seen.endings.push(ending);
		if (ending.ending !== 'refused') {
			call.response.finish(200);
			break;
		}
		await jest.advanceTimersByTimeAsync(quarterOfAnHour);
	}
	await jest.advanceTimersByTimeAsync(60_000);
	return seen;
}

beforeEach(() => void jest.useFakeTimers());
afterEach(() => void jest.useRealTimers());

describe.each(names)('a %s', (name) => {
	it.each(states)(
		'whose execution %s is not lost, and starts its workflow once',
		async (what, state, expected) => {
			const { endings, calls } = await told(name, what, state);
			const isReport = name === 'delivery report';
			const startsNothing = !isReport && expected === 'resumed';
			expect(endings).toHaveLength(1);
			expect(endings[0]?.ending).toBe(startsNothing ? 'acknowledged' : 'started');
			const waiting = JSON.stringify(endings).match(/"waiting":(\{[^}]*\})/)?.[1];
			const says =
				expected === 'resumed' ? undefined : JSON.stringify({ result: expected[0], reason: expected[1] });
			expect(waiting).toBe(says);
			expect(calls).toBeLessThan(150);
		},
	);
});
