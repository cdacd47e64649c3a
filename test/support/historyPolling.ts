/** The history trigger alone in a workflow, published against a service, with a clock of the test's own. */
import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { PollSessions } from '../../nodes/engine/polling/pollSessions';
import {
	firstState,
	type FoundEvent,
	type HistoryRules,
	type HistoryState,
} from '../../nodes/SmsboxHistoryTrigger/historyState';
import { pollHistory } from '../../nodes/SmsboxHistoryTrigger/poll';
import { writeState } from '../../nodes/SmsboxHistoryTrigger/storedState';
import { PollStage, type StageItems } from '../polls/stage';
import { additionalDataFor } from './additionalData';
import { HarnessPollContext } from './contexts';
import { buildWorkflow } from './engine';
import { PACKAGE, smsboxAccess, smsboxNodes } from './smsbox';

const [name, type] = ['Trigger', `${PACKAGE}.smsboxHistoryTrigger`];

export class HistoryPolling {
	/** The items of each execution that was started. */
	readonly executions: IDataObject[][] = [];
	/** What polls threw, which n8n shows as failed executions. */
	readonly errors: unknown[] = [];
	readonly stage: PollStage;

	/** @param now n8n's clock */
	constructor(
		private readonly url: string,
		private readonly now: () => number,
		private readonly parameters: INodeParameters = {},
		instance = '',
	) {
		const nodes = [{ id: 'poll', name, parameters }];
		this.stage = new PollStage({ url, now, isDurable: false, instance, nodes });
	}

	/** Publishes the workflow, again perhaps. Throws what keeps it from being published. */
	async publish(): Promise<void> {
		this.start(await this.stage.publish());
	}

	/** One poll on schedule. */
	async tick(): Promise<void> {
		try {
			this.start(await this.stage.poll());
		} catch (error) {
			this.errors.push(error);
		}
	}

	/** Fetch Test Event. */
	async test(): Promise<IDataObject[] | null> {
		const access = { nodeTypes: smsboxNodes, ...smsboxAccess(this.url) };
		const node = { id: 'poll', name, type, typeVersion: 2, parameters: this.parameters };
		const workflow = buildWorkflow({ nodes: [node] }, access);
		const placed = workflow.getNode(name);
		if (placed === null) throw new Error('The workflow has no trigger');
		const data = additionalDataFor(access);
		const context = new HarnessPollContext(workflow, placed, data, 'manual', 'activate');
		const result = await pollHistory(context, new PollSessions<HistoryState, FoundEvent>(this.now), this.now);
		return result && result.flat().map(({ json }) => json);
	}

	/** All items so far. */
	get items(): IDataObject[] {
		return this.executions.flat();
	}

	private start(polled: StageItems): void {
		this.executions.push(...[...polled.values()].filter((items) => items.length > 0));
	}
}

/** The rules of a trigger as it is added to a workflow. */
const rules: HistoryRules = {
	...{ events: ['finalStatus'], statuses: [], to: '' },
	...{ account: 'smsboxApi', credentialHash: '', lookBackDays: 2 },
};

/** Saved static data of a trigger that has seen nothing since an instant, with the filters that it has now, and without a hash. */
export function polledUntil(instant: number, changed: Partial<HistoryRules> = {}) {
	const seconds = Math.floor(instant / 1000);
	const state = { ...firstState([], { ...rules, ...changed }, seconds), credentialHash: undefined };
	return { 'node:Trigger': { state: writeState(state, { node: 'poll', instance: '' }, 1) } };
}
