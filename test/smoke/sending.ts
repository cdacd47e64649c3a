import { textAt } from '../../playground/src/support/json';
import type { Stage } from './realN8n';
import {
	lastExecution,
	postMessages,
	publishChain,
	sendEach,
	splitMessages,
	webhook,
	type Published,
} from './workflow';

/** A send through stored executions, and what a retry of one sends again. */
export function sendingChecks({ real, credential }: Stage): void {
	describe('sending', () => {
		let sending: Published;
		let executions = 0;

		beforeAll(async () => {
			sending = await publishChain(
				real(),
				credential(),
				'Sending',
				webhook('smoke/send'),
				splitMessages,
				sendEach(),
			);
		});

		/** What one start of the workflow came to. */
		const send = async (messages: ReadonlyArray<{ to: string; text: string }>) => {
			await postMessages(sending, messages);
			executions += 1;
			return await lastExecution(real(), sending.id, executions);
		};

		it('reaches each person once, accents and all, with a reference in the output', async () => {
			const execution = await send([
				{ to: '+33 6 00 12 34 01', text: 'Votre colis est arrivé: 10 €' },
				{ to: '33600123402', text: 'Ça va? 🙂' },
			]);
			expect(execution.status).toBe('success');
			const arrived = [
				...(await real().simulator.messages('33600123401')),
				...(await real().simulator.messages('33600123402')),
			];
			expect(arrived.map(({ text }) => text)).toEqual(['Votre colis est arrivé: 10 €', 'Ça va? 🙂']);
			expect(execution.output.Send?.map((item) => textAt(item, 'reference'))).toEqual(
				arrived.map(({ references }) => references[0]),
			);
			expect(await real().simulator.undeclared()).toEqual([]);
		});

		/** Retries an execution as "Retry with original workflow" does, and gives the new one. */
		const retry = async (id: string) => {
			await real().api.post(`/executions/${id}/retry`, { loadWorkflow: false });
			executions += 1;
			return await lastExecution(real(), sending.id, executions);
		};

		it('does not send again what was accepted when a failed execution is retried', async () => {
			await real().simulator.put('/faults', {
				faults: [{ on: 'request', kind: 'body', body: 'ERROR 04', match: { dest: '33600123412' } }],
			});
			const failed = await send([
				{ to: '33600123411', text: 'First' },
				{ to: '33600123412', text: 'Second' },
			]);
			expect(failed.status).toBe('error');
			const retried = await retry(failed.id);
			expect(retried.status).toBe('success');
			expect(await real().simulator.messages('33600123411')).toHaveLength(1);
			expect(await real().simulator.messages('33600123412')).toHaveLength(1);
			expect(retried.output.Send).toHaveLength(2);
		});

		it('never repeats a send whose answer was lost, not even when the execution is retried', async () => {
			await real().simulator.put('/faults', {
				faults: [{ on: 'request', kind: 'cut-after', match: { dest: '33600123421' } }],
			});
			const failed = await send([{ to: '33600123421', text: 'Once' }]);
			expect(failed.status).toBe('error');
			expect(failed.error).toMatch(/may have been sent/i);
			const retried = await retry(failed.id);
			expect(retried.status).toBe('error');
			expect(await real().simulator.messages('33600123421')).toHaveLength(1);
		});
	});
}
