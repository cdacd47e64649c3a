import { textAt } from '../../../playground/src/support/json';
import { postJson, sendEach, splitMessages, webhook } from '../support/workflow';
import { allEnded } from '../support/runs';
import type { Stage } from './fleet';
import { publish, workersOf, type Served } from './workflows';

/** An action node on a worker: what it sends, and what a try on another worker knows of it. */
export function sendingChecks({ fleet }: Stage): void {
	describe('sending on workers', () => {
		let sending: Served;

		beforeAll(async () => {
			sending = await publish(fleet(), 'Sending', webhook('queue/send'), splitMessages, sendEach());
		});

		it('reaches each person once, whichever worker does it', async () => {
			const people = Array.from({ length: 20 }, (_, index) => `336001235${String(index).padStart(2, '0')}`);
			await fleet().simulator.put('/faults', {
				faults: [{ on: 'request', kind: 'latency', ms: 2_000, times: people.length }],
			});
			const text = 'Votre colis est arrivé: 10 € 🙂';
			await Promise.all(
				people.map(
					async (to, index) =>
						await postJson(sending.urls[index % 2 === 0 ? 0 : 1], { messages: [{ to, text }] }),
				),
			);
			const executions = await allEnded(fleet(), sending.id, people.length);
			expect(executions.map(({ status }) => status)).toEqual(people.map(() => 'success'));

			const arrived = await Promise.all(people.map(async (to) => await fleet().simulator.messages(to)));
			expect(arrived.map((messages) => messages.map((message) => message.text))).toEqual(
				people.map(() => [text]),
			);
			expect(executions.map(({ output }) => textAt(output.Send, 0, 'reference')).sort()).toEqual(
				arrived.map(([message]) => message?.references[0]).sort(),
			);
			const byWorker = await Promise.all(executions.map(async ({ id }) => await workersOf(fleet(), id)));
			expect(byWorker.every((workers) => workers.length === 1)).toBe(true);
			const shares = [0, 1].map((worker) => byWorker.filter(([only]) => only === worker).length);
			expect(Math.min(...shares)).toBeGreaterThan(0);
		});

		it('knows on one worker what the other has sent, when a failed execution is retried', async () => {
			const people = ['33600123611', '33600123612'];
			await fleet().simulator.put('/faults', {
				faults: [{ on: 'request', kind: 'body', body: 'ERROR 03', match: { dest: '33600123612' } }],
			});
			const known = (await allEnded(fleet(), sending.id, 0)).length;
			await postJson(sending.urls[0], { messages: people.map((to) => ({ to, text: 'Une fois' })) });
			const failed = (await allEnded(fleet(), sending.id, known + 1)).at(-1);
			expect(failed?.status).toBe('error');
			const [first = 0] = await workersOf(fleet(), failed?.id ?? '');

			await fleet().workers[first === 0 ? 0 : 1].stop();
			await fleet().api.post(`/executions/${failed?.id}/retry`, { loadWorkflow: false });
			const retried = (await allEnded(fleet(), sending.id, known + 2)).at(-1);
			await fleet().workers[first === 0 ? 0 : 1].start();

			expect(retried?.status).toBe('success');
			expect(await workersOf(fleet(), retried?.id ?? '')).toEqual([1 - first]);
			expect(retried?.output.Send).toHaveLength(2);
			for (const to of people) expect(await fleet().simulator.messages(to)).toHaveLength(1);
		});
	});
}
