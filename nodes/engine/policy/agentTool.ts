import type { IDataObject, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

/** What tells a tool. n8n 1 does not say who calls. */
export type ToolContext = Pick<IExecuteFunctions, 'getNode'> &
	Partial<Pick<IExecuteFunctions, 'isToolExecution'>>;

/**
 * Whether n8n runs the node as a tool of an AI agent. Newer agents have the engine run it like any other node, so that only
 * its type tells; older ones, agents inside of agents and n8n's MCP server call it themselves.
 */
export const isTool = (context: ToolContext): boolean =>
	context.getNode().type.endsWith('Tool') || isCalledDirectly(context);

/** Whether n8n runs the node as the step that reviews a tool before an agent may use it. */
export const isReview = (context: ToolContext): boolean => context.getNode().type.endsWith('HitlTool');

/** Whether an agent calls the node itself, past the engine: then every try is a run of its own. */
export const isCalledDirectly = (context: ToolContext): boolean => context.isToolExecution?.() === true;

/** n8n numbers the calls of a model; what was asked for is the same without the number. */
export function askedOf(input: INodeExecutionData | undefined): IDataObject | undefined {
	if (input === undefined) return undefined;
	const { toolCallId, ...toolInput } = input.json;
	return toolCallId === undefined ? input.json : toolInput;
}

/** How to fix a value that a model can influence. */
export const authorsValue =
	"Use a fixed value, or a node before the agent by name: $('Customer').first().json.phone. Also allowed: $vars, $execution, $workflow, $now, $env. Write texts in quotes, not in backticks.";
