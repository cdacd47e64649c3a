/** A published trigger in each mode of n8n: what is saved when, what several processes know, and what a kill loses. */
import '../support/instance';
import { deepCopy, type IDataObject, type INodeParameters, type Workflow } from 'n8n-workflow';
import { PollSessions } from '../../nodes/engine/polling/pollSessions';
import type { HistoryState } from '../../nodes/SmsboxHistoryTrigger/historyState';
import { pollHistory } from '../../nodes/SmsboxHistoryTrigger/poll';
import { additionalDataFor } from '../support/additionalData';
import { HarnessPollContext } from '../support/contexts';
import { buildWorkflow } from '../support/engine';
import { PACKAGE, smsboxAccess, smsboxNodes } from '../support/smsbox';

/** Milliseconds that n8n's scheduler leaves a poll with durable cursors. */
const scheduledBudget = 36_000;

export interface StageOptions {
	url: string;
	/** n8n's clock. */
	now: () => number;
	isDurable: boolean;
	parameters: INodeParameters;
}

export class PollStage {
	/** The trigger's name, under which n8n keeps its static data. */
	name = 'Trigger';
	parameters: INodeParameters;
	private readonly access;
	private readonly processes: PollSessions<HistoryState>[];
	private main = 0;
	/** Static data in the database, without durable cursors. */
	private saved: IDataObject = {};
	/** The durable cursor in the database, by the node's ID. */
	private cursor: IDataObject | undefined;
	private published: { workflow: Workflow; context: HarnessPollContext } | undefined;

	constructor(private readonly options: StageOptions) {
		this.access = { nodeTypes: smsboxNodes, ...smsboxAccess(options.url) };
		this.parameters = options.parameters;
		this.processes = [this.newProcess(), this.newProcess()];
	}

	/** Publishes the workflow, again perhaps, after it was changed perhaps. @returns the items of the first poll */
	async publish(): Promise<IDataObject[]> {
		const { workflow, context } = this.load('activate');
		this.published = { workflow, context };
		if (this.options.isDurable) return await this.durablePoll('activate', false);
		const items = await this.pollWith(context);
		this.save(workflow);
		return items;
	}

	/** A poll on schedule. @param isKilled whether n8n is killed before it stores the execution */
	async poll(isKilled = false): Promise<IDataObject[]> {
		if (this.options.isDurable) return await this.durablePoll('update', isKilled);
		if (this.published === undefined) throw new Error('Nothing is published');
		const { workflow, context } = this.published;
		const items = await this.pollWith(context);
		if (items.length > 0) this.save(workflow);
		return isKilled ? [] : items;
	}

	/** n8n is killed: what the process knows is lost. */
	kill(): void {
		this.processes[this.main] = this.newProcess();
	}

	/** Another main process polls from now on. */
	changeMain(): void {
		this.main = 1 - this.main;
	}

	/** Bytes of the state in the database. */
	get bytes(): number {
		return JSON.stringify(this.cursor ?? this.saved).length;
	}

	private newProcess(): PollSessions<HistoryState> {
		return new PollSessions<HistoryState>(this.options.now);
	}

	private async pollWith(context: HarnessPollContext): Promise<IDataObject[]> {
		const sessions = this.processes[this.main];
		if (sessions === undefined) throw new Error('No process');
		const result = await pollHistory(context, sessions, this.options.now);
		return (result ?? []).flat().map(({ json }) => json);
	}

	/** n8n commits what a poll has changed with its execution, but not after the first poll if it found nothing. */
	private async durablePoll(activation: 'activate' | 'update', isKilled: boolean): Promise<IDataObject[]> {
		const data = deepCopy(this.cursor ?? {});
		const { context } = this.load(activation, data);
		const items = await this.pollWith(context);
		if (isKilled) return [];
		if (items.length > 0 || activation === 'update') this.cursor = data;
		return items;
	}

	private save(workflow: Workflow): void {
		if (Reflect.get(workflow.staticData, '__dataChanged') === true)
			this.saved = deepCopy(workflow.staticData);
	}

	private load(activation: 'activate' | 'update', data?: IDataObject) {
		const type = `${PACKAGE}.smsboxHistoryTrigger`;
		const nodes = [{ id: 'poll', name: this.name, type, typeVersion: 2, parameters: this.parameters }];
		const workflow = buildWorkflow({ nodes }, { ...this.access, staticData: deepCopy(this.saved) });
		const node = workflow.getNode(this.name);
		if (node === null) throw new Error('The workflow has no trigger');
		const additional = additionalDataFor(this.access);
		const context =
			data === undefined
				? new HarnessPollContext(workflow, node, additional, 'trigger', activation)
				: new HarnessPollContext(
						...([workflow, node, additional, 'trigger', activation] as const),
						...([undefined, undefined, undefined, undefined] as const),
						() => data,
						activation === 'update' ? () => scheduledBudget : undefined,
					);
		return { workflow, context };
	}
}
