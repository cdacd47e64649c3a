import {
	hasEnded,
	latestExecutions,
	readExecution,
	type Execution,
} from '../../../playground/src/n8n/executions';
import { textAt, type JsonObject } from '../../../playground/src/support/json';
import { waitFor } from '../../../playground/src/support/waitFor';
import { postJson, type Published } from '../support/workflow';
import { endedExecution } from '../support/runs';
import type { Stage } from './stage';

/** Which workflow the editor's Retry takes: as it was when the execution ran, or as it stands now. */
export type RetryWith = 'original workflow' | 'saved workflow';

/** A workflow whose executions come one after the other. */
export class WorkflowRuns {
	private readonly known = new Set<string>();

	constructor(
		private readonly stage: Stage,
		readonly workflow: Published,
	) {}

	private async executionUntil(matches: (status: string) => boolean): Promise<string> {
		const id = await waitFor(
			'an execution of a workflow',
			async () =>
				(await latestExecutions(this.stage.api, this.workflow.id)).find(
					(execution) => !this.known.has(execution.id) && matches(execution.status),
				)?.id,
			{ seconds: 360, hopeless: this.stage.ended },
		);
		this.known.add(id);
		return id;
	}

	/** Runs the workflow with these messages until it has ended. */
	async run(messages: readonly JsonObject[]): Promise<Execution> {
		await postJson(this.workflow.url, { messages: [...messages] });
		return await readExecution(this.stage.api, await this.executionUntil(hasEnded));
	}

	/** Starts the workflow with these messages, of which some will never be answered. @returns the execution's id */
	async begin(messages: readonly JsonObject[]): Promise<string> {
		await postJson(this.workflow.url, { messages: [...messages] });
		return await this.executionUntil((status) => status === 'running');
	}

	/** An execution, once n8n has given it up. */
	async ended(id: string): Promise<Execution> {
		return await endedExecution(this.stage, id, 360);
	}

	/** Presses the editor's Stop. */
	async stop(id: string): Promise<Execution> {
		await this.stage.api.post(`/executions/${id}/stop`, {});
		return await this.ended(id);
	}

	/** Chooses one of the editor's two Retry commands, and waits until the retry has ended. */
	async retry(id: string, retryWith: RetryWith): Promise<Execution> {
		const loadWorkflow = retryWith === 'saved workflow';
		const retried = textAt(await this.stage.api.post(`/executions/${id}/retry`, { loadWorkflow }), 'id');
		this.known.add(retried);
		return await this.ended(retried);
	}
}
