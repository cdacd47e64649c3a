import { at, listAt, textAt } from '../../../playground/src/support/json';
import { waitFor } from '../../../playground/src/support/waitFor';
import type { StartOptions } from '../../../simulator/src';
import { type ScriptedServer, serveScript } from '../../support/httpServer';
import { KillableN8n, prepareN8n, type Prepared } from '../support/killableN8n';
import { sqlitePool, type N8nVersion } from '../support/n8nProcess';

/** A person of a channel. */
export const personOf = (channel: string, number: string): string => `${channel} ${number}`;

/** One n8n that can be killed and started again, the service, and another host beside it. */
export class Stage extends KillableN8n {
	private constructor(
		prepared: Prepared,
		/** Nothing may ever be sent there. */
		readonly otherHost: ScriptedServer,
	) {
		super(prepared);
	}

	/**
	 * Everything in a new temporary folder, n8n ready.
	 * @param service settings of the simulated service
	 * @param env settings of n8n
	 */
	static async open(
		version: N8nVersion,
		service: StartOptions = {},
		env: Record<string, string> = {},
	): Promise<Stage> {
		const prepared = await prepareN8n({
			version,
			env: { ...sqlitePool, ...env },
			service: { balance: 1_000_000, speed: 0, capacity: 50_000, ...service },
		});
		const otherHost = await serveScript(() => ({ body: 'OK 123456789012' }));
		prepared.closers.push(otherHost.close);
		const stage = new Stage(prepared, otherHost);
		try {
			await stage.boot();
			return stage;
		} catch (error) {
			await stage.close();
			throw error;
		}
	}

	/** Waits, too, until n8n has marked as crashed what it finds running. Before, it would mark what is started or resumed. */
	override async boot(): Promise<void> {
		await super.boot();
		await waitFor('n8n to have started', async () => this.n8n.hasStarted() || undefined, {
			seconds: 300,
			hopeless: this.ended,
		});
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
}
