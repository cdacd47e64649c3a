import { ObservableObject } from 'n8n-workflow';

import type { RunTasks } from '../../../nodes/engine/webhook/onReceiptTasks';
import { receive } from '../../../nodes/engine/webhook/receive';
import { wabaWebhooks } from '../../../nodes/SmsboxWabaTrigger/wabaWebhooks';
import type { WabaWebhookEvent } from '../../../protocol/callbacks/waba';
import { endingOf, fakeCall, type FakeCall, type FakeCallSettings } from './fakeContext';
import { text } from './wabaServed';

const fakePost = (body: unknown, settings: FakeCallSettings = {}): FakeCall =>
	fakeCall({ ...settings, request: { method: 'POST', rawBody: Buffer.from(JSON.stringify(body)) } });

type FakeTasks = jest.MockedFunction<RunTasks<WabaWebhookEvent>>;
const fakeTasks = (): FakeTasks => jest.fn<ReturnType<RunTasks<WabaWebhookEvent>>, [WabaWebhookEvent]>();

describe('what is done for an event first', () => {
	test('loses no event when it fails', async () => {
		const runTasks = fakeTasks().mockRejectedValue(new TypeError());
		const { context, response } = fakePost(text('Hi'));
		const result = await receive(context, wabaWebhooks, runTasks);
		expect(endingOf(result, response)).toMatchObject({ ending: 'started', json: { text: 'Hi' } });
	});

	test.each<[string, FakeCallSettings, unknown]>([
		['kept out by a filter', { parameters: { messageTypes: ['image'] } }, text('Hi')],
		['refused', { parameters: { options: { ipAllowlist: 'smsbox' } } }, text('Hi')],
		['no webhook', {}, { hello: 'world' }],
	])('is not done for what is %s', async (_what, settings, body) => {
		const runTasks = fakeTasks();
		const { context } = fakePost(body, settings);
		await receive(context, wabaWebhooks, runTasks);
		expect(runTasks).not.toHaveBeenCalled();
	});

	test('is not done again for an event that is repeated, or is being stored', async () => {
		const runTasks = fakeTasks().mockResolvedValue({ json: {} });
		const workflowId = 'waba, repeated';
		const first = fakePost(text('Hi'), { workflowId });
		await receive(first.context, wabaWebhooks, runTasks);
		const second = fakePost(text('Hi'), { workflowId });
		expect(endingOf(await receive(second.context, wabaWebhooks, runTasks), second.response).ending).toBe(
			'refused',
		);
		first.response.finish();
		const third = fakePost(text('Hi'), { workflowId });
		expect(endingOf(await receive(third.context, wabaWebhooks, runTasks), third.response).ending).toBe(
			'acknowledged',
		);
		expect(runTasks).toHaveBeenCalledTimes(1);
	});

	test('takes its time, and the event is remembered all the same', async () => {
		const saved = { 'node:Trigger': { events: ' 0123456789abcd' } };
		const seenByTheCall = ObservableObject.create(saved);
		const isMarked = (): boolean => Reflect.get(seenByTheCall, '__dataChanged') === true;
		const { context } = fakePost(text('Hi'));
		const runTasks = fakeTasks().mockImplementation(async () => {
			for (let turn = 0; turn < 50; turn++) await new Promise(setImmediate);
			return { json: {} };
		});
		const here = { ...context, getWorkflowStaticData: () => saved['node:Trigger'] };
		await receive(here, wabaWebhooks, runTasks);
		// What n8n does next, when it prepares the execution: it takes the mark of a change off.
		ObservableObject.create(saved);
		expect(isMarked()).toBe(false);

		const deadline = Date.now() + 5_000;
		while (!isMarked() && Date.now() < deadline) await new Promise(setImmediate);
		expect(isMarked()).toBe(true);
		expect(saved['node:Trigger'].events).toMatch(/^ 0123456789abcd [0-9a-f]{14}$/);
	});
});
