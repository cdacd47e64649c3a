import { jsonOf } from '../support/engine';
import { setUpExample } from './setUpExample';

const from = '+33600123456';

describe('the example "answer incoming SMS"', () => {
	const at = setUpExample('answer-incoming-sms', { published: 'sms' });

	it.each([
		['When are you open?', 'We are open Monday to Friday, 9 am to 6 pm.'],
		[
			'Où êtes-vous ? 😀',
			'Thank you for your message. To talk to us, call from Monday to Friday, 9 am to 6 pm.',
		],
	])('answers "%s"', async (question, answer) => {
		await at.harness.receive({ from, text: question });
		const result = await at.started();
		expect(jsonOf(result, 'Incoming SMS')).toEqual([expect.objectContaining({ from, text: question })]);
		expect(await at.harness.sent()).toEqual([{ number: from, text: answer }]);
	});

	it.each(['STOP', 'stop.', 'STOP au 36111'])('never answers "%s", and notes it', async (text) => {
		await at.harness.receive({ from, text });
		const result = await at.harness.execution(at.served);
		expect(jsonOf(result, 'Record the STOP')).toEqual([
			{ phone: from, unsubscribedAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT/) },
		]);
		expect(await at.harness.sent()).toEqual([]);
	});

	it('answers "I will stop by tomorrow", which does not begin with STOP', async () => {
		await at.harness.receive({ from, text: 'I will stop by tomorrow' });
		await at.harness.execution(at.served);
		expect(await at.harness.sent()).toHaveLength(1);
	});

	it('does not answer the same person with the same text twice within an hour, and says so', async () => {
		await at.harness.receive({ from, text: 'Hello' });
		await at.harness.execution(at.served, 0);
		await at.harness.receive({ from, text: 'Hello?' });
		const result = await at.started(1);
		expect(jsonOf(result, 'Not answered')).toEqual([{ phone: from, why: expect.stringContaining('ERROR') }]);
		expect(await at.harness.sent()).toHaveLength(1);
	});

	it('leaves a message without a sender alone', async () => {
		const answer = await fetch(`${at.served.url}?reference=1&ts=1705326600&charset=UTF-8&message=Hello`);
		expect([answer.status, await answer.text()]).toEqual([200, 'OK']);
		await at.started();
		expect(await at.harness.sent()).toEqual([]);
	});
});
