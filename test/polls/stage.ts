/** A published workflow in each mode of n8n: what is saved when, what several processes know, and what a kill loses. */
import '../support/instance';
import { AsyncLocalStorage } from 'node:async_hooks';
import {
	createRunExecutionData,
	deepCopy,
	type IDataObject,
	type INodeCredentials,
	type INodeExecutionData,
	type INodeParameters,
	type IPollFunctions,
	type IRun,
	type Workflow,
} from 'n8n-workflow';
import { PollSessions } from '../../nodes/engine/polling/pollSessions';
import type { FoundEvent, HistoryState } from '../../nodes/SmsboxHistoryTrigger/historyState';
import { pollHistory } from '../../nodes/SmsboxHistoryTrigger/poll';
import { additionalDataFor } from '../support/additionalData';
import { HarnessPollContext } from '../support/contexts';
import { buildWorkflow } from '../support/engine';
import { PACKAGE, smsboxAccess, smsboxNodes } from '../support/smsbox';

/** Milliseconds that n8n's scheduler leaves a poll by default. */
const defaultBudget = 36_000;

/** A History Trigger of the workflow. */
export interface StageNode {
	id: string;
	/** n8n keeps its static data under it. */
	name: string;
	parameters: INodeParameters;
	credentials?: INodeCredentials;
}

export interface StageOptions {
	url: string;
	/** n8n's clock. */
	now: () => number;
	isDurable: boolean;
	/** Whether it is n8n 1. */
	isN8n1?: boolean;
	/** Whether n8n's scheduler polls without durable cursors, too: then, each poll has a workflow and a context of its own. */
	isScheduled?: boolean;
	/** Milliseconds that n8n's scheduler leaves a poll. */
	budget?: number;
	/** The ID of this n8n. */
	instance?: string;
	nodes: StageNode[];
}

/**
 * What becomes of the execution of items: it ends at once, or after the poll, or n8n is killed after the poll, before it stores it, or
 * its database takes no writes and n8n goes on.
 */
export type Execution = 'ends' | 'goes on' | 'is lost' | 'is not stored';

/** Milliseconds that a poll waits for an execution that goes on. */
const timeout = 5;

/** What n8n resolves when an execution has ended. */
type Done = Parameters<IPollFunctions['__emit']>[2];

type Start = (data: INodeExecutionData[][], done?: Done) => void;

/** The items of each trigger, by its ID. */
export type StageItems = Map<string, IDataObject[]>;

/** How the poll that is under way starts an execution. One for all stages: Node.js carries each along with every promise. */
const starting = new AsyncLocalStorage<Start>();

export class PollStage {
	nodes: StageNode[];
	/** What n8n 2 tells of an execution that it has not stored: its database's error by default. */
	rejection = Object.assign(new Error('SQLITE_BUSY: database is locked'), { name: 'QueryFailedError' });
	/** Items whose execution n8n has not stored. */
	readonly unstored: IDataObject[] = [];
	/** Static data in the database, without durable cursors. */
	saved: IDataObject = {};
	private readonly access;
	private readonly processes: PollSessions<HistoryState, FoundEvent>[];
	private main = 0;
	/** The durable cursors in the database, by the node's ID. */
	private readonly cursors = new Map<string, IDataObject>();
	private published: { workflow: Workflow; contexts: Map<string, HarnessPollContext> } | undefined;

	constructor(private readonly options: StageOptions) {
		this.access = { nodeTypes: smsboxNodes, ...smsboxAccess(options.url) };
		this.nodes = options.nodes;
		this.processes = [this.newProcess(), this.newProcess()];
	}

	/**
	 * Publishes the workflow, again perhaps, after it was changed perhaps.
	 *
	 * @param meanwhile what happens before the first polls
	 * @returns the items of the first polls
	 */
	async publish(execution: Execution = 'ends', meanwhile?: Promise<unknown>): Promise<StageItems> {
		const workflow = this.load();
		const contexts = new Map(
			this.nodes.map((node) => [node.id, this.contextOf(workflow, node, 'activate')] as const),
		);
		this.published = { workflow, contexts };
		await meanwhile;
		const items = await this.pollEach(async (node) => {
			if (this.options.isDurable) return await this.durablePoll(node, 'activate', execution);
			return await this.pollWith(contexts.get(node.id), execution, () => this.save(workflow));
		});
		this.save(workflow);
		return items;
	}

	/** A poll on schedule of each trigger. */
	async poll(execution: Execution = 'ends'): Promise<StageItems> {
		const { published } = this;
		if (published === undefined) throw new Error('Nothing is published');
		return await this.pollEach(async (node) => {
			if (this.options.isDurable) return await this.durablePoll(node, 'update', execution);
			const workflow = this.options.isScheduled === true ? this.load() : published.workflow;
			const isOwn = workflow !== published.workflow;
			const context = isOwn ? this.contextOf(workflow, node, 'update') : published.contexts.get(node.id);
			const isCurrent = (): boolean => this.options.isN8n1 === true || this.published === published;
			return await this.pollWith(context, execution, () => this.save(workflow), isCurrent);
		});
	}

	/** Replaces the API key within the credential. */
	set apiKey(apiKey: string) {
		Object.assign(this.access.credentials['smsboxApi'] ?? {}, { apiKey });
	}

	/** n8n ends, killed or by itself: it saves nothing, and what the process knows is lost. */
	stop(): void {
		this.processes[this.main] = this.newProcess();
	}

	/** Another main process polls from now on. */
	changeMain(): void {
		this.main = 1 - this.main;
	}

	/** Bytes of the state in the database. */
	get bytes(): number {
		return JSON.stringify(this.options.isDurable ? [...this.cursors.values()] : this.saved).length;
	}

	private newProcess(): PollSessions<HistoryState, FoundEvent> {
		return new PollSessions<HistoryState, FoundEvent>(this.options.now);
	}

	private async pollEach(poll: (node: StageNode) => Promise<IDataObject[]>): Promise<StageItems> {
		const items: StageItems = new Map();
		for (const node of this.nodes) items.set(node.id, await poll(node));
		return items;
	}

	/**
	 * As n8n does it: static data is saved, and then the execution is stored.
	 *
	 * @param isCurrent whether n8n takes what a poll returns: n8n 2 discards it if the workflow was published again
	 */
	private async pollWith(
		context: HarnessPollContext | undefined,
		execution: Execution,
		save: () => void,
		isCurrent = (): boolean => true,
	): Promise<IDataObject[]> {
		const sessions = this.processes[this.main];
		if (sessions === undefined || context === undefined) throw new Error('Nothing that polls');
		const items: IDataObject[] = [];
		const start: Start = (data, done) => {
			if (execution === 'is not stored') {
				this.unstored.push(...data.flat().map(({ json }) => json));
				// n8n 1 never settles it.
				if (this.options.isN8n1 !== true) done?.reject(this.rejection);
				return;
			}
			save();
			if (execution === 'is lost') return;
			items.push(...data.flat().map(({ json }) => json));
			if (execution === 'ends') done?.resolve(this.run());
		};
		const poll = async () => await pollHistory(context, sessions, this.options.now, timeout);
		const result = await starting.run(start, poll);
		if (result !== null && isCurrent()) start(result);
		return items;
	}

	private run(): IRun {
		const startedAt = new Date(this.options.now());
		return { data: createRunExecutionData(), mode: 'trigger', startedAt, status: 'success', storedAt: 'db' };
	}

	/** n8n commits what a poll has changed with its execution, but not after the first poll if it found nothing. */
	private async durablePoll(
		node: StageNode,
		activation: 'activate' | 'update',
		execution: Execution,
	): Promise<IDataObject[]> {
		const data = deepCopy(this.cursors.get(node.id) ?? {});
		const context = this.contextOf(this.load(), node, activation, data);
		const items = await this.pollWith(context, execution, () => undefined);
		const isCommitted = !execution.startsWith('is ') && (items.length > 0 || activation === 'update');
		if (isCommitted) this.cursors.set(node.id, data);
		return items;
	}

	private save(workflow: Workflow): void {
		if (Reflect.get(workflow.staticData, '__dataChanged') !== true) return;
		this.saved = deepCopy(workflow.staticData);
		Reflect.set(workflow.staticData, '__dataChanged', false);
	}

	private load(): Workflow {
		const type = `${PACKAGE}.smsboxHistoryTrigger`;
		const nodes = this.nodes.map((node) => ({ ...node, type, typeVersion: 2 }));
		return buildWorkflow({ nodes }, { ...this.access, staticData: deepCopy(this.saved) });
	}

	private contextOf(
		workflow: Workflow,
		{ name }: StageNode,
		activation: 'activate' | 'update',
		cursor?: IDataObject,
	): HarnessPollContext {
		const node = workflow.getNode(name);
		if (node === null) throw new Error('The workflow has no trigger');
		const { budget = defaultBudget, instance = '' } = this.options;
		const context = new HarnessPollContext(
			...([workflow, node, additionalDataFor(this.access), 'trigger', activation] as const),
			(data: INodeExecutionData[][], _response: unknown, done?: Done) => starting.getStore()?.(data, done),
			...([undefined, undefined, undefined] as const),
			cursor && (() => cursor),
			activation === 'update' ? () => budget : undefined,
		);
		context.getInstanceId = () => instance;
		return context;
	}
}
