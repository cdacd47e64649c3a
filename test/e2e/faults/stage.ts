import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { z } from 'zod';
import { signIn, type N8nApi } from '../../../playground/src/n8n/api';
import { makeFolders, n8nDataOf, type Folders } from '../../../playground/src/support/folders';
import { waitUntilReady } from '../../../playground/src/n8n/n8n';
import { installNodes } from '../../../playground/src/n8n/nodesPackage';
import { freePorts } from '../../../playground/src/support/ports';
import { saveCredential } from '../../../playground/src/prepare';
import { simulatorApi, type SimulatorApi } from '../../../playground/src/simulatorApi';
import { waitFor } from '../../../playground/src/support/waitFor';
import {
	publishedWebhooks,
	publishWorkflow,
	waitUntilServed,
	type WorkflowFile,
} from '../../../playground/src/n8n/workflows';
import { startSimulator, type StartOptions } from '../../../simulator/src';
import { credentialData } from '../../smoke/realN8n';
import { closeAll, type Closer } from '../../support/closing';
import { packedNodes } from '../../support/packedNodes';
import { n8n2, spawnN8nProcess, type N8nProcess } from '../support/n8nProcess';
import { isUnderWay } from '../support/underWay';

/** The API key of the simulated account. */
export const key = 'faults-key-3f9c';

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
export type StoredExecution = z.infer<typeof storedExecution>;

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

export interface StageOptions {
	simulator?: StartOptions;
	/** Settings of n8n besides the usual ones. */
	env?: Record<string, string>;
}

/** One n8n that can be killed and started again on the same port and data, and a simulated service. */
export class Stage {
	private running: N8nProcess | undefined;
	private startedAt = 0;
	private signedIn: N8nApi | undefined;
	private readonly closers: Closer[];

	private constructor(
		readonly folders: Folders,
		readonly port: number,
		private readonly brokerPort: number,
		readonly simulator: SimulatorApi,
		private readonly env: Record<string, string>,
		closers: readonly Closer[],
	) {
		this.closers = [...closers, async () => await this.running?.stop()];
	}

	/** Everything in a new temporary folder; n8n is not started yet. */
	static async open({ simulator = {}, env = {} }: StageOptions = {}): Promise<Stage> {
		const root = mkdtempSync(join(tmpdir(), 'smsbox-faults-'));
		const folders = makeFolders(root);
		installNodes(packedNodes(root), folders);
		const service = await startSimulator({ key, balance: 100_000, ...simulator });
		const { port, brokerPort } = await freePorts({ port: 0, brokerPort: 0 });
		const closers = [() => rmSync(root, { recursive: true, force: true }), async () => await service.close()];
		return new Stage(folders, port, brokerPort, simulatorApi(service.url), env, closers);
	}

	get n8n(): N8nProcess {
		if (this.running === undefined) throw new Error('n8n was not started');
		return this.running;
	}

	get api(): N8nApi {
		if (this.signedIn === undefined) throw new Error('n8n was not started');
		return this.signedIn;
	}

	/**
	 * Starts n8n and waits until it is ready.
	 * @param host where it listens, as it stands in a URL
	 */
	async boot(env: Record<string, string> = {}, host = '127.0.0.1'): Promise<void> {
		this.startedAt = Date.now();
		const spawned = spawnN8nProcess({
			version: n8n2,
			folders: this.folders,
			port: this.port,
			brokerPort: this.brokerPort,
			env: { ...lazyEngine, ...this.env, ...env },
		});
		this.running = { ...spawned, url: `http://${host}:${this.port}` };
		await waitUntilReady(this.running);
		this.signedIn = await signIn(this.running.url);
	}

	/**
	 * Publishes a workflow, or its new version, and waits until n8n serves it.
	 * @returns the path of its first webhook, if it has one
	 */
	async publish(file: WorkflowFile): Promise<string> {
		const data = credentialData(this.simulator.url, key);
		const credential = await saveCredential(this.api, 'SMSBOX account', data);
		await publishWorkflow(this.api, file, credential);
		const webhooks = await publishedWebhooks(this.api, file);
		for (const webhook of webhooks) await waitUntilServed(webhook);
		return new URL(webhooks[0]?.url ?? this.n8n.url).pathname;
	}

	/** A message to each of these numbers, with delivery reports. */
	async send(numbers: readonly string[]): Promise<void> {
		const reply = await fetch(`${this.simulator.url}/1.1/api.php`, {
			method: 'POST',
			headers: { authorization: `App ${key}` },
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
			{ seconds: 900, everyMs: 250, hopeless: () => this.n8n.ended() },
		);
	}

	/** Lets simulated time pass. */
	async pass(seconds: number): Promise<void> {
		await this.simulator.post('/clock', { advance: seconds });
	}

	get database(): string {
		return join(n8nDataOf(this.folders), 'database.sqlite');
	}

	/** All executions of a workflow, oldest first; ended ones and others. */
	async executions(workflowId: string): Promise<StoredExecution[]> {
		const script = join(__dirname, 'storedEvents.mjs');
		const { stdout } = await promisify(execFile)(n8n2.node, [script, this.database, workflowId], {
			maxBuffer: 512 * 1024 * 1024,
		});
		return stdout
			.split('\n')
			.filter((line) => line !== '')
			.map((line) => storedExecution.parse(JSON.parse(line)));
	}

	/** The same once none of them is under way. */
	async endedExecutions(workflowId: string): Promise<StoredExecution[]> {
		let underWay: StoredExecution[] = [];
		return await waitFor(
			'the last execution ending',
			async () => {
				const all = await this.executions(workflowId);
				underWay = all.filter((execution) => isUnderWay(execution, this.startedAt));
				return underWay.length === 0 ? all : undefined;
			},
			{
				seconds: 360,
				everyMs: 500,
				hopeless: () => this.n8n.ended(),
				seen: () => underWay.map(({ id, status }) => `${id} ${status}`).join(),
			},
		);
	}

	/** All that n8n has logged, over restarts. */
	log(): string {
		return this.running?.log() ?? '';
	}

	/** Memory of n8n itself, in megabytes. */
	residentMegabytes(): number {
		const status = readFileSync(`/proc/${this.n8n.pid}/status`, 'utf8');
		return Math.round(Number(/^VmRSS:\s+(\d+)/m.exec(status)?.[1] ?? 0) / 1024);
	}

	async close(): Promise<void> {
		await closeAll(this.closers);
	}
}
