import { jsonOf, type RunResult } from '../support/engine';
import { perhaps, refusing, reportedTwice } from './faults';
import { setUpExample } from './setUpExample';

const text = 'Your order A-1001 is ready for pick-up until 7 pm.';

/** The sandbox's numbers: their fourth digit decides. */
const delivered = '+99900123456';
const failed = '+99970123456';

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

	/** The SMS fails; then the execution ends with this error, and says whom to reach. */
	async function expectNotReached(number: string, why: string): Promise<void> {
		const result = await at.harness.resumed(await send(number));
		expect(result).toMatchObject({ status: 'error', error: { message: expect.stringContaining(why) } });
		expect(result.error?.message).toContain(`The SMS to ${number} failed`);
	}

	it('names the person where it is unclear whether SMSBOX took the message by RCS', async () => {
		await at.harness.break(perhaps('rcs.message.send', failed));
		await expectNotReached(failed, 'SMSBOX did not confirm that it accepted the message');
	});

	it('names the person, with the error, where SMSBOX is not there for RCS', async () => {
		await at.harness.break(refusing('rcs.message.send', 503, 0));
		await expectNotReached(failed, 'Rejected');
	});

	it.each([
		['cannot show RCS', '+99910123456', 'the phone is not known to show RCS', []],
		['is rejected by RCS', '+99940123456', 'the phone is not known to show RCS', []],
		['could not be checked', failed, 'Rejected', [refusing('rcs.capability.check')]],
	])('names the person, and sends nothing by RCS, where the phone %s', async (_what, number, why, faults) => {
		await at.harness.break(...faults);
		await expectNotReached(number, why);
		expect(await at.harness.sentByRcs()).toEqual([]);
	});

	it('ends well for a person who is excluded from RCS', async () => {
		const field = `"text": "={{ $('Message').item.json.text }}",`;
		const safetyOptions = `"safetyOptions": { "excludedRecipients": "${failed}" },`;
		const waiting = await at.runToWait({ '+33600123456': failed, [field]: `${field} ${safetyOptions}` });
		await at.harness.pass(60);
		expect(jsonOf(await at.resumed(waiting), 'Send by RCS')).toMatchObject([{ outcome: 'excluded' }]);
	});

	it('sends nothing more without a report', async () => {
		const result = await at.expired(await send(failed, 0));
		expect(jsonOf(result, 'Nothing to do')).toEqual([{ phone: failed, status: 'no report in two hours' }]);
		expect(await at.harness.sentByRcs()).toEqual([]);
	});

	it.each([
		['alreadySent', '{ "deduplicationKey": "A-1001" }'],
		['dryRun', '{ "dryRun": true }'],
	])('misses no report where no SMS was sent: %s', async (status, options) => {
		const edits = { '"responseType"': `"safetyOptions": ${options}, "responseType"` };
		if (status === 'alreadySent') await at.runToWait(edits);
		expect(jsonOf(await at.run(edits), 'Nothing to do')).toMatchObject([{ status }]);
	});

	it('ends with an error, and sends nothing by RCS, when SMSBOX rejects the SMS', async () => {
		await at.harness.break(refusing('sms.message.send', 503, 3));
		await at.fail();
		expect(await at.harness.sentByRcs()).toEqual([]);
	});
});
