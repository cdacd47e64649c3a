import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { signIn } from '../../../playground/src/n8n/api';
import { parseFlatted } from '../../../playground/src/n8n/flatted';
import { waitUntilReady } from '../../../playground/src/n8n/n8n';
import { installNodes } from '../../../playground/src/n8n/nodesPackage';
import { publishedWebhooks, publishWorkflow, waitUntilServed } from '../../../playground/src/n8n/workflows';
import { saveCredential } from '../../../playground/src/prepare';
import { simulatorApi, type SimulatorApi } from '../../../playground/src/simulatorApi';
import { makeFolders, type Folders } from '../../../playground/src/support/folders';
import { at, listAt, textAt, type JsonObject } from '../../../playground/src/support/json';
import { freePorts } from '../../../playground/src/support/ports';
import { waitFor } from '../../../playground/src/support/waitFor';
import { startSimulator } from '../../../simulator/src';
import { credentialData } from '../../smoke/realN8n';
import { closeAll, type Closer } from '../../support/closing';
import { packedNodes } from '../../support/packedNodes';
import { exampleWorkflow } from '../faults/workflows';
import { spawnN8nProcess, type N8nProcess, type N8nVersion } from '../support/n8nProcess';
import { sendSms } from '../support/sendToSimulator';
import { storedExecutions, type StoredExecution } from '../support/sqlite';
import { isUnderWay } from '../support/underWay';

const key = 'history-key-7b21';
export const historyNode = 'From the history';

/** The parameters of a History Trigger. n8n takes no interval below a minute, but several times in each minute. */
export const pollingEvery = (seconds: number): JsonObject => ({
	pollTimes: {
		item: Array.from({ length: 60 / seconds }, (_, index) => ({
			mode: 'custom',
			cronExpression: `${index * seconds} * * * * *`,
		})),
	},
	events: ['finalStatus'],
	lookBack: 2,
	filters: {},
	output: 'simplified',
});

/** A poll as often as n8n lets it. */
export const everyFiveSeconds = pollingEvery(5);

/** How many requests for the history a simulated service has got. */
export async function historyRequests(simulator: SimulatorApi): Promise<number> {
	const requests = listAt(await simulator.get('/requests'), 'requests');
	return requests.filter((request) => textAt(request, 'operation') === 'sms.history.getAll').length;
}

export interface StageOptions {
	version: N8nVersion;
	/** How many reports come at the same time. */
	reportsAtOnce: number;
	env?: Record<string, string>;
}

/** An n8n with the example that reconciles, polling every five seconds, and a simulated service. */
export class HistoryStage {
	private startedAt = 0;

	private constructor(
		private readonly folders: Folders,
		readonly simulator: SimulatorApi,
		private readonly spawn: () => N8nProcess,
		private process: N8nProcess,
		private readonly workflowId: string,
		readonly reportUrl: string,
		private readonly closers: Closer[],
	) {}

	static async start({ version, reportsAtOnce, env = {} }: StageOptions): Promise<HistoryStage> {
		const root = mkdtempSync(join(tmpdir(), 'smsbox-history-'));
		const closers: Closer[] = [() => rmSync(root, { recursive: true, force: true })];
		try {
			const folders = makeFolders(join(root, 'data'));
			installNodes(packedNodes(root), folders);
			const service = await startSimulator({
				key,
				speed: 1,
				callbackParallelism: reportsAtOnce,
				// What a busy n8n answers after the service's three seconds would come again in a quarter of an hour.
				callbackTimeoutMs: 60_000,
			});
			closers.push(async () => await service.close());
			const { port, brokerPort } = await freePorts({ port: 0, brokerPort: 0 });
			const spawn = (): N8nProcess => {
				const spawned = spawnN8nProcess({ version, folders, port, brokerPort, env });
				closers.push(spawned.kill);
				return spawned;
			};
			const running = spawn();
			await waitUntilReady(running);
			const api = await signIn(running.url);
			const credential = await saveCredential(api, 'SMSBOX account', credentialData(service.url, key));
			const workflow = exampleWorkflow('reconcile-delivery-reports', {
				[historyNode]: everyFiveSeconds,
			});
			const id = await publishWorkflow(api, workflow, credential);
			const report = (await publishedWebhooks(api, workflow)).find(({ url }) => url.endsWith('/webhook'));
			if (report === undefined) throw new Error('The trigger of the reports has no webhook');
			await waitUntilServed(report);
			const simulator = simulatorApi(service.url);
			const stage = new HistoryStage(folders, simulator, spawn, running, id, report.url, closers);
			// n8n serves the webhook before the first poll, and what was sent before that starts nothing.
			await stage.untilPolled(0);
			return stage;
		} catch (error) {
			await closeAll(closers);
			throw error;
		}
	}

	/** Returns the references, one for each of the numbers. */
	async send(numbers: readonly string[]): Promise<string[]> {
		const references: string[] = [];
		for (const number of numbers) {
			references.push(await sendSms({ url: this.simulator.url, key }, number, 'Votre colis est là'));
		}
		return references;
	}

	async kill(): Promise<void> {
		await this.process.kill();
	}

	/** Starts n8n again. Its first poll is made before it serves the trigger. */
	async startAgain(): Promise<void> {
		this.startedAt = Date.now();
		this.process = this.spawn();
		await waitUntilReady(this.process);
		await waitUntilServed({ method: 'GET', url: this.reportUrl });
	}

	/** How many requests for the history the service has got. */
	async polls(): Promise<number> {
		return await historyRequests(this.simulator);
	}

	/** Waits for the next request for the history to be answered. */
	async nextPoll(): Promise<void> {
		await this.untilPolled(await this.polls());
	}

	private async untilPolled(before: number): Promise<void> {
		await waitFor('the next poll', async () => ((await this.polls()) > before ? true : undefined), {
			seconds: 180,
			everyMs: 5,
			hopeless: this.process.ended,
		});
	}

	async executions(): Promise<StoredExecution[]> {
		return await storedExecutions(this.folders, this.workflowId);
	}

	/** How many executions each of these messages has started. */
	async startsOf(references: readonly string[]): Promise<number[]> {
		const stored = await this.executions();
		return references.map((reference) => stored.filter(({ data }) => data.includes(`${reference}:`)).length);
	}

	/** Waits until each of these messages has started so many executions, and none is under way. */
	async untilStarted(references: readonly string[], times = 1): Promise<void> {
		let missing = references.length;
		await waitFor(
			'every message starting an execution',
			async () => {
				missing = (await this.startsOf(references)).filter((count) => count < times).length;
				const busy = (await this.executions()).some((each) => isUnderWay(each, this.startedAt));
				return missing === 0 && !busy ? true : undefined;
			},
			{
				seconds: 480,
				everyMs: 1000,
				hopeless: this.process.ended,
				seen: () => `${missing} are missing; n8n's log ends with: ${this.process.tail()}`,
			},
		);
	}

	/** What ended the executions that failed: what they had found has reached nobody. */
	async failures(): Promise<string[]> {
		const failed = (await this.executions()).filter(({ status }) => status !== 'success');
		return failed.map(
			({ data, status }) => textAt(parseFlatted(data), 'resultData', 'error', 'message') || status,
		);
	}

	/** The references that passed Remove Duplicates, as often as they did. */
	async passed(): Promise<string[]> {
		return (await this.executions()).flatMap(({ data }) => {
			const runs = listAt(parseFlatted(data), 'resultData', 'runData', 'Not seen before');
			const items = runs.flatMap((run) => listAt(run, 'data', 'main', 0));
			return items.map((item: unknown) => textAt(at(item, 'json'), 'reference'));
		});
	}

	async breakService(faults: readonly JsonObject[]): Promise<void> {
		await this.simulator.put('/faults', { faults });
	}

	async close(): Promise<void> {
		await closeAll(this.closers);
	}
}
