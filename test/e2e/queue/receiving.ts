import { fetchOnce } from '../../../playground/src/support/fetchOnce';
import { textAt } from '../../../playground/src/support/json';
import { attemptsOf } from '../../smoke/webhooks';
import { done, trigger } from '../../smoke/workflow';
import { callbacks } from './events';
import type { Stage } from './fleet';
import { endedExecutions, publish, workersOf } from './workflows';

/** Callbacks of the simulated service at a webhook processor, worked off by the workers. */
export function receivingChecks({ fleet }: Stage): void {
	describe('callbacks at a webhook processor', () => {
		it.each(callbacks)('$name starts a workflow, and a worker runs it', async (row) => {
			const served = await publish(fleet(), row.name, trigger(row.type, row.parameters), done);
			await fleet().simulator.configure({ [row.setting]: served.urls[0] });
			const cause = await row.cause(fleet());
			const [execution, ...others] = await endedExecutions(fleet(), served, 1);
			await fleet().simulator.configure({ [row.setting]: null });

			expect(others).toEqual([]);
			expect(execution?.status).toBe('success');
			expect(JSON.stringify(execution?.output.Trigger)).toContain(cause);
			expect(await workersOf(fleet(), execution?.id ?? '')).toHaveLength(1);
			expect(new Set(await attemptsOf(fleet(), ''))).toEqual(new Set([1]));
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
