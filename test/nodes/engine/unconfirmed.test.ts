/** Of several recipients, SMSBOX takes one and doesn't mention the other: that one may have got the message, and gets no more. */
import { agentKinds, runAgent } from '../../support/agentHarness';
import { acceptedAnswer, recipientsOf } from '../../support/jsonAnswers';
import { runLoop } from '../../support/loopBack';
import { clearProcessedData } from '../../support/processedData';
import { number, outputOf } from '../../support/runNode';
import { serviceForEachTest } from '../../support/service';

const [anna, ben] = [number(0), number(1)];
const server = serviceForEachTest((request, index) =>
	acceptedAnswer(index === 0 ? [anna] : recipientsOf(request)),
);
beforeEach(clearProcessedData);

const agentIds = { wabaId: '1', phoneId: '2' };
const parameters = {
	resource: 'message',
	operation: 'sendText',
	...agentIds,
	to: '={{ $json.to }}',
	text: 'Hi',
};
const settings = { type: 'n8n-nodes-smsbox.smsboxWaba' };
const both = { to: `${anna}, ${ben}` };
const messagesTo = (person: string): number =>
	server.requests.filter((request) => recipientsOf(request).includes(person)).length;

it('in a later round of a loop', async () => {
	await runLoop(server.url, [both], parameters, {
		settings,
		fromBoth: true,
		again: `={{ { to: '${ben}' } }}`,
	});
	expect(messagesTo(ben)).toBe(1);
});

it('in another item of the run', async () => {
	const inOrder = { ...parameters, options: { maxConcurrentRequests: 1 } };
	const items = [both, { to: ben }];
	await server.run({
		node: 'smsboxWaba',
		parameters: inOrder,
		items,
		settings: { onError: 'continueRegularOutput' },
	});
	expect(messagesTo(ben)).toBe(1);
});

it('in another execution, with a deduplication key', async () => {
	const keyed = { ...parameters, safetyOptions: { deduplicationKey: 'order 7' } };
	const run = async () =>
		outputOf(
			await server.run({
				node: 'smsboxWaba',
				parameters: keyed,
				items: [both],
				settings: { onError: 'continueRegularOutput' },
			}),
		);
	expect(await run()).toMatchObject([{ accepted: true, unconfirmed: [`+${ben}`] }]);
	const [again] = await run();
	expect(again?.error).toContain('May have been sent');
	expect(server.requests).toHaveLength(1);
});

it.each(agentKinds)(
	'by a further call of an agent (%s), while the other one gets another message',
	async (agent) => {
		const ofModel = { ...parameters, to: "={{ $fromAI('to') }}", text: "={{ $fromAI('text') }}" };
		const script = [
			[{ to: both.to, text: 'Hello' }],
			[{ to: ben, text: 'Hello' }],
			[{ to: anna, text: 'Bye' }],
		];
		await runAgent({ url: server.url, agent, node: 'smsboxWaba', parameters: ofModel, script });
		expect([messagesTo(anna), messagesTo(ben)]).toEqual([2, 1]);
	},
);
