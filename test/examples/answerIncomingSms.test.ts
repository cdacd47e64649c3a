import { jsonOf } from '../support/engine';
import { setUpExample } from './setUpExample';

const from = '+33600123456';
const hours = 'We are open Monday to Friday, 9 am to 6 pm.';
const thanks = 'Thank you for your message. To talk to us, call from Monday to Friday, 9 am to 6 pm.';

describe('the example "answer incoming SMS"', () => {
	const at = setUpExample('answer-incoming-sms', { published: 'sms' });

	it.each([
		['When are you open?', hours],
		['Où êtes-vous ? 😀', thanks],
		// This does not begin with STOP.
		['I will stop by tomorrow', thanks],
	])('answers "%s"', async (question, answer) => {
		const result = await at.receive({ from, text: question });
		expect(jsonOf(result, 'Incoming SMS')).toEqual([expect.objectContaining({ from, text: question })]);
		expect(await at.harness.sent()).toEqual([{ number: from, text: answer }]);
	});

	it.each(['STOP', 'stop.', 'STOP au 36111'])('never answers "%s", and notes it', async (text) => {
		const result = await at.receive({ from, text });
		expect(jsonOf(result, 'Record the STOP')).toEqual([
			{ phone: from, unsubscribedAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT/) },
		]);
		expect(await at.harness.sent()).toEqual([]);
	});

	it('does not answer the same person with the same text twice within an hour, and says so', async () => {
		await at.receive({ from, text: 'Hello' });
		const result = await at.receive({ from, text: 'Hello?' });
		expect(jsonOf(result, 'Not answered')).toEqual([{ phone: from, why: expect.stringContaining('ERROR') }]);
		expect(await at.harness.sent()).toHaveLength(1);
	});

	it('leaves a message without a sender alone', async () => {
		await at.call('reference=1&ts=1705326600&charset=UTF-8&message=Hello');
		await at.started();
		expect(await at.harness.sent()).toEqual([]);
	});
});
