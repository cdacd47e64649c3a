/**
 * Runs real workflow JSON with n8n's own engine, in this process: the main test harness of the nodes.
 *
 * Expressions are evaluated by n8n's in-process engine (`legacy`), which gives the same values. n8n 2.x by default
 * uses an isolate, which a jest sandbox cannot load (it comes by `import()`, and has no binary for Node.js 20): that
 * one is for the tests in a real n8n. A plain Node.js program may choose it before a run, with
 * `Expression.initExpressionEngine`.
 */
import { listenToLogs, type LogEntry } from './instance';
import { WorkflowExecute } from 'n8n-core';
import {
	Workflow,
	createRunExecutionData,
	deepCopy,
	type ExecutionStatus,
	type IDataObject,
	type INode,
	type INodeExecutionData,
	type IPinData,
	type IRun,
	type IRunData,
	type IRunExecutionData,
	type NodeExecutionHint,
	type WorkflowExecuteMode,
} from 'n8n-workflow';
import { additionalDataForExecution, nextExecutionId, type GivenAccess } from './additionalData';
import { attachCredentials } from './credentials';
import { nodeTypesOf, type GivenNodes } from './nodeTypes';
import { readWorkflow, type WorkflowJson } from './workflowJson';

export type { LogEntry } from './instance';
export type { WorkflowJson } from './workflowJson';

export interface RunOptions extends GivenAccess {
	/** By full type; n8n's own (`n8n-nodes-base.set` …) are there without being named. */
	nodeTypes: GivenNodes;
	/** The node to begin with; otherwise the first one that nothing leads to, triggers before others. */
	startNode?: string;
	/** What the start node is given: a trigger puts it out. Default: one empty item. */
	input?: INodeExecutionData[];
	/** `trigger` (default) is how a published workflow runs. In `manual`, a trigger makes its own items. */
	mode?: WorkflowExecuteMode;
	/** IANA name, over the workflow's own setting. n8n's default is America/New_York. */
	timezone?: string;
	/** Of the workflow, in seconds, waits included. */
	executionTimeout?: number;
	/** Stops the execution, as Stop in the editor does. */
	signal?: AbortSignal;
	/** The result of a failed run: this one is n8n's "Retry" of it, from the node that failed. */
	retryOf?: RunResult;
	/** What waits and goes on in this run. */
	resumed?: Resumed;
	/** Is told of an execution that waits, before its run returns. */
	onWaiting?: (waiting: WaitingExecution) => void;
	/** The workflow's static data; written to by the run. */
	staticData?: IDataObject;
	/** Of the workflow, by node. Only `manual` runs have it. */
	pinData?: IPinData;
	/** Which start of n8n runs it: what a node remembers in memory ends with each. */
	processStart?: number;
}

/** An execution that waits. */
export interface WaitingExecution {
	workflow: Workflow;
	options: RunOptions;
	mode: WorkflowExecuteMode;
	result: RunResult;
}

/** An execution that goes on after a wait. */
export interface Resumed {
	waiting: WaitingExecution;
	/** What the waiting node puts out, by output; without it, the wait is over and the node's input passes. */
	items?: INodeExecutionData[][] | undefined;
}

/** What came of an execution. */
export interface RunResult {
	executionId: string;
	status: ExecutionStatus;
	/** By node name, then by output: the items of the node's last run. A node that failed or never ran is absent. */
	data: Record<string, INodeExecutionData[][]>;
	/** Why the execution ended, as n8n stores it. */
	error: IRunExecutionData['resultData']['error'];
	/** Every run of every node, errors and hints included. */
	runData: IRunData;
	/** All that n8n stores of the execution: node contexts and what was still to do among it. */
	executionData: IRunExecutionData;
	/** By node name: the notices that the node showed. */
	hints: Record<string, NodeExecutionHint[]>;
	/** What was logged meanwhile, by the nodes and by n8n itself. */
	logs: LogEntry[];
}

/** The json of the items that a node put out in its last run. */
export function jsonOf(result: RunResult, node: string, output = 0): IDataObject[] {
	return (result.data[node]?.[output] ?? []).map((item) => item.json);
}

/** The workflow as n8n would have it in memory: parameters completed, credentials attached, time zone set. */
export function buildWorkflow(json: WorkflowJson, options: RunOptions): Workflow {
	const { name, nodes, connections, settings } = readWorkflow(json);
	const nodeTypes = nodeTypesOf(options.nodeTypes);
	const taken = (node: INode): string[] =>
		(nodeTypes.getByNameAndVersion(node.type, node.typeVersion).description.credentials ?? []).map(
			(credential) => credential.name,
		);
	return new Workflow({
		id: options.processStart === undefined ? 'workflow' : `workflow#${options.processStart}`,
		name,
		nodes: nodes.map((node) => attachCredentials(node, taken(node), options.credentials ?? {})),
		connections,
		active: true,
		nodeTypes,
		settings: {
			...settings,
			...(options.timezone && { timezone: options.timezone }),
			...(options.executionTimeout !== undefined && { executionTimeout: options.executionTimeout }),
		},
		...(options.staticData && { staticData: options.staticData }),
		...(options.pinData && { pinData: options.pinData }),
	});
}

function nodeNamed(workflow: Workflow, name: string): INode {
	const node = workflow.getNode(name);
	if (!node) throw new Error(`The workflow has no node "${name}"`);
	return node;
}

function startOf(workflow: Workflow, named: string | undefined): INode {
	if (named !== undefined) return nodeNamed(workflow, named);
	const isTrigger = (node: INode): boolean =>
		workflow.nodeTypes.getByNameAndVersion(node.type, node.typeVersion).description.group.includes('trigger');
	const first = Object.values(workflow.nodes).filter(
		(node) => !node.disabled && workflow.getParentNodes(node.name).length === 0,
	);
	const start = first.find(isTrigger) ?? first[0];
	if (!start) throw new Error('The workflow has no node to start from');
	return start;
}

/** What n8n does to the stored data of a failed execution before it runs it again. */
function dataForRetry(failed: RunResult, workflow: Workflow): IRunExecutionData {
	const data = deepCopy(failed.executionData);
	const { lastNodeExecuted, runData } = data.resultData;
	if (lastNodeExecuted) {
		delete data.resultData.error;
		const runs = runData[lastNodeExecuted] ?? [];
		if (runs.at(-1)?.error !== undefined) runs.pop();
	}
	for (const entry of data.executionData?.nodeExecutionStack ?? []) {
		entry.node = nodeNamed(workflow, entry.node.name);
	}
	return data;
}

/**
 * What n8n does to the stored data of a waiting execution before it goes on: the node is turned off, so that it passes. Entries
 * that share the node object, as those of several runs of a node do, share it in n8n's stored data, too.
 */
function dataToResume({ waiting, items }: Resumed): IRunExecutionData {
	const data = deepCopy(waiting.result.executionData);
	const [entry] = data.executionData?.nodeExecutionStack ?? [];
	if (entry === undefined) throw new Error('The execution has no node that waits');
	entry.node.disabled = true;
	if (items === undefined) return data;
	delete data.waitTill;
	data.resultData.runData[entry.node.name]?.pop();
	entry.data['main'] = items;
	entry.metadata = { ...entry.metadata, forwardAllOutputs: true };
	return data;
}

function dataToStart(workflow: Workflow, options: RunOptions): IRunExecutionData {
	const node = startOf(workflow, options.startNode);
	const main = [options.input ?? [{ json: {} }]];
	return createRunExecutionData({
		executionData: { nodeExecutionStack: [{ node, data: { main }, source: null }] },
		...(options.pinData && { resultData: { pinData: options.pinData } }),
	});
}

function dataFor(workflow: Workflow, options: RunOptions): IRunExecutionData {
	if (options.resumed) return dataToResume(options.resumed);
	return options.retryOf ? dataForRetry(options.retryOf, workflow) : dataToStart(workflow, options);
}

function modeOf({ resumed, retryOf, mode = 'trigger' }: RunOptions): WorkflowExecuteMode {
	return resumed?.waiting.mode ?? (retryOf ? 'retry' : mode);
}

function resultOf(run: IRun, executionId: string, logs: LogEntry[]): RunResult {
	const { runData, error } = run.data.resultData;
	const last = Object.entries(runData).flatMap(([name, runs]) => {
		const main = runs.at(-1)?.data?.['main'];
		return main ? [[name, main.map((items) => items ?? [])] as const] : [];
	});
	const hints = Object.entries(runData).map(
		([name, runs]) => [name, runs.flatMap((task) => task.hints ?? [])] as const,
	);
	return {
		executionId,
		status: run.status,
		data: Object.fromEntries(last),
		error,
		runData,
		executionData: run.data,
		hints: Object.fromEntries(hints),
		logs,
	};
}

/**
 * Runs a workflow to its end, as n8n runs a published one: Retry On Fail, Continue On Fail, pairing of items and
 * expressions are the engine's own, and HTTP helpers really go over the network.
 *
 * @returns the result of a failed or stopped execution too; it rejects only where n8n would not begin (a required
 * parameter left empty, an unknown node type)
 */
export async function runWorkflow(json: WorkflowJson, options: RunOptions): Promise<RunResult> {
	return await execute(buildWorkflow(json, options), options);
}

/** The same for a workflow that stands already. */
export async function execute(workflow: Workflow, options: RunOptions): Promise<RunResult> {
	const mode = modeOf(options);
	const data = dataFor(workflow, options);
	const executionId = options.resumed?.waiting.result.executionId ?? nextExecutionId();
	const additionalData = additionalDataForExecution(options, workflow, mode, executionId);
	const { logs, stop } = listenToLogs();
	try {
		const execution = new WorkflowExecute(additionalData, mode, data).processRunExecutionData(workflow);
		const cancel = (): void => execution.cancel();
		if (options.signal?.aborted) cancel();
		options.signal?.addEventListener('abort', cancel, { once: true });
		const run = await execution;
		options.signal?.removeEventListener('abort', cancel);
		const result = resultOf(run, executionId, logs);
		if (result.status === 'waiting') options.onWaiting?.({ workflow, options, mode, result });
		return result;
	} finally {
		stop();
	}
}
