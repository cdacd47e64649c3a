/** The agent that calls a tool, and the nodes that its items come through. */
import type { IExecuteFunctions } from 'n8n-workflow';
import { propertyOf } from '../operations/values';

/** Returns the nodes that are directly before a node. */
type Before = (node: string) => string[];

/** Returns the nodes from which a way leads to a node, further back than one only where the ways don't end there. */
function nodesBefore(node: string, before: Before, end: string): Set<string> {
	const names = new Set(before(node));
	// Nodes that are added meanwhile have their turn.
	for (const name of names) if (name !== end) for (const earlier of before(name)) names.add(earlier);
	return names;
}

/** Whether every way to an agent passes a node: none from a start that has run goes around it. */
export function isOnEveryWay(
	node: string,
	agent: string,
	before: Before,
	hasRun: (start: string) => boolean,
): boolean {
	const names = nodesBefore(agent, before, node);
	const isAround = (name: string): boolean => name !== node && before(name).length === 0 && hasRun(name);
	return names.has(node) && ![...names].some(isAround);
}

/** Whether a loop leads a node to itself without the agent: then its latest run can be of a later round. */
export const isInOtherLoop = (node: string, agent: string, before: Before): boolean =>
	nodesBefore(node, before, agent).has(node);

/** The agent that calls a tool. */
export interface Caller {
	/** The agents that have the items: outermost ones. Several, where n8n doesn't say which; none, where it says nothing. */
	agents: string[];
	/** Whether the agent calls the tool itself, so that expressions have its input. */
	isDirect: boolean;
	isReviewed: boolean;
	before: Before;
}

type Context = Pick<
	IExecuteFunctions,
	'getNode' | 'getExecuteData' | 'getInputData' | 'getParentNodes' | 'getChildNodes'
>;

/** Finds the agent that calls: it has a node before it, which reviews, nested agents and n8n's MCP server don't have. */
export function callerOf(context: Context): Caller {
	const before: Before = (agent) => context.getParentNodes(agent, { depth: 1 }).map(({ name }) => name);
	const isMain = (name: string | undefined): name is string => name !== undefined && before(name).length > 0;
	const toolsOf = (agent: string) => context.getParentNodes(agent, { connectionType: 'ai_tool' });
	const isOurs = (agent: string): boolean =>
		toolsOf(agent).some(({ name }) => name === context.getNode().name);
	const { node, source } = context.getExecuteData();
	const caller = source?.['main']?.[0]?.previousNode;
	const main = [node.name, caller].find(isMain);
	// Otherwise, the item names the node before the agent, or the agent itself.
	const from = propertyOf(
		propertyOf(context.getInputData()[0]?.pairedItem, 'sourceOverwrite'),
		'previousNode',
	);
	const near = typeof from === 'string' ? [from, ...context.getChildNodes(from).map(({ name }) => name)] : [];
	const agents = main === undefined ? near.filter((name) => isMain(name) && isOurs(name)) : [main];
	return {
		agents,
		isDirect: main === node.name,
		isReviewed: agents
			.flatMap(toolsOf)
			.some(({ name, type }) => name === caller && type.endsWith('HitlTool')),
		before,
	};
}
