import { latestExecutions } from '../../../playground/src/n8n/executions';
import { done, postJson, sendEach, splitMessages, trigger, webhook } from '../support/workflow';
import { waitFor } from '../../../playground/src/support/waitFor';
import { rawGet } from '../support/rawGet';
import { deliveryReport } from '../support/deliveryReport';
import { allEnded } from '../support/runs';
import { figure } from '../support/report';
import type { Stage } from './fleet';
import { settled, startedByAll, statusesOf } from './queries';
import { publish, startedOn, type Served } from './workflows';

/** What becomes of events and sends when a part of the fleet fails. They change it, so they come last. */
export function troubleChecks(name: string, { fleet }: Stage): void {
	describe('when a part of it fails', () => {
		let reports: Served;
		let sending: Served;

		beforeAll(async () => {
			reports = await publish(fleet(), 'Trouble', trigger('smsboxDeliveryReportTrigger', {}), done);
			sending = await publish(fleet(), 'Dying', webhook('queue/dying'), splitMessages, sendEach());
		});

		const workers = async (act: 'start' | 'stop'): Promise<void> => {
			await Promise.all(fleet().workers.map(async (worker) => await worker[act]()));
		};
		const executionsOf = async (references: readonly number[]): Promise<number[]> => {
			const names = references.map(String);
			const { byReference } = await startedByAll(fleet(), reports, names);
			return names.map((reference) => byReference.get(reference) ?? 0);
		};
		const range = (from: number, count: number): number[] =>
			Array.from({ length: count }, (_, index) => from + index);

		it('events acknowledged while no worker runs are run by the next one, though Redis crashed meanwhile', async () => {
			const references = range(810_000_000_001, 20);
			await workers('stop');
			for (const reference of references)
				expect(await rawGet(reports.urls[0], deliveryReport(reference))).toMatchObject({
					status: 200,
					body: 'OK',
				});
			// n8n 1 acknowledges an event before it is queued.
			await waitFor(
				'all events being queued',
				async () => ((await fleet().redis.queued()) >= references.length ? true : undefined),
				{ seconds: 60 },
			);
			await fleet().redis.kill();
			await fleet().redis.restart();
			await workers('start');
			const statuses = await settled(fleet(), reports);
			expect(statuses).toEqual({ success: references.length });
			expect(await executionsOf(references)).toEqual(references.map(() => 1));
		});

		it('an event that comes while Redis is away is not acknowledged, and not lost once it is back', async () => {
			const reference = 820_000_000_001;
			await fleet().redis.kill();
			const first = await Promise.race([
				rawGet(reports.urls[0], deliveryReport(reference)).then(
					({ status, body }) => `${status} ${body.slice(0, 2)}`,
					() => 'cut',
				),
				// The service waits no longer.
				new Promise<string>((resolve) => {
					setTimeout(() => resolve('nothing within 3 s'), 3_000);
				}),
			]);
			await fleet().redis.restart();
			expect(first).not.toBe('200 OK');
			await waitFor(
				'the event being acknowledged',
				async () => {
					const again = await rawGet(reports.urls[0], deliveryReport(reference)).catch(() => undefined);
					return again?.status === 200 && again.body === 'OK' ? true : undefined;
				},
				{ seconds: 120, everyMs: 1_000 },
			);
			await settled(fleet(), reports);
			const [executions = 0] = await executionsOf([reference]);
			expect(executions).toBeGreaterThanOrEqual(1);
			figure(
				'Queue mode',
				`${name}: a callback while Redis is away`,
				first,
				`${executions} executions in the end`,
			);
		});

		it('a send whose worker is killed before the answer is not made again by another worker', async () => {
			const person = '33600123901';
			await fleet().simulator.put('/faults', {
				faults: [{ on: 'request', kind: 'hang', accepted: true, match: { dest: person } }],
			});
			await postJson(sending.urls[0], { messages: [{ to: person, text: 'Une fois: 5 €' }] });
			await waitFor(
				'the message having left',
				async () => ((await fleet().simulator.messages(person)).length > 0 ? true : undefined),
				{ seconds: 120 },
			);
			const [running] = await latestExecutions(fleet().api, sending.id);
			const [busy] = startedOn(fleet(), running?.id ?? '');
			if (busy === undefined) throw new Error('No worker runs the execution');
			await busy.kill();
			const [execution] = await allEnded(fleet(), sending.id, 1);
			expect(await fleet().simulator.messages(person)).toHaveLength(1);
			expect(execution?.status).not.toBe('success');
			await busy.start();
		});

		it('events whose jobs Redis forgets stay in the list of executions', async () => {
			const references = range(830_000_000_001, 5);
			await workers('stop');
			for (const reference of references) await rawGet(reports.urls[0], deliveryReport(reference));
			await fleet().redis.forget();
			await workers('start');
			expect(await executionsOf(references)).toEqual(references.map(() => 1));
			const { new: queued = 0 } = await statusesOf(fleet(), reports);
			figure(
				'Queue mode',
				`${name}: acknowledged, and forgotten by Redis before a worker came`,
				queued,
				'never run',
			);
		});
	});
}
