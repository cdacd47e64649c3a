/** One of our nodes as the tool of an AI agent, in the test harness: the agent's model follows a script. */
import {
	deepCopy,
	NodeConnectionTypes,
	type EngineResponse,
	type IDataObject,
	type IExecuteFunctions,
	type INodeExecutionData,
	type INodeParameters,
	type INodeType,
	type ITaskData,
} from 'n8n-workflow';
import { runWorkflow, type RunOptions, type RunResult } from './engine';
import type { GivenNodes } from './nodeTypes';
import { sendParameters } from './runNode';
import { PACKAGE, smsboxAccess, smsboxNode, smsboxNodes } from './smsbox';
import { description } from './tinyNodes';

/** What n8n's own code does to a node that is usable as a tool, as far as the engine sees it. */
export function asTool(node: INodeType): INodeType {
	const copy = deepCopy(node.description);
	return {
		description: {
			...copy,
			name: `${copy.name}Tool`,
			inputs: [],
			outputs: [NodeConnectionTypes.AiTool],
		},
		async execute() {
			return (await node.execute?.call(this)) ?? null;
		},
	};
}

/** What a model asks for: turns, each of one call or of several at the same time. */
export type Script = ReadonlyArray<readonly IDataObject[]>;

/** The parameters of a send whose recipient and text come from the model. */
export const sendByModel: INodeParameters = {
	...sendParameters,
	to: "={{ $fromAI('to') }}",
	text: "={{ $fromAI('text') }}",
};

/** What a model is told of a call, as n8n's agent makes it of what the engine has stored. */
function toldOf({ data, error }: ITaskData): string {
	const items = data?.['ai_tool']?.[0]?.map(({ json }) => json);
	return JSON.stringify(items ?? error?.message);
}

const toolName = 'SMSBOX';

/** An agent as n8n has it today: it asks the engine to run its tools, and is resumed with what came of them. */
function engineAgent(script: Script, told: string[]): INodeType {
	return {
		description: description({ name: 'engineAgent' }),
		async execute(this: IExecuteFunctions, response?: EngineResponse<{ turn?: number }>) {
			told.push(...(response?.actionResponses ?? []).map(({ data }) => toldOf(data)));
			const turn = response?.metadata.turn ?? 0;
			const calls = script[turn];
			if (calls === undefined) return await Promise.resolve([[{ json: { done: true } }]]);
			return {
				actions: calls.map((input, index) => ({
					actionType: 'ExecutionNodeAction' as const,
					nodeName: toolName,
					input,
					type: NodeConnectionTypes.AiTool,
					id: `call_${turn}_${index}`,
					metadata: { turn, itemIndex: 0 },
				})),
				metadata: { turn: turn + 1 },
			};
		},
	};
}

interface Invoked {
	invoke: (input: IDataObject) => Promise<unknown>;
}

const isInvoked = (tool: unknown): tool is Invoked =>
	typeof tool === 'object' && tool !== null && 'invoke' in tool && typeof tool.invoke === 'function';

/** An agent that calls its tools itself, those of a turn at the same time: older ones, and agents inside of agents. */
function directAgent(script: Script, told: string[]): INodeType {
	return {
		description: description({
			name: 'directAgent',
			inputs: [NodeConnectionTypes.Main, { type: NodeConnectionTypes.AiTool }],
		}),
		async execute(this: IExecuteFunctions) {
			const found: unknown = await this.getInputConnectionData(NodeConnectionTypes.AiTool, 0);
			const tool = [found].flat().find(isInvoked);
			if (tool === undefined) throw new Error('The agent has no tool');
			const call = async (input: IDataObject): Promise<string> => {
				try {
					return String(await tool.invoke(input));
				} catch {
					// What n8n's agents of version 1 and 2 tell their model of an error.
					return '';
				}
			};
			for (const calls of script) told.push(...(await Promise.all(calls.map(call))));
			return [[{ json: { done: true } }]];
		},
	};
}

export const agents = { engine: engineAgent, direct: directAgent };

/** Who runs the tool: n8n's engine for the agent, or the agent itself. */
export type AgentKind = keyof typeof agents;
export const agentKinds = ['engine', 'direct'] as const satisfies readonly AgentKind[];

export interface AgentRun extends Partial<RunOptions> {
	/** Address of the service. */
	url: string;
	agent: AgentKind;
	node?: string;
	parameters: INodeParameters;
	script: Script;
	settings?: object;
	/** Settings of the workflow's start: what comes to the agent. */
	input?: INodeExecutionData[];
}

/** The node types of a workflow with an agent, whose type is `test.agent`. */
export const agentTypes = (agent: AgentKind, node: string, script: Script, told: string[]): GivenNodes => ({
	...smsboxNodes,
	'test.agent': agents[agent](script, told),
	[`${PACKAGE}.${node}Tool`]: asTool(smsboxNode(node)),
});

/** Runs an agent that does what its script says. `told` is what its model gets to see of each call, in order. */
export async function runAgent({
	url,
	agent,
	node = 'smsboxSms',
	parameters,
	script,
	settings,
	...rest
}: AgentRun): Promise<{ result: RunResult; told: string[] }> {
	const told: string[] = [];
	const result = await runWorkflow(
		{
			nodes: [
				{ name: 'Start', type: 'n8n-nodes-base.manualTrigger' },
				{ name: 'Agent', type: 'test.agent' },
				{ name: toolName, type: `${PACKAGE}.${node}Tool`, parameters, ...settings },
			],
			connections: {
				Start: { main: [[{ node: 'Agent', type: 'main', index: 0 }]] },
				[toolName]: { ai_tool: [[{ node: 'Agent', type: 'ai_tool', index: 0 }]] },
			},
		},
		{
			nodeTypes: agentTypes(agent, node, script, told),
			...smsboxAccess(url),
			...rest,
		},
	);
	return { result, told };
}

/** Runs an agent with the tool of a service. Returns what its model is told of each call. */
export const toolOf =
	(server: { readonly url: string }) =>
	async (
		agent: AgentKind,
		script: Script,
		parameters: INodeParameters = {},
		more: Partial<AgentRun> = {},
	): Promise<string[]> => {
		const ofTool = { parameters: { ...sendByModel, ...parameters }, script };
		return (await runAgent({ url: server.url, agent, ...ofTool, ...more })).told;
	};
