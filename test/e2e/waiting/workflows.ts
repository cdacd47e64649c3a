import { randomUUID } from 'node:crypto';
import type { WorkflowFile } from '../../../playground/src/n8n/workflows';
import type { JsonObject } from '../../../playground/src/support/json';
import { done, lines, loop, workflowOf, type Line, type NodeInChain as Node } from '../support/workflow';
import { nodeTypes, questions, type Question, type Way } from './questions';

/** Starts by HTTP, and tells the execution's id. */
export const start = (path: string): Node[] => [
	{
		name: 'Start',
		type: 'n8n-nodes-base.webhook',
		typeVersion: 2,
		parameters: { httpMethod: 'POST', path, responseMode: 'responseNode', options: {} },
		webhookId: randomUUID(),
	},
	{
		name: 'Tell',
		type: 'n8n-nodes-base.respondToWebhook',
		typeVersion: 1.1,
		parameters: { respondWith: 'text', responseBody: '={{ $execution.id }}', options: {} },
	},
];

/** What goes into the asking node: what a model could say to approve itself, too. */
const input = (more = ''): Node => ({
	name: 'Input',
	type: 'n8n-nodes-base.set',
	typeVersion: 3.4,
	parameters: {
		mode: 'raw',
		jsonOutput: `={{ ({ to: $('Start').first().json.body.to, kept: 'yes', approved: true, data: { approved: true }${more} }) }}`,
		options: {},
	},
});

const minutes = "={{ $('Start').first().json.body.minutes }}";
const limitOf = (amount: string | number): JsonObject => ({
	limitWaitTime: {
		values: { limitType: 'afterTimeInterval', resumeAmount: amount, resumeUnit: 'minutes' },
	},
});

/** Parameters of a question to the number in the input. */
export const askingParameters = ({ parameters }: Question): JsonObject => ({
	resource: 'message',
	operation: 'sendAndWait',
	to: "={{ $('Start').first().json.body.to }}",
	message: 'Ship order 7 for 80 €?',
	...parameters,
	deliveryOptions: limitOf(minutes),
});

/** The node that asks. */
export const askName = ({ name }: Question): string => `Ask: ${name}`;

const ask = (question: Question): Node => ({
	name: askName(question),
	type: `n8n-nodes-smsbox.${nodeTypes[question.channel]}`,
	typeVersion: 1,
	parameters: askingParameters(question),
	credentials: { smsboxApi: {} },
});

function approvalBy(way: Way): Question {
	const approval = questions.find(
		(question) => question.channel === 'waba' && question.way === way && question.isApproval,
	);
	if (approval === undefined) throw new Error(`No approval has the way ${way}`);
	return approval;
}

/** Approvals in WhatsApp, for workflows that a test makes itself. */
export const approvalByTap = approvalBy('button');
export const approvalByPage = approvalBy('page');

/** Asks a question. */
export const askAs = (question: Question, name: string, to: string, limitMinutes = 60): Node => ({
	...ask(question),
	name,
	parameters: { ...askingParameters(question), to, deliveryOptions: limitOf(limitMinutes) },
});

export const askByTap = (name: string, to: string, limitMinutes?: number): Node =>
	askAs(approvalByTap, name, to, limitMinutes);

/** Leads to its output `which`, as the request that starts the workflow says. */
export const whichOf = (numberOutputs: number): Node => ({
	name: 'Which',
	type: 'n8n-nodes-base.switch',
	typeVersion: 3.2,
	parameters: { mode: 'expression', numberOutputs, output: "={{ $('Start').first().json.body.which }}" },
});

/** Keeps its execution running: n8n stores one that waits for longer. */
export const pause = (seconds: number): Node => ({
	name: 'Pause',
	type: 'n8n-nodes-base.wait',
	typeVersion: 1.1,
	parameters: { resume: 'timeInterval', amount: seconds, unit: 'seconds' },
	webhookId: randomUUID(),
});

/** A node for each question, of which the body says which one is asked; each item leaves by another of its outputs. */
const asking = (settings: Partial<Node> = {}, outputs = 1): Node[] => [
	{
		name: 'Which',
		type: 'n8n-nodes-base.switch',
		typeVersion: 3.2,
		parameters: {
			mode: 'expression',
			numberOutputs: questions.length * outputs,
			output: `={{ $('Start').first().json.body.question * ${outputs} + $itemIndex }}`,
		},
	},
	...questions.map((question) => ({ ...ask(question), ...settings })),
];

const askingLines = (before: string, after?: string, outputs = 1): Line[] => [
	...lines(before, 'Which'),
	...questions.flatMap((question, index) => [
		...Array.from({ length: outputs }, (_, output) => ({
			from: 'Which',
			output: index * outputs + output,
			to: askName(question),
		})),
		...(after === undefined ? [] : lines(askName(question), after)),
	]),
];

const splitRounds: Node = {
	name: 'Rounds',
	type: 'n8n-nodes-base.splitOut',
	typeVersion: 1,
	parameters: { fieldToSplitOut: 'body.rounds', options: {} },
};
const retrying = { retryOnFail: true, maxTries: 3, waitBetweenTries: 100 };

/** What the called workflow reads. */
const wholeStart: Node = {
	name: 'Input',
	type: 'n8n-nodes-base.set',
	typeVersion: 3.4,
	parameters: { mode: 'raw', jsonOutput: "={{ $('Start').first().json }}", options: {} },
};
const calledStart: Node = {
	name: 'Start',
	type: 'n8n-nodes-base.executeWorkflowTrigger',
	typeVersion: 1.1,
	parameters: { inputSource: 'passthrough' },
};
const call: Node = {
	name: 'Call',
	type: 'n8n-nodes-base.executeWorkflow',
	typeVersion: 1.2,
	parameters: {
		workflowId: { __rl: true, mode: 'id', value: "={{ $('Start').first().json.body.child }}" },
		options: { waitForSubWorkflow: true },
	},
};

/** The workflows that ask. Each is started by a POST, but for `child`, which the last two call. */
export type Shape = 'plain' | 'loop' | 'queued' | 'retry' | 'child' | 'parent' | 'callingLoop';

/** A workflow that a test makes itself. */
export type Own = 'review' | `review-${string}`;

export const pathOf = (shape: Shape | Own): string => `waiting-${shape}`;

const started = (shape: Shape, nodes: readonly Node[], all: readonly Line[]): WorkflowFile =>
	workflowOf(shape, [...start(pathOf(shape)), ...nodes, done], [...lines('Start', 'Tell'), ...all]);

export const askingWorkflows: Record<Shape, () => WorkflowFile> = {
	plain: () =>
		started('plain', [input(), ...asking()], [...lines('Tell', 'Input'), ...askingLines('Input', 'Done')]),
	loop: () =>
		started(
			'loop',
			[splitRounds, loop, input(), ...asking()],
			[
				...lines('Tell', 'Rounds', 'Loop', 'Done'),
				{ from: 'Loop', output: 1, to: 'Input' },
				...askingLines('Input', 'Loop'),
			],
		),
	// Two outputs lead to each question, so that two of its runs are queued.
	queued: () =>
		started(
			'queued',
			[splitRounds, input(), ...asking({}, 2)],
			[...lines('Tell', 'Rounds', 'Input'), ...askingLines('Input', 'Done', 2)],
		),
	// An item with an error is what makes n8n run a node again that returns its input.
	retry: () =>
		started(
			'retry',
			[input(`, error: 'earlier'`), ...asking(retrying)],
			[...lines('Tell', 'Input'), ...askingLines('Input', 'Done')],
		),
	child: () =>
		workflowOf(
			'child',
			[calledStart, input(), ...asking()],
			[...lines('Start', 'Input'), ...askingLines('Input')],
		),
	parent: () => started('parent', [call], lines('Tell', 'Call', 'Done')),
	callingLoop: () =>
		started(
			'callingLoop',
			[splitRounds, loop, wholeStart, call],
			[
				...lines('Tell', 'Rounds', 'Loop', 'Done'),
				{ from: 'Loop', output: 1, to: 'Input' },
				...lines('Input', 'Call', 'Loop'),
			],
		),
};
