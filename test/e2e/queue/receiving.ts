import { fetchOnce } from '../../../playground/src/support/fetchOnce';
import { listAt, textAt } from '../../../playground/src/support/json';
import { waitFor } from '../../../playground/src/support/waitFor';
import { allEnded } from '../support/runs';
import { sendSms } from '../support/sendToSimulator';
import { attemptsInTime } from '../support/webhooks';
import { done, trigger } from '../support/workflow';
import type { Fleet, Stage } from './fleet';
import { publish, workersOf } from './workflows';

const text = 'Où est mon colis? 🙂';

/** A callback by GET and one by POST: how each comes about, and what stands in no other event. */
const callbacks = [
	{
		name: 'a delivery report',
		type: 'smsboxDeliveryReportTrigger',
		parameters: { finalOnly: true, options: {} },
		setting: 'deliveryReportUrl',
		cause: async ({ simulator }: Fleet) => await sendSms(simulator, '33600123701', text),
	},
	{
		name: 'an incoming WhatsApp message',
		type: 'smsboxWabaTrigger',
		parameters: { requestTypes: ['incoming_message'], options: {} },
		setting: 'wabaWebhookUrl',
		cause: async ({ simulator }: Fleet) =>
			(await simulator.wabaIncoming({ from: '33600123703', type: 'text', text })).messageId,
	},
];

/** Callbacks of the simulated service at a webhook processor, worked off by the workers. */
export function receivingChecks({ fleet }: Stage): void {
	describe('callbacks at a webhook processor', () => {
		it.each(callbacks)('$name starts a workflow, and a worker runs it', async (row) => {
			const served = await publish(fleet(), row.name, trigger(row.type, row.parameters), done);
			await fleet().simulator.configure({ [row.setting]: served.urls[0] });
			const cause = await row.cause(fleet());
			const [execution, ...others] = await allEnded(fleet(), served.id, 1);
			await fleet().simulator.configure({ [row.setting]: null });

			expect(others).toEqual([]);
			expect(execution?.status).toBe('success');
			expect(JSON.stringify(execution?.output.Trigger)).toContain(cause);
			expect(await workersOf(fleet(), execution?.id ?? '')).toHaveLength(1);
			const attempts = await waitFor(
				'every callback being acknowledged',
				async () => {
					const all = listAt(await fleet().simulator.get('/callbacks'), 'callbacks');
					const isOver = all.every((callback) => textAt(callback, 'state') === 'acknowledged');
					return isOver ? all.map((callback) => attemptsInTime(callback).length) : undefined;
				},
				{ seconds: 120 },
			);
			expect(new Set(attempts)).toEqual(new Set([1]));
		});

		it('are not answered by the main process, which only knows the editor', async () => {
			const served = await publish(fleet(), 'Elsewhere', trigger('smsboxIncomingSmsTrigger', {}), done);
			const { pathname } = new URL(served.urls[0]);
			const reply = await fetchOnce(
				`${fleet().main.url}${pathname}?numero=33600123456&reference=1&message=Hi`,
			);
			expect(await reply.text()).not.toBe('OK');
			expect(textAt(await fleet().api.get('/settings'), 'urlBaseWebhook')).toContain(fleet().proxy.url);
		});
	});
}
