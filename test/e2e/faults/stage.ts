import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { z } from 'zod';
import { waitFor } from '../../../playground/src/support/waitFor';
import { publishedWebhooks, waitUntilServed, type WorkflowFile } from '../../../playground/src/n8n/workflows';
import { KillableN8n, prepareN8n, type KillableOptions } from '../support/killableN8n';
import { n8n2 } from '../support/n8nProcess';
import { apiKey } from '../support/realN8n';
import { databaseOf } from '../support/sqlite';

/** n8n 2 as the documentation recommends it for many callbacks. */
const lazyEngine = { N8N_EXPRESSION_ENGINE_LAZY_ACQUIRE: 'true', EXECUTIONS_DATA_PRUNE: 'false' };

const storedExecution = z.object({
	id: z.string(),
	status: z.string(),
	mode: z.string(),
	since: z.string(),
	events: z.array(
		z.object({
			eventId: z.string(),
			event: z.string(),
			status: z.string().nullish(),
			optOut: z.boolean().optional(),
			messageType: z.string().nullish(),
		}),
	),
	handedOver: z.array(z.string()),
});
/** An execution in n8n's database: the events that it holds, and the references that passed Remove Duplicates. */
export type StoredEvents = z.infer<typeof storedExecution>;

const callbacks = z.object({
	callbacks: z.array(
		z
			.object({
				url: z.string(),
				state: z.enum(['pending', 'acknowledged', 'failed']),
				attempts: z.array(
					z.object({
						status: z.number().nullable(),
						body: z.string().nullable(),
						error: z.string().nullable(),
					}),
				),
			})
			.passthrough(),
	),
});
/** A callback of the simulated service, with what it got as an answer each time. */
export type SimulatedCallback = z.infer<typeof callbacks>['callbacks'][number];

const counts = z.object({
	counts: z.object({
		callbacks: z.number(),
		callbacksPending: z.number(),
		callbacksAcknowledged: z.number(),
		callbacksFailed: z.number(),
	}),
});

/** One n8n that can be killed and started again, and what the service says of its callbacks. */
export class Stage extends KillableN8n {
	/** n8n is not started yet. */
	static async open({ env = {}, service = {} }: KillableOptions = {}): Promise<Stage> {
		const settings = { env: { ...lazyEngine, ...env }, service: { balance: 100_000, ...service } };
		return new Stage(await prepareN8n(settings));
	}

	/**
	 * Publishes a workflow, or its new version, and waits until n8n serves it.
	 * @returns the path of its first webhook, if it has one
	 */
	async publish(file: WorkflowFile): Promise<string> {
		await this.publishFile(file);
		const webhooks = await publishedWebhooks(this.api, file);
		for (const webhook of webhooks) await waitUntilServed(webhook);
		return new URL(webhooks[0]?.url ?? this.n8n.url).pathname;
	}

	/** A message to each of these numbers, with delivery reports. */
	async send(numbers: readonly string[]): Promise<void> {
		const reply = await fetch(`${this.simulator.url}/1.1/api.php`, {
			method: 'POST',
			headers: { authorization: `App ${apiKey}` },
			body: new URLSearchParams({
				dest: numbers.join(),
				msg: 'Votre colis est arrivé : 5 € 🙂',
				mode: 'Expert',
				charset: 'utf-8',
				coding: 'auto',
				callback: '1',
				id: '1',
			}),
		});
		const answer = await reply.text();
		if (!answer.startsWith('OK')) throw new Error(`The simulator did not send: ${answer.slice(0, 80)}`);
	}

	async counts(): Promise<z.infer<typeof counts>['counts']> {
		return counts.parse(await this.simulator.get('/state')).counts;
	}

	async callbacks(): Promise<SimulatedCallback[]> {
		return callbacks.parse(await this.simulator.get('/callbacks')).callbacks;
	}

	/** Waits until the service has had its last word on this many callbacks. */
	async untilOver(count: number): Promise<void> {
		await waitFor(
			`the service being done with ${count} callbacks`,
			async () => {
				const { callbacksAcknowledged, callbacksFailed } = await this.counts();
				return callbacksAcknowledged + callbacksFailed >= count ? true : undefined;
			},
			{ seconds: 900, everyMs: 250, hopeless: this.ended },
		);
	}

	/** Lets simulated time pass. */
	async pass(seconds: number): Promise<void> {
		await this.simulator.post('/clock', { advance: seconds });
	}

	/** All executions of a workflow, oldest first; ended ones and others. */
	async events(workflowId: string): Promise<StoredEvents[]> {
		const script = join(__dirname, 'storedEvents.mjs');
		const { stdout } = await promisify(execFile)(n8n2.node, [script, databaseOf(this.folders), workflowId], {
			maxBuffer: 512 * 1024 * 1024,
		});
		return stdout
			.split('\n')
			.filter((line) => line !== '')
			.map((line) => storedExecution.parse(JSON.parse(line)));
	}

	/** The same once none of them is under way. */
	async endedExecutions(workflowId: string): Promise<StoredEvents[]> {
		let underWay: StoredEvents[] = [];
		return await waitFor(
			'the last execution ending',
			async () => {
				const all = await this.events(workflowId);
				underWay = all.filter((execution) => this.isUnderWay(execution));
				return underWay.length === 0 ? all : undefined;
			},
			{
				seconds: 360,
				everyMs: 500,
				hopeless: this.ended,
				seen: () => underWay.map(({ id, status }) => `${id} ${status}`).join(),
			},
		);
	}

	/** Memory of n8n itself, in megabytes. */
	residentMegabytes(): number {
		const status = readFileSync(`/proc/${this.n8n.pid}/status`, 'utf8');
		return Math.round(Number(/^VmRSS:\s+(\d+)/m.exec(status)?.[1] ?? 0) / 1024);
	}
}
