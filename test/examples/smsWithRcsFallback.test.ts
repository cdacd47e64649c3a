import { jsonOf, type RunResult } from '../support/engine';
import type { ServedTrigger } from '../support/triggers';
import { ExampleHarness, readExample } from './exampleHarness';
import { withoutPauses } from '../support/withoutPauses';

withoutPauses();

const name = 'sms-with-rcs-fallback';
const start = 'Run by hand';
const trigger = 'n8n-nodes-smsbox.smsboxDeliveryReportTrigger';
const text = 'Your order A-1001 is ready for pick-up until 7 pm.';

/** The sandbox's numbers: their fourth digit decides. */
const delivered = '+99900123456';
const failed = '+99910123456';

describe('the example "SMS, by RCS if it fails"', () => {
	let harness: ExampleHarness;
	let served: ServedTrigger;
	beforeEach(async () => {
		harness = await ExampleHarness.start();
		served = await harness.serve(readExample(name), trigger);
		await harness.configure({ deliveryReportUrl: served.url });
	});
	afterEach(async () => {
		const undeclared = await harness.undeclared();
		await harness.close();
		expect({ undeclared, errors: served.errors }).toEqual({ undeclared: [], errors: [] });
	});

	async function send(number: string): Promise<RunResult> {
		const waiting = await harness.run(readExample(name, { '+33600123456': number }), start);
		expect({ status: waiting.status, error: waiting.error }).toEqual({ status: 'waiting', error: undefined });
		expect(await harness.sent()).toEqual([{ number, text }]);
		return waiting;
	}
	const sentByRcs = async () =>
		(await harness.sentByRcs()).map(({ number, content }) => ({ number, text: content['text'] }));

	it('sends nothing more when the SMS is delivered', async () => {
		const waiting = await send(delivered);
		await harness.pass(60);
		const result = await harness.resumed(waiting);
		expect(result.status).toBe('success');
		expect(jsonOf(result, 'Nothing to do')).toEqual([{ phone: delivered, status: 'Received' }]);
		expect(await sentByRcs()).toEqual([]);
	});

	it('sends the same text by RCS, once, when the SMS fails', async () => {
		await harness.break({ on: 'callback', kind: 'duplicate', times: 0 });
		const waiting = await send(failed);
		await harness.pass(60);
		const result = await harness.resumed(waiting);
		expect({ status: result.status, error: result.error }).toEqual({ status: 'success', error: undefined });
		expect(jsonOf(result, 'Send the SMS')).toMatchObject([
			{ data: { delivered: false }, answeredBy: 'report' },
		]);
		expect(await sentByRcs()).toEqual([{ number: failed, text }]);
	});

	it('starts the lower flow for the report, too', async () => {
		await send(failed);
		await harness.pass(60);
		expect((await harness.execution(served)).status).toBe('success');
		expect(served.executions).toHaveLength(1);
	});

	it('sends nothing more without a report', async () => {
		const result = await harness.expire(await send(failed));
		expect(jsonOf(result, 'Nothing to do')).toEqual([{ phone: failed, status: 'no report in two hours' }]);
		expect(await sentByRcs()).toEqual([]);
	});

	it('ends with an error, and sends nothing by RCS, when SMSBOX rejects the SMS', async () => {
		await harness.break({
			on: 'request',
			kind: 'refuse',
			status: 503,
			times: 3,
			match: { operation: 'sms.message.send' },
		});
		const result = await harness.run(readExample(name), start);
		expect(result.status).toBe('error');
		expect(await harness.sentByRcs()).toEqual([]);
	});
});
