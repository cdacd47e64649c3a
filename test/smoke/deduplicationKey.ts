import type { Stage } from './realN8n';
import { lastExecution, postMessages, publishChain, sendEach, splitMessages, webhook } from './workflow';

/** The option Deduplication Key, whose names stand in n8n's own database. */
export function deduplicationKeyChecks({ real, credential }: Stage): void {
	describe('Deduplication Key', () => {
		it('sends in another execution only what no execution has sent before, and says which', async () => {
			const named = sendEach({ options: { deduplicationKey: '={{ $json.to }}-shipped' } });
			const sending = await publishChain(
				real(),
				credential(),
				'Sending once',
				webhook('smoke/once'),
				splitMessages,
				named,
			);
			const first = { to: '33600123441', text: 'Expédié: 10 €' };
			const second = { to: '33600123442', text: 'Ça part 🙂' };
			await postMessages(sending, [first]);
			const before = await lastExecution(real(), sending.id, 1);
			expect(before.output.Send).toEqual([expect.objectContaining({ accepted: true })]);
			await postMessages(sending, [first, second]);
			const again = await lastExecution(real(), sending.id, 2);
			expect(again.status).toBe('success');
			expect(again.output.Send).toEqual([
				{ alreadySent: true, deduplicationKey: '33600123441-shipped' },
				expect.objectContaining({ accepted: true }),
			]);
			expect(await real().simulator.messages(first.to)).toHaveLength(1);
			expect(await real().simulator.messages(second.to)).toHaveLength(1);
		});
	});
}
