import { parseFlatted } from '../../../playground/src/n8n/flatted';
import { publishedWebhooks, waitUntilServed } from '../../../playground/src/n8n/workflows';
import type { SimulatorApi } from '../../../playground/src/simulatorApi';
import { at, listAt, textAt, type JsonObject } from '../../../playground/src/support/json';
import { waitFor } from '../../../playground/src/support/waitFor';
import { exampleWorkflow } from '../faults/workflows';
import { KillableN8n, prepareN8n } from '../support/killableN8n';
import type { N8nVersion } from '../support/n8nProcess';
import { sendSms } from '../support/sendToSimulator';
import { type StoredExecution, withLockedDatabase } from '../support/sqlite';

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
	private constructor(
		private readonly n8n: KillableN8n,
		private readonly workflowId: string,
		readonly reportUrl: string,
	) {}

	static async start({ version, reportsAtOnce, env = {} }: StageOptions): Promise<HistoryStage> {
		const prepared = await prepareN8n({
			version,
			env,
			service: {
				speed: 1,
				callbackParallelism: reportsAtOnce,
				// What a busy n8n answers after the service's three seconds would come again in a quarter of an hour.
				callbackTimeoutMs: 60_000,
			},
		});
		const n8n = new KillableN8n(prepared);
		try {
			await n8n.boot();
			const workflow = exampleWorkflow('reconcile-delivery-reports', { [historyNode]: everyFiveSeconds });
			const id = await n8n.publishFile(workflow);
			const report = (await publishedWebhooks(n8n.api, workflow)).find(({ url }) => url.endsWith('/smsbox'));
			if (report === undefined) throw new Error('The trigger of the reports has no webhook');
			await waitUntilServed(report);
			const stage = new HistoryStage(n8n, id, report.url);
			// n8n serves the webhook before the first poll, and what was sent before that starts nothing.
			await stage.untilPolled(0);
			return stage;
		} catch (error) {
			await n8n.close();
			throw error;
		}
	}

	get simulator(): SimulatorApi {
		return this.n8n.simulator;
	}

	/** Returns the references, one for each of the numbers. */
	async send(numbers: readonly string[]): Promise<string[]> {
		const references: string[] = [];
		for (const number of numbers) {
			references.push(await sendSms(this.simulator, number, 'Votre colis est là'));
		}
		return references;
	}

	async kill(): Promise<void> {
		await this.n8n.n8n.kill();
	}

	/** Stops n8n as an update does: it gets SIGTERM and ends by itself. */
	async stop(): Promise<void> {
		await this.n8n.n8n.stop();
	}

	/** Starts n8n again. Its first poll is made before it serves the trigger. */
	async startAgain(): Promise<void> {
		await this.n8n.boot();
		await waitUntilServed({ method: 'GET', url: this.reportUrl });
	}

	/** Does something while n8n's database takes no writes. */
	async whileLocked(act: () => Promise<void>): Promise<void> {
		await withLockedDatabase(this.n8n.folders, act);
	}

	async untilLogged(text: string): Promise<void> {
		await waitFor(
			`"${text}" in n8n's log`,
			async () => await Promise.resolve(this.n8n.n8n.tail().includes(text) || undefined),
			{
				seconds: 120,
				everyMs: 200,
				hopeless: this.n8n.ended,
			},
		);
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
			hopeless: this.n8n.ended,
		});
	}

	async executions(): Promise<StoredExecution[]> {
		return await this.n8n.executions(this.workflowId);
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
				const busy = (await this.executions()).some((each) => this.n8n.isUnderWay(each));
				return missing === 0 && !busy ? true : undefined;
			},
			{
				seconds: 480,
				everyMs: 1000,
				hopeless: this.n8n.ended,
				seen: () => `${missing} are missing; n8n's log ends with: ${this.n8n.n8n.tail()}`,
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
		await this.n8n.close();
	}
}
