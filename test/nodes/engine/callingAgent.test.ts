/** Which agent calls a tool, by what n8n says of its calls: the first one, later ones, and those behind a review. */
import type { INode, INodeExecutionData, NodeConnectionType } from 'n8n-workflow';
import { callerOf } from '../../../nodes/engine/policy/callingAgent';

/** By connection type and node, what is directly before it. */
const graph: Record<string, Record<string, string[]>> = {
	main: { Order: ['Start'], Agent: ['Order'], Other: ['Order'] },
	ai_tool: { Agent: ['Review', 'SMS'], Other: ['Clock'], Nested: ['SMS'] },
};
const typeOf = (name: string): string => (name === 'Review' ? 'test.smsboxSmsHitlTool' : `test.${name}`);
const described = (name: string) => ({ name, type: typeOf(name), typeVersion: 1, disabled: false });
const nodeOf = (name: string): INode => ({ ...described(name), id: name, position: [0, 0], parameters: {} });

interface Told {
	/** The node that n8n runs: the agent where it calls its tools itself. */
	running?: string;
	/** The node that n8n names as the one before. */
	before?: string;
	pairedItem?: object;
}

function caller({ running = 'SMS', before, pairedItem }: Told) {
	const item: INodeExecutionData = {
		json: {},
		...(pairedItem && { pairedItem: { item: 0, ...pairedItem } }),
	};
	return callerOf({
		getNode: () => nodeOf('SMS'),
		getExecuteData: () => ({
			data: {},
			node: nodeOf(running),
			source: before === undefined ? null : { main: [{ previousNode: before }] },
		}),
		getInputData: () => [item],
		getParentNodes: (name: string, options?: { connectionType?: NodeConnectionType }) =>
			(graph[options?.connectionType ?? 'main']?.[name] ?? []).map(described),
		getChildNodes: (name: string) =>
			Object.entries(graph['main'] ?? {}).flatMap(([node, names]) =>
				names.includes(name) ? [described(node)] : [],
			),
	});
}

const from = (previousNode: string) => ({ sourceOverwrite: { previousNode } });

it.each<[string, Told, agents: string[], isDirect: boolean, isReviewed: boolean]>([
	['an agent that calls its tools itself', { running: 'Agent' }, ['Agent'], true, false],
	['an agent whose call n8n runs', { before: 'Agent' }, ['Agent'], false, false],
	[
		'an agent that a later call names by the node before it',
		{ before: 'SMS', pairedItem: from('Order') },
		['Agent'],
		false,
		false,
	],
	['an agent that its item names', { before: 'SMS', pairedItem: from('Agent') }, ['Agent'], false, false],
	['an agent behind a review', { before: 'Review', pairedItem: from('Order') }, ['Agent'], false, true],
	['no agent that has the tool', { pairedItem: from('Start') }, [], false, false],
	['an agent in another', { before: 'Nested' }, [], false, false],
	['nothing', {}, [], false, false],
	['an item without its way', { pairedItem: {} }, [], false, false],
])('a tool is called by %s', (_what, told, agents, isDirect, isReviewed) => {
	expect(caller(told)).toMatchObject({ agents, isDirect, isReviewed });
});
