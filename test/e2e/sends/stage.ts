import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { signIn, type N8nApi } from '../../../playground/src/n8n/api';
import { makeFolders, type Folders } from '../../../playground/src/support/folders';
import { at, listAt, textAt } from '../../../playground/src/support/json';
import { waitUntilReady } from '../../../playground/src/n8n/n8n';
import { installNodes } from '../../../playground/src/n8n/nodesPackage';
import { publishWorkflow, type WorkflowFile } from '../../../playground/src/n8n/workflows';
import { waitFor } from '../../../playground/src/support/waitFor';
import { freePorts } from '../../../playground/src/support/ports';
import { saveCredential, type Credential } from '../../../playground/src/prepare';
import { simulatorApi, type SimulatorApi } from '../../../playground/src/simulatorApi';
import { startSimulator, type StartOptions } from '../../../simulator/src';
import { credentialData } from '../../smoke/realN8n';
import { publishChain, type NodeInChain, type Published } from '../../smoke/workflow';
import { closeAll, type Closer } from '../../support/closing';
import { type ScriptedServer, serveScript } from '../../support/httpServer';
import { packedNodes } from '../../support/packedNodes';
import { spawnN8nProcess, sqlitePool, type N8nProcess, type N8nVersion } from '../support/n8nProcess';
import { storedExecutions, type StoredExecution } from '../support/sqlite';

/** The API key of the simulated account. */
export const key = 'sends-key-7b21';

/** A person of a channel. */
export const personOf = (channel: string, number: string): string => `${channel} ${number}`;

/** One n8n that can be killed and started again on the same port and data, the service, and another host beside it. */
export class Stage {
	private running: N8nProcess | undefined;
	private signedIn: N8nApi | undefined;
	private saved: Credential | undefined;

	private constructor(
		readonly version: N8nVersion,
		private readonly folders: Folders,
		private readonly ports: { port: number; brokerPort: number },
		readonly simulator: SimulatorApi,
		/** Nothing may ever be sent there. */
		readonly otherHost: ScriptedServer,
		private readonly closers: Closer[],
		private readonly env: Record<string, string>,
	) {}

	/**
	 * Everything in a new temporary folder, n8n ready.
	 * @param settings of the simulated service
	 * @param env settings of n8n
	 */
	static async open(
		version: N8nVersion,
		settings: StartOptions = {},
		env: Record<string, string> = {},
	): Promise<Stage> {
		const root = mkdtempSync(join(tmpdir(), 'smsbox-sends-'));
		const closers: Closer[] = [() => rmSync(root, { recursive: true, force: true })];
		const folders = makeFolders(root);
		installNodes(packedNodes(root), folders);
		const service = await startSimulator({
			key,
			balance: 1_000_000,
			speed: 0,
			capacity: 50_000,
			...settings,
		});
		closers.push(async () => await service.close());
		const otherHost = await serveScript(() => ({ body: 'OK 123456789012' }));
		closers.push(otherHost.close);
		const ports = await freePorts({ port: 0, brokerPort: 0 });
		const simulator = simulatorApi(service.url);
		const stage = new Stage(version, folders, ports, simulator, otherHost, closers, {
			...sqlitePool,
			...env,
		});
		closers.push(async () => await stage.running?.stop());
		try {
			await stage.boot();
			const data = credentialData(service.url, key);
			stage.saved = await saveCredential(stage.api, 'SMSBOX account', data);
			return stage;
		} catch (error) {
			await stage.close();
			throw error;
		}
	}

	get n8n(): N8nProcess {
		if (this.running === undefined) throw new Error('n8n was not started');
		return this.running;
	}

	get api(): N8nApi {
		if (this.signedIn === undefined) throw new Error('n8n was not started');
		return this.signedIn;
	}

	private get credential(): Credential {
		if (this.saved === undefined) throw new Error('There is no credential yet');
		return this.saved;
	}

	/**
	 * Starts n8n and waits until it is ready, and has marked as crashed what it finds running. It answers before, and would
	 * mark what is started or resumed meanwhile, too.
	 */
	async boot(): Promise<void> {
		const { version, folders, ports, env } = this;
		const running = spawnN8nProcess({ version, folders, ...ports, env });
		this.running = running;
		await waitUntilReady(running);
		await waitFor('n8n to have started', async () => running.hasStarted() || undefined, {
			seconds: 300,
			hopeless: running.ended,
		});
		this.signedIn = await signIn(running.url);
	}

	/** Publishes a chain of nodes of which the first is a webhook, and waits until n8n serves it. */
	async publish(name: string, chain: readonly NodeInChain[]): Promise<Published> {
		return await publishChain(this, this.credential, name, ...chain);
	}

	/** Publishes a workflow of any shape. Its webhooks may need a moment more. Returns its id. */
	async publishFile(file: WorkflowFile): Promise<string> {
		return await publishWorkflow(this.api, file, this.credential);
	}

	/** All executions of a workflow, oldest first, however many there are. */
	async executions(workflowId: string): Promise<StoredExecution[]> {
		return await storedExecutions(this.folders, workflowId);
	}

	/** How many requests the service received for each person, by {@link personOf}, whatever became of them. */
	async requests(): Promise<Map<string, number>> {
		const counts = new Map<string, number>();
		for (const request of listAt(await this.simulator.get('/requests'), 'requests')) {
			const fields = at(request, 'fields');
			const [channel = ''] = textAt(request, 'operation').split('.');
			const number = textAt(fields, 'dest') || textAt(fields, 'recipients').replace('+', '');
			const person = personOf(channel, number);
			counts.set(person, (counts.get(person) ?? 0) + 1);
		}
		return counts;
	}

	async close(): Promise<void> {
		await closeAll(this.closers);
	}
}
