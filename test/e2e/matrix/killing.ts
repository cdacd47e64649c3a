import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { signIn } from '../../../playground/src/n8n/api';
import { makeFolders, type Folders } from '../../../playground/src/support/folders';
import { waitUntilReady } from '../../../playground/src/n8n/n8n';
import { installNodes } from '../../../playground/src/n8n/nodesPackage';
import { freePorts } from '../../../playground/src/support/ports';
import { saveCredential } from '../../../playground/src/prepare';
import { waitUntilServed } from '../../../playground/src/n8n/workflows';
import { waitFor } from '../../../playground/src/support/waitFor';
import { rawGet } from '../../smoke/rawGet';
import { credentialData } from '../../smoke/realN8n';
import { done, publishChain, trigger, type Published } from '../../smoke/workflow';
import { packedNodes } from '../../support/packedNodes';
import { deliveryReport } from '../support/deliveryReport';
import { spawnN8nProcess, type N8nProcess, type N8nVersion } from '../support/n8nProcess';
import { storedExecutions } from '../support/sqlite';

/** An n8n with one published delivery report trigger, which can be killed and started again at the same address. */
export class Target {
	/** What n8n answered last each time that it had to be started again. */
	readonly restarts: string[] = [];
	private lastAnswer = 'none';

	private constructor(
		private readonly root: string,
		private readonly folders: Folders,
		private readonly spawn: () => N8nProcess,
		private readonly published: Published,
		private process: N8nProcess,
	) {}

	static async start(version: N8nVersion): Promise<Target> {
		const root = mkdtempSync(join(tmpdir(), 'smsbox-killing-'));
		const folders = makeFolders(join(root, 'data'));
		installNodes(packedNodes(root), folders);
		const { port, brokerPort } = await freePorts({ port: 0, brokerPort: 0 });
		const spawn = (): N8nProcess => spawnN8nProcess({ version, folders, port, brokerPort });
		const running = spawn();
		try {
			await waitUntilReady(running);
			const api = await signIn(running.url);
			// The trigger asks nobody anything, so nobody listens there.
			const credential = await saveCredential(api, 'SMSBOX', credentialData(running.url));
			const parameters = { statuses: [], finalOnly: false, output: 'simplified', options: {} };
			const chain = [trigger('smsboxDeliveryReportTrigger', parameters), done];
			const published = await publishChain({ api }, credential, 'Reports', ...chain);
			return new Target(root, folders, spawn, published, running);
		} catch (error) {
			await running.kill();
			rmSync(root, { recursive: true, force: true });
			throw error;
		}
	}

	/** Sends a report once. Returns whether it was acknowledged; a cut connection and a minute without an answer are a no. */
	async report(reference: string): Promise<boolean> {
		try {
			const { status, body } = await rawGet(this.published.url, deliveryReport(reference), 60_000);
			this.lastAnswer = `${status} ${body}`;
			return status === 200 && body === 'OK';
		} catch (error) {
			this.lastAnswer = String(error);
			return false;
		}
	}

	/**
	 * Sends a report as the service does: one that is not acknowledged comes again. An n8n that was killed before may stop
	 * answering; after a minute it is started once more, as its operator would.
	 */
	async reportUntilAcknowledged(reference: string): Promise<void> {
		const whileFor = async (seconds: number): Promise<void> => {
			await waitFor(
				'a report being acknowledged',
				async () => ((await this.report(reference)) ? true : undefined),
				{
					seconds,
					everyMs: 1000,
					hopeless: this.process.ended,
					seen: () => `last answer: ${this.lastAnswer}; n8n's log ends with: ${this.process.tail()}`,
				},
			);
		};
		try {
			await whileFor(60);
		} catch (error) {
			// That is the trigger's own answer: a new start would only hide it.
			if (this.lastAnswer === '503 ERROR') throw error;
			this.restarts.push(this.lastAnswer);
			await this.stop();
			await this.startAgain();
			await whileFor(60);
		}
	}

	async kill(): Promise<void> {
		await this.process.kill();
	}

	async stop(): Promise<void> {
		await this.process.stop();
	}

	/** Starts n8n again and waits until it serves the trigger. */
	async startAgain(): Promise<void> {
		this.process = this.spawn();
		await waitUntilReady(this.process);
		await waitUntilServed({ method: 'GET', url: this.published.url });
	}

	/** How many executions stand in the database for each of these reports, whatever became of them. */
	async executionsOf(references: readonly string[]): Promise<number[]> {
		const stored = await storedExecutions(this.folders, this.published.id);
		return references.map((reference) => stored.filter(({ data }) => data.includes(reference)).length);
	}

	/** How many executions have each status. */
	async statuses(): Promise<string> {
		const counts = new Map<string, number>();
		for (const { status } of await storedExecutions(this.folders, this.published.id))
			counts.set(status, (counts.get(status) ?? 0) + 1);
		return [...counts].map(([status, count]) => `${count} ${status}`).join(', ');
	}

	async close(): Promise<void> {
		await this.process.kill();
		rmSync(this.root, { recursive: true, force: true });
	}
}
