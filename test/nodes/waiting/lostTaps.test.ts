/** A tap that may not have resumed must come again, as nobody taps twice; one that has resumed must not start anything. */
import { type IDataObject, sleep } from 'n8n-workflow';
import { wabaWebhooks } from '../../../nodes/SmsboxWabaTrigger/wabaWebhooks';
import { receive } from '../../../nodes/engine/webhook/receive';
import { type Ending, endingOf, fakeCall } from '../triggers/fakeContext';
import { message } from '../triggers/wabaServed';

const id = `/webhook-waiting/17/5f2ab1e0?nonce=abcdefghijklmnop&choice=approve&signature=${'a'.repeat(64)}`;

/** @param staticData what outlives a restart; what the process remembers, it remembers by workflow */
async function tap(workflowId: string, resume: () => unknown, staticData: IDataObject = {}): Promise<Ending> {
	const tapped = { type: 'button_reply', button_reply: { id, title: 'Yes' } };
	const rawBody = Buffer.from(JSON.stringify(message({ type: 'interactive', interactive: tapped })));
	const call = fakeCall({ request: { method: 'POST', rawBody }, resume, workflowId, staticData });
	return endingOf(await receive(call.context, wabaWebhooks), call.response);
}

const unanswered = (): unknown => Promise.reject(Object.assign(new Error(), { code: 'ECONNABORTED' }));
const closed = (): unknown => ({ statusCode: 410, body: '' });

it.each<[string, () => unknown]>([
	['n8n does not answer in time', unanswered],
	['n8n fails', () => ({ statusCode: 500, body: '' })],
	['its execution is busy', () => ({ statusCode: 409, body: '' })],
])('a tap is refused for now when %s', async (what, resume) => {
	await expect(tap(what, resume)).resolves.toEqual({ ending: 'refused' });
});

const mayHaveResumed = {
	ending: 'started',
	json: expect.objectContaining({ waiting: { outcome: 'unknown', reason: 'n8n did not answer in time' } }),
};

it('a tap that comes again after a call without an answer may have resumed, and says so', async () => {
	await tap('again', unanswered);
	await expect(tap('again', closed)).resolves.toMatchObject(mayHaveResumed);
});

describe('a tap whose call to n8n goes on when the service has its answer', () => {
	const later = async (workflowId: string, response: object): Promise<Ending[]> => {
		let answer: (response: object) => void = () => undefined;
		const slow = new Promise<object>((resolve) => {
			answer = resolve;
		});
		const endings = [await tap(workflowId, () => slow), await tap(workflowId, closed)];
		answer(response);
		await sleep(0);
		return [...endings, await tap(workflowId, closed)];
	};

	it('is in flight until n8n answers, and starts nothing once it has resumed', async () => {
		await expect(later('late', { statusCode: 200, body: 'RESUMED' })).resolves.toEqual([
			{ ending: 'refused' },
			{ ending: 'refused' },
			{ ending: 'acknowledged' },
		]);
	});

	it('starts the workflow when it comes again and has not resumed', async () => {
		await expect(later('late and closed', { statusCode: 410, body: '' })).resolves.toEqual([
			{ ending: 'refused' },
			{ ending: 'refused' },
			expect.objectContaining(mayHaveResumed),
		]);
	});
});

describe('after a restart, or in another process', () => {
	it('a repeated tap that has resumed starts nothing', async () => {
		const staticData = {};
		await tap('resumed', () => ({ statusCode: 200, body: 'RESUMED' }), staticData);
		await expect(tap('resumed, restarted', closed, staticData)).resolves.toEqual({ ending: 'acknowledged' });
	});

	it('a repeated tap that may have resumed says so', async () => {
		const staticData = {};
		await tap('unknown', unanswered, staticData);
		await expect(tap('unknown, restarted', closed, staticData)).resolves.toMatchObject(mayHaveResumed);
	});
});
