import { setUpExample } from './setUpExample';

const from = '+33600123456';

describe.each([
	['5-whatsapp-events', 'waba', 'receiveByWhatsApp', 'sentByWhatsApp'],
	['7-rcs-events', 'rcs', 'receiveByRcs', 'sentByRcs'],
] as const)("the playground's workflow %s", (name, channel, receive, sent) => {
	const at = setUpExample(`../playground/workflows/${name}`, { published: channel });

	it('answers a text, but no opt-out', async () => {
		await at.harness[receive]({ from, type: 'text', text: 'Hello' });
		await at.started(0);
		await at.harness[receive]({ from, type: 'text', text: 'STOP' });
		await at.started(1);
		const contents = (await at.harness[sent]()).map(({ content }) => JSON.stringify(content));
		expect(contents.filter((content) => content.includes('Thank you!'))).toEqual([
			expect.stringContaining('We noted: Hello'),
		]);
	});
});
