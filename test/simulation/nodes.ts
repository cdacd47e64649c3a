/** The workflow of a history: our real nodes with injected limits, and what n8n stores of them. */
import {
	NodeConnectionTypes,
	type IDataObject,
	type IExecuteFunctions,
	type INodeExecutionData,
	type INodeParameters,
	type INodeType,
} from 'n8n-workflow';
import { runItems } from '../../nodes/engine/execution/runItems';
import type { Registry } from '../../nodes/engine/operations/operation';
import { registry as rcs } from '../../nodes/SmsboxRcs/resources';
import { registry as sms } from '../../nodes/SmsboxSms/resources';
import { registry as waba } from '../../nodes/SmsboxWaba/resources';
import { agents, asTool } from '../support/agentBed';
import type { WorkflowJson } from '../support/engine';
import { PACKAGE, smsboxNode } from '../support/smsbox';
import { description } from '../support/tinyNodes';
import type { Call, Channel, History, Item } from './history';
import { entriesOf, groupOf, numberOfPerson } from './history';
import { categories, names } from './names';
import { startAt } from './service';
import type { Edit } from './history';

const nodeOf: Readonly<Record<Channel, { name: string; registry: Registry }>> = {
	sms: { name: 'smsboxSms', registry: sms },
	list: { name: 'smsboxSms', registry: sms },
	group: { name: 'smsboxSms', registry: sms },
	waba: { name: 'smsboxWaba', registry: waba },
	rcs: { name: 'smsboxRcs', registry: rcs },
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
			return await observe(this, async () => await runItems(this, registry, history.limits));
		},
	};
}

function source(name: string, items: readonly IDataObject[]): INodeType {
	return {
		description: description({ name, inputs: [NodeConnectionTypes.Main] }),
		async execute() {
			return await Promise.resolve([items.map((json) => ({ json }))]);
		},
	};
}

const starter: INodeType = {
	description: description({ name: 'start', group: ['trigger'], inputs: [] }),
	async execute() {
		return await Promise.resolve([[{ json: {} }]]);
	},
};

/** The numbers of a list, as people write them. */
const formats: ReadonlyArray<(number: string) => string> = [
	(number) => number,
	(number) => `+${number}`,
	(number) => `00${number.slice(0, 2)} ${number.slice(2, 3)} ${number.slice(3)}`,
];
const listOf = (to: readonly number[], format = 0): string =>
	to.map((person) => (formats[format] ?? String)(numberOfPerson(person))).join(', ');

/** What an item of the input holds: for all channels, and for now and later. */
export function jsonOf({ to, later, text, key, bad }: Item, round: number): IDataObject {
	const both = [to, later];
	return {
		round,
		to: both.map((one) => (bad === 'number' ? `${listOf(one)}, nobody` : listOf(one))),
		list: both.map((one) => entriesOf(bad === 'number' ? [] : one)),
		group: both.map((one) => (bad === 'number' ? 'x' : groupOf(one))),
		text: bad === 'text' ? '' : `T${text}`,
		...(key === undefined ? {} : { key: `key ${key}` }),
	};
}

/** What the model of an agent says. */
export const argumentsOf = ({ to, text, format }: Call, channel: Channel): IDataObject => ({
	to:
		channel === 'group'
			? groupOf(to)
			: channel === 'list'
				? JSON.stringify(entriesOf(to))
				: listOf(to, format),
	text: `T${text}`,
});

const millis = '$now.toMillis()';

function textParameter({ channel, clocks, runs }: History, edit: Edit): string {
	const own = runs === 'node' ? '$json.text' : "$fromAI('text')";
	const parts = [
		...(channel === 'list' ? ["':%1%'"] : []),
		...(edit.text ? ["' v2'"] : []),
		...(clocks.text ? ["' '", millis] : []),
	];
	// An item without a text stays without one.
	return `={{ ${own}${parts.length === 0 ? '' : ` && ${[own, ...parts].join(' + ')}`} }}`;
}

function toParameter({ clocks, runs }: History, edit: Edit, member: string): string {
	if (runs !== 'node') return "={{ $fromAI('to') }}";
	const shift = Number(edit.recipients);
	if (!clocks.recipients) return `={{ $json.${member}[${shift}] }}`;
	return `={{ $json.${member}[(${millis} / 1000 + ${shift}) % 2] }}`;
}

function optionsOf({ options, channel, runs }: History, edit: Edit): INodeParameters {
	const isSms = ['sms', 'list', 'group'].includes(channel);
	return {
		...(options.batching !== edit.batching && channel !== 'group' ? { [names.batching]: true } : {}),
		...(channel === 'group' ? {} : { [names.concurrency]: options.concurrency }),
		...(options.keys && runs === 'node' ? { [names.key]: '={{ $json.key }}' } : {}),
		...(options.quota === undefined ? {} : { [names.quota]: options.quota }),
		...(options.schedule && isSms
			? { [names.schedule]: new Date(startAt + 40 * 86_400_000).toISOString() }
			: {}),
		...(options.validity !== edit.validity && channel !== 'waba' ? { [names.validity]: 60 } : {}),
	};
}

function parametersOf(history: History, edit: Edit): INodeParameters {
	const { channel, options } = history;
	const text = textParameter(history, edit);
	const sms = {
		resource: 'message',
		operation: 'send',
		text,
		[names.category]: options.restricted ? categories.restricted : categories.open,
	};
	const own: Readonly<Record<Channel, () => INodeParameters>> = {
		sms: () => ({ ...sms, to: toParameter(history, edit, 'to') }),
		list: () => ({ ...sms, recipientsFrom: 'json', recipientsJson: toParameter(history, edit, 'list') }),
		group: () => ({
			...sms,
			operation: 'sendToGroup',
			group: { __rl: true, mode: 'id', value: toParameter(history, edit, 'group') },
		}),
		waba: () => ({
			resource: 'message',
			operation: 'sendText',
			wabaId: '100100100100100',
			phoneId: '200200200200200',
			text,
			to: toParameter(history, edit, 'to'),
		}),
		rcs: () => ({
			resource: 'message',
			operation: 'send',
			agentId: 'smsbox-demo-agent',
			...names.rcsContent,
			text,
			to: toParameter(history, edit, 'to'),
		}),
	};
	return { ...own[channel](), options: optionsOf(history, edit) };
}

/** Two nodes that lead to one: n8n runs it twice in one execution, as a loop does. */
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
		...(history.continueOnFail ? { onError: 'continueRegularOutput' } : {}),
		...(history.retryOnFail ? { retryOnFail: true, maxTries: 3, waitBetweenTries: 1 } : {}),
	};
	const start = { name: 'Start', type: 'test.start' };
	const given = { 'test.start': starter, [type]: node };
	const to = (...names: string[]) => ({
		main: [names.map((name) => ({ node: name, type: 'main', index: 0 }))],
	});
	if (history.runs !== 'node') {
		const script = history.turns.map((calls) => calls.map((call) => argumentsOf(call, history.channel)));
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
				...sources.map((name, round) => ({ name, type: `test.round${round}` })),
				{ ...common, type },
			],
			connections: {
				Start: to(...sources),
				...Object.fromEntries(sources.map((name) => [name, to(nodeName)])),
			},
		},
		nodeTypes: {
			...Object.fromEntries(
				history.rounds.map((items, round) => [
					`test.round${round}`,
					source(
						`round${round}`,
						items.map((item) => jsonOf(item, round)),
					),
				]),
			),
			...given,
		},
	};
}
