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
	const { toolCallId, ...asked } = input.json;
	return toolCallId === undefined ? input.json : asked;
}

/** What in a tool's expression comes from the model: `$fromAI()`, and the item, into which n8n puts all that the model says. */
const fromModel = /\$(?:fromai|json|input|data|items?|binary)\b/i;

/** Whether a model has a say in what an expression of a tool gives. */
export const isFromModel = (stored: unknown): boolean =>
	typeof stored === 'string'
		? stored.startsWith('=') && fromModel.test(stored)
		: typeof stored === 'object' && stored !== null && Object.values(stored).some(isFromModel);
