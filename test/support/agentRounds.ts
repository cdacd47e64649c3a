import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { type AgentKind, agentTypes, type Script } from './agentHarness';
import { runWorkflow } from './engine';
import { PACKAGE, smsboxAccess } from './smsbox';

interface Rounds {
	url: string;
	agent: AgentKind;
	/** Of the tool. */
	parameters: INodeParameters;
	/** One a round: the tool finds it as the first item of the node Order. */
	orders: readonly IDataObject[];
}

const to = (node: string) => [{ node, type: 'main' as const, index: 0 }];

/** Runs an agent in a loop, once for each order, with a model that says the same each time. Returns what the model was told. */
export async function runAgentRounds(
	{ url, agent, parameters, orders }: Rounds,
	{
		script = [[{ text: 'shipped' }]],
		node = 'smsboxSms',
		credential = {},
	}: { script?: Script; node?: string; credential?: Record<string, string> },
): Promise<string[]> {
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
				{ name: 'SMSBOX', type: `${PACKAGE}.${node}Tool`, parameters },
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
			nodeTypes: agentTypes(agent, node, script, told),
			...smsboxAccess(url, credential),
			input: orders.map((order) => ({ json: { ...order } })),
		},
	);
	return told;
}
