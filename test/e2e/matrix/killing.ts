import { waitUntilServed } from '../../../playground/src/n8n/workflows';
import { waitFor } from '../../../playground/src/support/waitFor';
import { deliveryReport } from '../support/deliveryReport';
import { KillableN8n, prepareN8n } from '../support/killableN8n';
import type { N8nVersion } from '../support/n8nProcess';
import { rawGet } from '../support/rawGet';
import { done, trigger, type Published } from '../support/workflow';

/** An n8n with one published delivery report trigger, which can be killed and started again at the same address. */
export class Target {
	/** What n8n answered last each time that it had to be started again. */
	readonly restarts: string[] = [];
	private lastAnswer = 'none';

	private constructor(
		private readonly n8n: KillableN8n,
		private readonly published: Published,
	) {}

	static async start(version: N8nVersion): Promise<Target> {
		const n8n = new KillableN8n(await prepareN8n({ version }));
		try {
			await n8n.boot();
			const parameters = { statuses: [], finalOnly: false, output: 'simplified', options: {} };
			const chain = [trigger('smsboxDeliveryReportTrigger', parameters), done];
			return new Target(n8n, await n8n.publishChain('Reports', ...chain));
		} catch (error) {
			await n8n.close();
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
					hopeless: this.n8n.ended,
					seen: () => `last answer: ${this.lastAnswer}; n8n's log ends with: ${this.n8n.n8n.tail()}`,
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
		await this.n8n.n8n.kill();
	}

	async stop(): Promise<void> {
		await this.n8n.n8n.stop();
	}

	/** Starts n8n again and waits until it serves the trigger. */
	async startAgain(): Promise<void> {
		await this.n8n.boot();
		await waitUntilServed({ method: 'GET', url: this.published.url });
	}

	/** How many executions stand in the database for each of these reports, whatever became of them. */
	async executionsOf(references: readonly string[]): Promise<number[]> {
		const stored = await this.n8n.executions(this.published.id);
		return references.map((reference) => stored.filter(({ data }) => data.includes(reference)).length);
	}

	/** How many executions have each status. */
	async statuses(): Promise<string> {
		const counts = new Map<string, number>();
		for (const { status } of await this.n8n.executions(this.published.id))
			counts.set(status, (counts.get(status) ?? 0) + 1);
		return [...counts].map(([status, count]) => `${count} ${status}`).join(', ');
	}

	async close(): Promise<void> {
		await this.n8n.close();
	}
}
