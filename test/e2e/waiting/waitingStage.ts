import { parseFlatted } from '../../../playground/src/n8n/flatted';
import type { Execution } from '../../../playground/src/n8n/executions';
import { fetchOnce } from '../../../playground/src/support/fetchOnce';
import { at, isObject, listAt, textAt, type JsonObject } from '../../../playground/src/support/json';
import { waitUntilServed, type WorkflowFile } from '../../../playground/src/n8n/workflows';
import type { StartOptions } from '../../../simulator/src';
import { endedExecution, waitingExecution } from '../support/runs';
import { done, trigger, type Published } from '../support/workflow';
import { Stage } from '../sends/stage';
import type { N8nVersion } from '../support/n8nProcess';
import { askingWorkflows, type Own, pathOf, type Shape } from './workflows';

/** Which of the simulator's settings holds the address of each trigger that resumes. */
const triggers = {
	smsboxDeliveryReportTrigger: [
		'deliveryReportUrl',
		{ statuses: [], finalOnly: false, output: 'simplified' },
	],
	smsboxWabaTrigger: [
		'wabaWebhookUrl',
		{
			requestTypes: ['incoming_message'],
			messageTypes: [],
			statuses: [],
			onReceipt: [],
			output: 'simplified',
		},
	],
	smsboxRcsTrigger: [
		'rcsWebhookUrl',
		{ requestTypes: ['incoming_message_reply'], statuses: [], output: 'simplified' },
	],
} as const;

/** The JSON of the items of each run of a node. */
export function runsOf(data: unknown, node: string): JsonObject[][] {
	return listAt(data, 'resultData', 'runData', node).map((run) =>
		listAt(run, 'data', 'main', 0)
			.map((item) => at(item, 'json'))
			.filter(isObject),
	);
}

/** One n8n with all that waits and resumes. */
export class WaitingStage {
	private readonly triggers: Published[] = [];
	private readonly ids = new Map<Shape, string>();

	private constructor(readonly stage: Stage) {}

	static async open(
		version: N8nVersion,
		settings: StartOptions = {},
		env: Record<string, string> = {},
	): Promise<WaitingStage> {
		const stage = await Stage.open(version, settings, env);
		const opened = new WaitingStage(stage);
		try {
			for (const [type, [setting, parameters]] of Object.entries(triggers)) {
				const chain = [trigger(type, { ...parameters, options: {} }), done];
				const published = await stage.publishChain(type, ...chain);
				await stage.simulator.configure({ [setting]: published.url });
				opened.triggers.push(published);
			}
			return opened;
		} catch (error) {
			await opened.close();
			throw error;
		}
	}

	/** Publishes workflows that ask. */
	async publish(shapes: readonly Shape[]): Promise<void> {
		const { stage } = this;
		for (const shape of shapes) {
			this.ids.set(shape, await stage.publishFile(askingWorkflows[shape]()));
			if (shape !== 'child') await waitUntilServed({ method: 'POST', url: this.urlOf(shape) });
		}
	}

	/** Publishes a workflow of another shape that a POST starts. */
	async publishReview(file: WorkflowFile, name: Own = 'review'): Promise<void> {
		await this.stage.publishFile(file);
		await waitUntilServed({ method: 'POST', url: this.urlOf(name) });
	}

	/** Returns the ID of a workflow that was published. */
	idOf(shape: Shape): string {
		const id = this.ids.get(shape);
		if (id === undefined) throw new Error(`The workflow ${shape} was not published`);
		return id;
	}

	private readonly urlOf = (shape: Shape | Own): string => `${this.stage.api.url}/webhook/${pathOf(shape)}`;

	/** Starts a workflow. Returns the execution's id. */
	async start(shape: Shape | Own, body: JsonObject): Promise<string> {
		const reply = await fetchOnce(this.urlOf(shape), {
			method: 'POST',
			headers: { 'content-type': 'application/json' },
			body: JSON.stringify(body),
		});
		const id = await reply.text();
		if (!/^\d+$/.test(id)) throw new Error(`No execution was started: ${reply.status} ${id.slice(0, 200)}`);
		return id;
	}

	/** Waits until an execution waits. */
	async waiting(id: string): Promise<void> {
		await waitingExecution(this.stage, id);
	}

	/** An execution, once it has ended. */
	async ended(id: string, seconds?: number): Promise<Execution> {
		return await endedExecution(this.stage, id, seconds);
	}

	/** The items that the triggers have started their workflows with, of all that was told so far. */
	async events(): Promise<JsonObject[]> {
		const stored = await Promise.all(this.triggers.map(async ({ id }) => await this.stage.executions(id)));
		return stored
			.flat()
			.filter(({ data }) => data !== '')
			.flatMap(({ data }) => runsOf(parseFlatted(data), 'Trigger').flat());
	}

	/** Ends n8n by a signal and starts it again. Returns once it serves its triggers. */
	async restart(how: 'stop' | 'kill'): Promise<void> {
		await this.stage.n8n[how]();
		await this.stage.boot();
		for (const { url } of this.triggers) {
			const method = url === this.triggers[0]?.url ? 'GET' : 'POST';
			await waitUntilServed({ method, url });
		}
	}

	async close(): Promise<void> {
		await this.stage.close();
	}
}

/** Whether a busy n8n did not tell a trigger in time whether an event resumed. Such an event starts the workflow, too. */
export const wasUnanswered = (event: JsonObject): boolean => textAt(event, 'waiting', 'result') === 'unknown';
export const unanswered = 'unanswered';

/** Why an event did not resume, as a trigger says; '' where it says nothing. */
export const reasonOf = (event: JsonObject): string => textAt(event, 'waiting', 'reason');
