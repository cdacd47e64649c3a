/** The workflow of a history: our real nodes with injected limits, and what n8n stores of them. */
import {
	NodeConnectionTypes,
	type IDataObject,
	type IExecuteFunctions,
	type INodeExecutionData,
	type INodeType,
} from 'n8n-workflow';
import { runItems } from '../../nodes/engine/execution/runItems';
import { runLimits } from '../../nodes/engine/limits';
import type { Registry } from '../../nodes/engine/operations/operation';
import { accountRegistry as account } from '../../nodes/SmsboxAccount/resources';
import { rcsRegistry as rcs } from '../../nodes/SmsboxRcs/resources';
import { smsRegistry as sms } from '../../nodes/SmsboxSms/resources';
import { wabaRegistry as waba } from '../../nodes/SmsboxWaba/resources';
import { agents, asTool } from '../support/agentHarness';
import type { WorkflowJson } from '../support/engine';
import { PACKAGE, smsboxNode } from '../support/smsbox';
import { description } from '../support/tinyNodes';
import type { Channel, Edit, History } from './history';
import { argumentsOf, jsonOf, parametersOf } from './parameters';

const nodeOf: Readonly<Record<Channel, { name: string; registry: Registry }>> = {
	sms: { name: 'smsboxSms', registry: sms },
	list: { name: 'smsboxSms', registry: sms },
	group: { name: 'smsboxSms', registry: sms },
	waba: { name: 'smsboxWaba', registry: waba },
	rcs: { name: 'smsboxRcs', registry: rcs },
	transfer: { name: 'smsboxAccount', registry: account },
	newGroup: { name: 'smsboxSms', registry: sms },
};

export const nodeName = 'SMSBOX';

/** Told of every call of the node's `execute`. */
export type Observe = (
	context: IExecuteFunctions,
	run: () => Promise<INodeExecutionData[][]>,
) => Promise<INodeExecutionData[][]>;

function observed(history: History, observe: Observe): INodeType {
	const { name, registry } = nodeOf[history.channel];
	return {
		description: smsboxNode(name).description,
		async execute(this: IExecuteFunctions) {
			return await observe(
				this,
				async () => await runItems(this, registry, { ...runLimits, ...history.limits }),
			);
		},
	};
}

const inOrder = <T>(items: T[], { order }: Edit): T[] => (order ? items.reverse() : items);

function source(name: string, items: readonly IDataObject[]): INodeType {
	return {
		description: description({ name, inputs: [NodeConnectionTypes.Main] }),
		async execute() {
			return await Promise.resolve([items.map((json) => ({ json }))]);
		},
	};
}

/** What leads from the error output back to the node: items as they came in first, two more times. */
const again: INodeType = {
	description: description({ name: 'again', inputs: [NodeConnectionTypes.Main] }),
	async execute() {
		const isOver = Number(this.getWorkflowDataProxy(0).$runIndex) >= 2;
		const items = this.getInputData().map(({ json }) => ({
			json: { ...json, error: undefined, message: undefined },
		}));
		return await Promise.resolve([isOver ? [] : items]);
	},
};

const starter: INodeType = {
	description: description({ name: 'start', group: ['trigger'], inputs: [] }),
	async execute() {
		return await Promise.resolve([[{ json: {} }]]);
	},
};

const onErrorOf: Readonly<Record<History['onError'], object>> = {
	stop: {},
	continue: { onError: 'continueRegularOutput' },
	errorOutput: { onError: 'continueErrorOutput' },
};

/** Nodes that lead to one: n8n runs it several times in one execution, as a loop does. */
export function workflowOf(
	history: History,
	edit: Edit,
	observe: Observe,
): { json: WorkflowJson; nodeTypes: Record<string, INodeType> } {
	const type = `${PACKAGE}.${nodeOf[history.channel].name}`;
	const node = observed(history, observe);
	const common = {
		id: 'a1b2c3d4',
		name: nodeName,
		parameters: parametersOf(history, edit),
		...onErrorOf[history.onError],
		...(history.retryOnFail ? { retryOnFail: true, maxTries: 3, waitBetweenTries: 1 } : {}),
	};
	const start = { name: 'Start', type: 'test.start' };
	const given = { 'test.start': starter, 'test.again': again, [type]: node };
	const to = (...nodes: string[]) => ({
		main: [nodes.map((name) => ({ node: name, type: 'main', index: 0 }))],
	});
	if (history.runs !== 'node') {
		const script = history.turns.map((calls) => calls.map((call) => argumentsOf(call, history)));
		const agent = history.runs === 'engineTool' ? agents.engine(script, []) : agents.direct(script, []);
		return {
			json: {
				nodes: [start, { name: 'Agent', type: 'test.agent' }, { ...common, type: `${type}Tool` }],
				connections: {
					Start: to('Agent'),
					[nodeName]: { ai_tool: [[{ node: 'Agent', type: 'ai_tool', index: 0 }]] },
				},
			},
			nodeTypes: { ...given, 'test.agent': agent, [`${type}Tool`]: asTool(node) },
		};
	}
	const sources = history.rounds.map((_, round) => `Round ${round}`);
	return {
		json: {
			nodes: [
				start,
				// n8n runs what stands higher first.
				...sources.map((name, round) => ({ name, type: `test.round${round}`, position: [0, 100 * round] })),
				{ ...common, type },
				{ name: 'Again', type: 'test.again' },
			],
			connections: {
				Start: to(...sources),
				...Object.fromEntries(sources.map((name) => [name, to(nodeName)])),
				...(history.loopsBack && {
					[nodeName]: { main: [[], ...to('Again').main] },
					Again: to(nodeName),
				}),
			},
		},
		nodeTypes: {
			...Object.fromEntries(
				history.rounds.map((items, round) => [
					`test.round${round}`,
					source(
						`round${round}`,
						inOrder(
							items.map((item, index) => jsonOf(history, item, round, index)),
							edit,
						),
					),
				]),
			),
			...given,
		},
	};
}
