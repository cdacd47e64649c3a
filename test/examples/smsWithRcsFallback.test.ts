import { jsonOf, type RunResult } from '../support/engine';
import { readExample } from './exampleHarness';
import { refusing, setUpExample } from './setUpExample';
import { withoutPauses } from '../support/withoutPauses';

withoutPauses();

const name = 'sms-with-rcs-fallback';
const start = 'Run by hand';
const text = 'Your order A-1001 is ready for pick-up until 7 pm.';

/** The sandbox's numbers: their fourth digit decides. */
const delivered = '+99900123456';
const failed = '+99910123456';

describe('the example "SMS, by RCS if it fails"', () => {
	const at = setUpExample(name, { published: 'report' });

	async function send(number: string): Promise<RunResult> {
		const waiting = await at.runToWait({ '+33600123456': number });
		expect(await at.harness.sent()).toEqual([{ number, text }]);
		return waiting;
	}
	const sentByRcs = async () =>
		(await at.harness.sentByRcs()).map(({ number, content }) => ({ number, text: content['text'] }));

	it('sends nothing more when the SMS is delivered', async () => {
		const waiting = await send(delivered);
		await at.harness.pass(60);
		const result = await at.resumed(waiting);
		expect(jsonOf(result, 'Nothing to do')).toEqual([{ phone: delivered, status: 'Received' }]);
		expect(await sentByRcs()).toEqual([]);
	});

	it('sends the same text by RCS, once, when the SMS fails', async () => {
		await at.harness.break({ on: 'callback', kind: 'duplicate', times: 0 });
		const waiting = await send(failed);
		await at.harness.pass(60);
		const result = await at.resumed(waiting);
		expect(jsonOf(result, 'Send the SMS')).toMatchObject([
			{ data: { delivered: false }, answeredBy: 'report' },
		]);
		expect(await sentByRcs()).toEqual([{ number: failed, text }]);
	});

	it('starts the lower flow for the report, too', async () => {
		await send(failed);
		await at.harness.pass(60);
		await at.started();
		expect(at.served.executions).toHaveLength(1);
	});

	it('sends nothing more without a report', async () => {
		const result = await at.harness.expire(await send(failed));
		expect(jsonOf(result, 'Nothing to do')).toEqual([{ phone: failed, status: 'no report in two hours' }]);
		expect(await sentByRcs()).toEqual([]);
	});

	it('ends with an error, and sends nothing by RCS, when SMSBOX rejects the SMS', async () => {
		await at.harness.break(refusing('sms.message.send', 503, 3));
		const result = await at.harness.run(readExample(name), start);
		expect(result.status).toBe('error');
		expect(await at.harness.sentByRcs()).toEqual([]);
	});
});
