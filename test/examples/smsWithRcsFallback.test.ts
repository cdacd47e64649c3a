import { jsonOf, type RunResult } from '../support/engine';
import { refusing, reportedTwice } from './faults';
import { setUpExample } from './setUpExample';

const text = 'Your order A-1001 is ready for pick-up until 7 pm.';

/** The sandbox's numbers: their fourth digit decides. */
const delivered = '+99900123456';
const failed = '+99910123456';

describe('the example "SMS, by RCS if it fails"', () => {
	const at = setUpExample('sms-with-rcs-fallback', { published: 'report' });

	/** Sends it, and lets so many seconds pass. */
	async function send(number: string, seconds = 60): Promise<RunResult> {
		const waiting = await at.runToWait({ '+33600123456': number });
		expect(await at.harness.sent()).toEqual([{ number, text }]);
		await at.harness.pass(seconds);
		return waiting;
	}

	it('sends nothing more when the SMS is delivered', async () => {
		const result = await at.resumed(await send(delivered));
		expect(jsonOf(result, 'Nothing to do')).toEqual([{ phone: delivered, status: 'Received' }]);
		expect(await at.harness.sentByRcs()).toEqual([]);
	});

	it('sends the same text by RCS, once, when the SMS fails, and starts the lower flow, too', async () => {
		await at.harness.break(reportedTwice);
		const result = await at.resumed(await send(failed));
		const report = { data: { delivered: false }, answeredBy: 'report' };
		expect(jsonOf(result, 'Send the SMS')).toMatchObject([report]);
		expect(await at.harness.sentByRcs()).toMatchObject([{ number: failed, content: { text } }]);
		await at.started();
		expect(at.served.executions).toHaveLength(1);
	});

	it('sends nothing more without a report', async () => {
		const result = await at.expired(await send(failed, 0));
		expect(jsonOf(result, 'Nothing to do')).toEqual([{ phone: failed, status: 'no report in two hours' }]);
		expect(await at.harness.sentByRcs()).toEqual([]);
	});

	it('ends with an error, and sends nothing by RCS, when SMSBOX rejects the SMS', async () => {
		await at.harness.break(refusing('sms.message.send', 503, 3));
		await at.fail();
		expect(await at.harness.sentByRcs()).toEqual([]);
	});
});
