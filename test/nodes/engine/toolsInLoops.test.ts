/** An agent in a loop: in each round, its author's expressions say something else, though its model says the same. */
import fc from 'fast-check';
import type { INodeParameters } from 'n8n-workflow';
import { agentKinds, agents, asTool, type AgentKind } from '../../support/agentHarness';
import { runWorkflow } from '../../support/engine';
import { clearProcessedData } from '../../support/processedData';
import { formOf, sendParameters } from '../../support/runNode';
import { serviceForEachTest } from '../../support/service';
import { PACKAGE, smsboxAccess, smsboxNode, smsboxNodes } from '../../support/smsbox';

const server = serviceForEachTest();
beforeEach(clearProcessedData);

const to = (node: string) => [{ node, type: 'main' as const, index: 0 }];

/** Runs an agent once for each order, with a model that says the same each time. */
async function runRounds(agent: AgentKind, parameters: INodeParameters, orders: readonly object[]) {
	const told: string[] = [];
	await runWorkflow(
		{
			nodes: [
				{ name: 'Start', type: 'n8n-nodes-base.manualTrigger' },
				{ name: 'Loop', type: 'n8n-nodes-base.splitInBatches', typeVersion: 3 },
				{
					name: 'Order',
					type: 'n8n-nodes-base.set',
					typeVersion: 3.4,
					parameters: { mode: 'raw', jsonOutput: '={{ $json }}' },
				},
				{ name: 'Agent', type: 'test.agent' },
				{ name: 'SMSBOX', type: `${PACKAGE}.smsboxSmsTool`, parameters },
			],
			connections: {
				Start: { main: [to('Loop')] },
				Loop: { main: [[], to('Order')] },
				Order: { main: [to('Agent')] },
				Agent: { main: [to('Loop')] },
				SMSBOX: { ai_tool: [[{ node: 'Agent', type: 'ai_tool', index: 0 }]] },
			},
		},
		{
			nodeTypes: {
				...smsboxNodes,
				'test.agent': agents[agent]([[{ text: 'shipped' }]], told),
				[`${PACKAGE}.smsboxSmsTool`]: asTool(smsboxNode('smsboxSms')),
			},
			...smsboxAccess(server.url),
			input: orders.map((order) => ({ json: { ...order } })),
		},
	);
	return told;
}

const ofOrder = (field: string): string => `$('Order').first().json.${field}`;
const group = (value: string) => ({ __rl: true, mode: 'id', value });

describe.each(agentKinds)('run by the agent %s', (agent) => {
	it('each order of each customer is one message, however often and in whatever form it comes', async () => {
		const people = [
			['+33600123456', '0033 6 00 12 34 56', '33600123456'],
			['+33600123457', '33600123457'],
		].map((forms) => fc.constantFrom(...forms));
		const order = fc.record({ number: fc.constantFrom(1042, 1043), phone: fc.oneof(...people) });
		const parameters = {
			...sendParameters,
			to: `={{ ${ofOrder('phone')} }}`,
			text: `=Order {{ ${ofOrder('number')} }}: {{ $fromAI('text') }}`,
		};
		const property = fc.asyncProperty(fc.array(order, { minLength: 2, maxLength: 4 }), async (orders) => {
			server.requests.length = 0;
			await runRounds(agent, parameters, orders);
			const sent = server.requests.map(
				(request) => `${formOf(request).get('dest')} ${formOf(request).get('msg')}`,
			);
			const wanted = orders.map(
				({ number, phone }) => `${phone.replace(/\D/g, '').replace(/^00/, '')} Order ${number}: shipped`,
			);
			expect(sent).toEqual([...new Set(wanted)]);
		});
		await fc.assert(property, { numRuns: 20 });
	});

	it('one order twice is one message', async () => {
		const text = `=Order {{ ${ofOrder('number')} }}: {{ $fromAI('text') }}`;
		const told = await runRounds(agent, { ...sendParameters, to: '+33600123456', text }, [
			{ number: 1042 },
			{ number: 1042 },
		]);
		expect(server.requests).toHaveLength(1);
		expect(told.join()).toContain('this tool has sent the same message');
	});

	it('two groups both get the message', async () => {
		const parameters = {
			...{ resource: 'message', operation: 'sendToGroup', category: 'nonMarketingGroup' },
			...{ group: group(`={{ ${ofOrder('group')} }}`), text: "={{ $fromAI('text') }}" },
		};
		await runRounds(agent, parameters, [{ group: '11' }, { group: '12' }]);
		expect(server.requests.map((request) => formOf(request).get('groupe'))).toEqual(['11', '12']);
	});

	it.each([
		['once to the same group', ['11', '11'], ['11']],
		['to each group', ['11', '12'], ['11', '12']],
	])('what the clock changes goes %s', async (_what, groups, sent) => {
		const parameters = {
			...{ resource: 'message', operation: 'sendToGroup', category: 'nonMarketingGroup' },
			...{
				group: group(`={{ ${ofOrder('group')} }}`),
				text: "={{ $fromAI('text') + ' ' + $now.toMillis() }}",
			},
		};
		await runRounds(
			agent,
			parameters,
			groups.map((id) => ({ group: id })),
		);
		expect(server.requests.map((request) => formOf(request).get('groupe'))).toEqual(sent);
	});
});
