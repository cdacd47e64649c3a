import { jsonOf } from '../support/engine';
import { setUpExample } from './setUpExample';

const folder = '../playground/workflows';
const from = '+33600123456';

describe("the playground's workflow 2", () => {
	const at = setUpExample(`${folder}/2-delivery-report`);

	it.each([
		[true, 'Delivered', 'delivered (status 10)'],
		[false, 'Not delivered', 'not delivered: Sent (status 10)'],
		[null, 'Not known', 'not known: Sent (status 10)'],
	])('says of an SMS whose "delivered" is %s: %s', async (delivered, node, outcome) => {
		const status = { code: '10', name: 'Sent', description: '', final: true, delivered };
		const result = await at.run({}, 'Delivery report', { status, reference: '1' });
		expect(jsonOf(result, node)).toEqual([{ outcome, reference: '1' }]);
		const shown = ['Delivered', 'Not delivered', 'Not known'].flatMap((one) => jsonOf(result, one));
		expect(shown).toHaveLength(1);
	});
});

describe.each([
	[
		'5-whatsapp-events',
		'waba',
		'WhatsApp',
		'sentByWhatsApp',
		(title: string) => ({ type: 'button_reply', id: 'x', title }),
	],
	[
		'7-rcs-events',
		'rcs',
		'RCS',
		'sentByRcs',
		(title: string) => ({ type: 'reply', text: title, postbackData: 'x' }),
	],
] as const)("the playground's workflow %s", (name, channel, trigger, sent, tap) => {
	const at = setUpExample(`${folder}/${name}`, { published: channel });

	it('answers a text, but no opt-out', async () => {
		await at.receive({ from, type: 'text', text: 'Hello' });
		await at.receive({ from, type: 'text', text: 'STOP' });
		const contents = (await at.harness[sent]()).map(({ content }) => JSON.stringify(content));
		expect(contents.filter((content) => content.includes('Thank you!'))).toEqual([
			expect.stringContaining('We noted: Hello'),
		]);
	});

	it('answers no opt-out that is tapped', async () => {
		await at.receive({ from, ...tap('STOP') });
		const contents = (await at.harness[sent]()).map(({ content }) => JSON.stringify(content));
		expect(contents.filter((content) => content.includes('Thank you'))).toEqual([]);
	});

	it.each(['notResumed', 'unknown', 'failed'])('thanks nobody for a late tap (%s)', async (result) => {
		const agent = { wabaId: '100100100100100', phoneId: '200200200200200', agentId: 'smsbox-demo-agent' };
		const event = channel === 'waba' ? 'incoming_message' : 'incoming_message_reply';
		await at.run({}, trigger, {
			...{ channel, event, from, agent, messageType: 'interactive', messageId: 'wamid.1', optOut: false },
			...{ text: 'Approve', answer: { id: '0', title: 'Approve' }, waiting: { result } },
		});
		const texts = (await at.harness[sent]()).map(({ content }) => content['text']);
		const isTold = channel === 'waba' && result === 'notResumed';
		expect(texts).toEqual(
			isTold ? [expect.objectContaining({ body: 'This question is no longer open.' })] : [],
		);
	});
});
