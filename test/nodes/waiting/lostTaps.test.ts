/** An event that comes again, or whose execution is late: none is delayed, and one that has resumed starts nothing. */
import type { IDataObject } from 'n8n-workflow';
import { deliveryReports } from '../../../nodes/SmsboxDeliveryReportTrigger/deliveryReports';
import { wabaWebhooks } from '../../../nodes/SmsboxWabaTrigger/wabaWebhooks';
import { receive } from '../../../nodes/engine/webhook/receive';
import {
	type Ending,
	endingOf,
	fakeCall,
	type FakeCall,
	type FakeCallSettings,
} from '../triggers/fakeContext';
import { tap } from '../triggers/wabaServed';

const token = (button = ''): string =>
	`/webhook-waiting/17/5f2ab1e0?nonce=abcdefghijklmnopx4Yj${button}&signature=${'a'.repeat(64)}`;
const id = token('&button=1');

/** @param staticData what outlives a restart; what the process remembers, it remembers by workflow */
async function tapped(resume: () => unknown, staticData: IDataObject = {}): Promise<Ending> {
	const rawBody = Buffer.from(JSON.stringify(tap(id)));
	const call = fakeCall({ request: { method: 'POST', rawBody }, resume, staticData });
	return endingOf(await receive(call.context, wabaWebhooks), call.response);
}

const reportCall = (settings: FakeCallSettings): FakeCall =>
	fakeCall({
		query: `numero=33600123456&reference=1&accuse=0&ts=1705326600&waitingExecution=${encodeURIComponent(token())}`,
		...settings,
	});

async function report(settings: FakeCallSettings): Promise<Ending> {
	const call = reportCall(settings);
	return endingOf(await receive(call.context, deliveryReports), call.response);
}

const unanswered = (): unknown => Promise.reject(Object.assign(new Error(), { code: 'ECONNABORTED' }));
const closed = (): unknown => ({ statusCode: 410, body: '' });
const resumed = (): unknown => ({ statusCode: 200, body: 'RESUMED' });

const mayHaveResumed = {
	ending: 'started',
	json: expect.objectContaining({ waiting: { result: 'unknown', reason: 'n8n did not answer in time' } }),
};

it('a tap that may have resumed starts the workflow at once, and says so', async () => {
	await expect(tapped(unanswered)).resolves.toMatchObject(mayHaveResumed);
});

it.each([
	['', {}],
	[', where duplicates are not ignored', { options: { ignoreDuplicates: false } }],
])('a delivery report that may have resumed starts the workflow, and says so%s', async (_how, parameters) => {
	await expect(report({ parameters, resume: unanswered })).resolves.toMatchObject(mayHaveResumed);
});

it('a delivery report that may have resumed is acknowledged where the filters keep it from starting the workflow', async () => {
	const settings = { parameters: { statuses: ['3'] }, resume: unanswered };
	await expect(report(settings)).resolves.toEqual({ ending: 'acknowledged' });
});

it('a delivery report that answers nothing and starts nothing is not remembered: another one at once is acknowledged, too', async () => {
	const query = 'numero=33600123456&reference=1&accuse=0&ts=1705326600';
	const settings = { workflowId: 'filtered at once', parameters: { statuses: ['3'] }, query };
	await expect(report(settings)).resolves.toEqual({ ending: 'acknowledged' });
	await expect(report(settings)).resolves.toEqual({ ending: 'acknowledged' });
});

it('a parameter named “waiting” passes beside what came of an answer', async () => {
	const parameters = { output: 'raw' };
	const query = `numero=33600123456&accuse=0&waiting=room&id=${encodeURIComponent(token())}`;
	await expect(report({ parameters, query, resume: closed })).resolves.toMatchObject({
		json: { _waiting: 'room', waiting: { result: 'notResumed' } },
	});
});

it('a repeated tap that has resumed starts nothing after a restart, or in another process', async () => {
	const staticData = {};
	await tapped(resumed, staticData);
	await expect(tapped(closed, staticData)).resolves.toEqual({ ending: 'acknowledged' });
});

describe('a call that goes on when the service has its answer', () => {
	beforeEach(() => void jest.useFakeTimers());
	afterEach(() => void jest.useRealTimers());

	it.each<[string, number, string[]]>([
		['resumes', 200, []],
		[
			'does not resume',
			410,
			[
				'SMSBOX: a delivery report of workflow late 410 did not resume an execution within a minute: the question is no longer open',
			],
		],
	])('leaves a line in the log only where it %s', async (_what, statusCode, lines) => {
		let answer: (response: object) => void = () => undefined;
		const slow = new Promise<object>((resolve) => {
			answer = resolve;
		});
		const call = reportCall({ workflowId: `late ${statusCode}`, resume: () => slow });
		const received = receive(call.context, deliveryReports);
		await jest.advanceTimersByTimeAsync(2_500);
		await received;
		call.log.length = 0;
		answer({ statusCode, body: 'RESUMED' });
		await jest.advanceTimersByTimeAsync(0);
		expect(call.log).toEqual(lines);
	});
});
