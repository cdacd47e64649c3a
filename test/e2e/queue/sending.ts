import { listAt, textAt, type JsonObject } from '../../../playground/src/support/json';
import { postJson, sendEach, splitMessages, webhook } from '../support/workflow';
import { dryRunChain, expectDry, requestsTo } from '../support/dryRuns';
import { allEnded } from '../support/runs';
import { figure } from '../support/report';
import type { Fleet, Stage } from './fleet';
import { publish, workersOf, type Served } from './workflows';

/** Requests to the simulated service, by the number that they are for. */
async function requestsFor({ simulator }: Fleet, number: string): Promise<number> {
	const requests = listAt(await simulator.get('/requests'), 'requests');
	return requests.filter((request) => JSON.stringify(request).includes(number)).length;
}

/** An action node on a worker: what it sends, and what a try on another worker knows of it. */
export function sendingChecks(name: string, { fleet }: Stage): void {
	describe('sending on workers', () => {
		let sending: Served;
		let patient: Served;

		beforeAll(async () => {
			sending = await publish(fleet(), 'Sending', webhook('queue/send'), splitMessages, sendEach());
			const retrying = { ...sendEach(), retryOnFail: true, maxTries: 3, waitBetweenTries: 100 };
			patient = await publish(fleet(), 'Retrying', webhook('queue/retry'), splitMessages, retrying);
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
			figure('Queue mode', `${name}: sends by worker 1 and 2`, shares.join(' + '), 'each arrived once');
		});

		it('sends nothing in a dry run', async () => {
			const { simulator } = fleet();
			const dry = await publish(fleet(), 'Dry run', webhook('queue/dry'), ...dryRunChain);
			const before = await requestsTo(simulator);
			await postJson(dry.urls[0], {});
			const [execution] = await allEnded(fleet(), dry.id, 1);
			if (execution === undefined) throw new Error('n8n stored no execution');
			expectDry(execution, (await requestsTo(simulator)).slice(before.length));
		});

		it('sends only the rest when Retry On Fail tries again', async () => {
			const people = ['33600123601', '33600123602', '33600123603'];
			await fleet().simulator.put('/faults', {
				faults: [{ on: 'request', kind: 'body', body: 'ERROR 03', match: { dest: '33600123602' } }],
			});
			await postJson(patient.urls[0], { messages: people.map((to) => ({ to, text: 'Rappel: 9 h, café' })) });
			const [execution] = await allEnded(fleet(), patient.id, 1);
			expect(execution?.status).toBe('success');
			expect(execution?.output.Send).toHaveLength(3);
			for (const to of people) expect(await fleet().simulator.messages(to)).toHaveLength(1);
			expect(await Promise.all(people.map(async (to) => await requestsFor(fleet(), to)))).toEqual([1, 2, 1]);
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

/** A message as {@link sendEach} takes it. */
export const messagesTo = (...people: string[]): JsonObject => ({
	messages: people.map((to) => ({ to, text: 'Une fois: 5 €' })),
});
