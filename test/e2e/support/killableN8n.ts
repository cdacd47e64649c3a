import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { signIn, type N8nApi } from '../../../playground/src/n8n/api';
import { waitUntilReady } from '../../../playground/src/n8n/n8n';
import { installNodes } from '../../../playground/src/n8n/nodesPackage';
import { publishWorkflow, type WorkflowFile } from '../../../playground/src/n8n/workflows';
import { saveCredential, type Credential } from '../../../playground/src/prepare';
import { simulatorApi, type SimulatorApi } from '../../../playground/src/simulatorApi';
import { makeFolders, type Folders } from '../../../playground/src/support/folders';
import { freePorts } from '../../../playground/src/support/ports';
import { startSimulator, type StartOptions } from '../../../simulator/src';
import { closeAll, type Closer } from '../../support/closing';
import { packedNodes } from '../../support/packedNodes';
import { n8n2, spawnN8nProcess, type N8nProcess, type N8nVersion } from './n8nProcess';
import { apiKey, credentialData } from './realN8n';
import { storedExecutions, type StoredExecution } from './sqlite';
import { isUnderWay, type ExecutionState } from './underWay';
import { publishChain, publishServed, type NodeInChain, type Published } from './workflow';

export interface KillableOptions {
	/** The playground's unless given. */
	version?: N8nVersion;
	/** Settings of n8n besides the usual ones. */
	env?: Record<string, string>;
	/** Settings of the simulated service. */
	service?: StartOptions;
}

/** What {@link prepareN8n} has made. */
export interface Prepared {
	version: N8nVersion;
	env: Record<string, string>;
	folders: Folders;
	port: number;
	brokerPort: number;
	simulator: SimulatorApi;
	closers: Closer[];
}

/** Installs the packed nodes in a new temporary folder, and starts a simulated service. */
export async function prepareN8n({
	version = n8n2,
	env = {},
	service = {},
}: KillableOptions = {}): Promise<Prepared> {
	const root = mkdtempSync(join(tmpdir(), 'smsbox-killable-'));
	const closers: Closer[] = [() => rmSync(root, { recursive: true, force: true })];
	const folders = makeFolders(root);
	installNodes(packedNodes(root), folders);
	const { url, close } = await startSimulator({ key: apiKey, ...service });
	closers.push(close);
	const ports = await freePorts({ port: 0, brokerPort: 0 });
	return { version, env, folders, ...ports, simulator: simulatorApi(url), closers };
}

/** Copying its editor is a third of what n8n 2 does at a start. */
const withoutEditor = { N8N_DISABLE_UI: 'true' };

/** One n8n without an editor, which can be killed and started again on the same port and data, and a simulated service. */
export class KillableN8n {
	readonly folders: Folders;
	readonly port: number;
	readonly simulator: SimulatorApi;
	private running: N8nProcess | undefined;
	private signedIn: N8nApi | undefined;
	private startedAt = 0;

	/** n8n is not started yet. */
	constructor(private readonly prepared: Prepared) {
		({ folders: this.folders, port: this.port, simulator: this.simulator } = prepared);
		prepared.closers.push(async () => await this.running?.stop());
	}

	get n8n(): N8nProcess {
		if (this.running === undefined) throw new Error('n8n was not started');
		return this.running;
	}

	get api(): N8nApi {
		if (this.signedIn === undefined) throw new Error('n8n was not started');
		return this.signedIn;
	}

	/** Why n8n runs no longer. */
	readonly ended = (): ReturnType<N8nProcess['ended']> => this.n8n.ended();

	/**
	 * Starts n8n and waits until it is ready.
	 * @param host where it listens, as it stands in a URL
	 */
	async boot(more: Record<string, string> = {}, host = '127.0.0.1'): Promise<void> {
		const { version, env, folders, port, brokerPort } = this.prepared;
		this.startedAt = Date.now();
		const spawned = spawnN8nProcess({
			version,
			folders,
			port,
			brokerPort,
			env: { ...withoutEditor, ...env, ...more },
		});
		this.running = { ...spawned, url: `http://${host}:${port}` };
		await waitUntilReady(this.running);
		this.signedIn = await signIn(this.running.url);
	}

	/** The credential for the simulated service. */
	private async credential(): Promise<Credential> {
		return await saveCredential(this.api, 'SMSBOX account', credentialData(this.simulator.url));
	}

	/** Publishes a chain of nodes of which the first is called from outside, and waits until n8n serves it. */
	async publishChain(name: string, ...chain: NodeInChain[]): Promise<Published> {
		return await publishChain(this, await this.credential(), name, ...chain);
	}

	/** The same with a workflow of any shape. */
	async publishServed(file: WorkflowFile): Promise<Published> {
		return await publishServed(this, await this.credential(), file);
	}

	/** Publishes a workflow of any shape. Its webhooks may need a moment more. Returns its id. */
	async publishFile(file: WorkflowFile): Promise<string> {
		return await publishWorkflow(this.api, file, await this.credential());
	}

	/** All executions of a workflow, oldest first, however many there are. */
	async executions(workflowId: string): Promise<StoredExecution[]> {
		return await storedExecutions(this.folders, workflowId);
	}

	/** Whether the n8n that runs now is still busy with an execution. */
	isUnderWay(execution: ExecutionState): boolean {
		return isUnderWay(execution, this.startedAt);
	}

	async close(): Promise<void> {
		await closeAll(this.prepared.closers);
	}
}
