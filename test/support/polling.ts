/** Publishes a polling trigger the way n8n does: its first poll, what is saved when, and what is lost when n8n is killed. */
import './instance';
import {
	deepCopy,
	type IDataObject,
	type INodeParameters,
	type IPollFunctions,
	type Workflow,
} from 'n8n-workflow';
import { additionalDataFor } from './additionalData';
import { HarnessPollContext } from './contexts';
import { buildWorkflow, type RunOptions } from './engine';

/** What the tests call of a node: its `poll`, with what a process knows. */
type Poll = (context: IPollFunctions) => Promise<unknown>;

interface PollingOptions extends RunOptions {
	/** The trigger's full type. */
	type: string;
	parameters: INodeParameters;
	/** Makes the poll of a process: what it remembers ends with the process. */
	startProcess: () => Poll;
}

/** The items of a poll, or null. */
function itemsOf(result: unknown): IDataObject[] | null {
	if (result === null) return null;
	if (!Array.isArray(result)) throw new Error('A poll returned no list');
	return result.flat().map((item: { json: IDataObject }) => item.json);
}

export class PublishedPolling {
	/** The items of each execution that was started. */
	readonly executions: IDataObject[][] = [];
	/** What polls threw, which n8n shows as failed executions. */
	readonly errors: unknown[] = [];
	/** The trigger's name. */
	name = 'Trigger';
	parameters: INodeParameters;
	/** The static data as it is in the database. */
	saved: IDataObject = {};
	private poll: Poll;
	private workflow: Workflow;
	private context: HarnessPollContext;

	constructor(private readonly options: PollingOptions) {
		this.poll = options.startProcess();
		this.parameters = options.parameters;
		this.workflow = this.load();
		this.context = this.contextOf(this.workflow, 'trigger');
	}

	/** Publishes the workflow, again perhaps. Throws what keeps it from being published. */
	async publish(): Promise<void> {
		this.workflow = this.load();
		this.context = this.contextOf(this.workflow, 'trigger');
		this.emit(await this.poll(this.context));
		this.save();
	}

	/** n8n is killed, and starts again. */
	async restart(): Promise<void> {
		this.poll = this.options.startProcess();
		await this.publish();
	}

	/** One poll on schedule. */
	async tick(): Promise<void> {
		try {
			this.emit(await this.poll(this.context));
		} catch (error) {
			this.errors.push(error);
		}
	}

	/** A poll on schedule, and n8n is killed before the execution is stored. */
	async tickAndDie(): Promise<void> {
		const result = await this.poll(this.context);
		if (result !== null) this.save();
	}

	/** Fetch Test Event. */
	async test(): Promise<IDataObject[] | null> {
		return itemsOf(await this.poll(this.contextOf(this.load(), 'manual')));
	}

	/** All items so far. */
	get items(): IDataObject[] {
		return this.executions.flat();
	}

	private emit(result: unknown): void {
		const items = itemsOf(result);
		if (items === null) return;
		this.executions.push(items);
		this.save();
	}

	private save(): void {
		if (Reflect.get(this.workflow.staticData, '__dataChanged') === true) {
			this.saved = deepCopy(this.workflow.staticData);
		}
	}

	private load(): Workflow {
		const { name, parameters } = this;
		const node = { id: 'poll', name, type: this.options.type, typeVersion: 2, parameters };
		return buildWorkflow({ nodes: [node] }, { ...this.options, staticData: deepCopy(this.saved) });
	}

	private contextOf(workflow: Workflow, mode: 'trigger' | 'manual'): HarnessPollContext {
		const node = workflow.getNode(this.name);
		if (node === null) throw new Error('The workflow has no trigger');
		const activation = mode === 'manual' ? 'manual' : 'activate';
		return new HarnessPollContext(workflow, node, additionalDataFor(this.options), mode, activation);
	}
}
