import { textAt, type JsonObject } from '../../playground/src/support/json';
import { waitUntilServed } from '../../playground/src/n8n/workflows';
import { rawGet } from './rawGet';
import type { Stage } from './realN8n';
import { acknowledged, toBeTriedAgain } from './webhooks';
import { done, endedExecutions, executionsUntil, publishChain, trigger, type Published } from './workflow';

/** Both triggers over real HTTP, as the service calls them. */
export function triggerChecks({ real, credential, restart }: Stage): void {
	describe('the triggers', () => {
		let reports: Published;
		let incoming: Published;

		const chain = (type: string, parameters: JsonObject) =>
			publishChain(real(), credential(), type, trigger(type, parameters), done);

		/** The events that have started a workflow, oldest first, once the one with `reference` has. */
		const eventsUpTo = async (published: Published, reference: string): Promise<JsonObject[]> => {
			const executions = await executionsUntil(
				real(),
				published,
				({ output }) => textAt(output.Trigger, 0, 'reference') === reference,
			);
			return executions.flatMap(({ output }) => output.Trigger ?? []);
		};
		const referencesUpTo = async (published: Published, reference: string): Promise<unknown[]> =>
			(await eventsUpTo(published, reference)).map((event) => event.reference);

		const sms = (reference: string, text: string): string =>
			`numero=33600123456&reference=${reference}&ts=1705326600&charset=UTF-8&message=${encodeURIComponent(text)}`;
		const report = (reference: string, status: number): string =>
			`numero=33600123456&reference=${reference}&accuse=${status}&ts=1705326600`;

		beforeAll(async () => {
			reports = await chain('smsboxDeliveryReportTrigger', { finalOnly: true, options: {} });
			incoming = await chain('smsboxIncomingSmsTrigger', { filters: { optOuts: 'without' }, options: {} });
		});

		it('answer plain OK and start the workflow with the event', async () => {
			const reply = await rawGet(reports.url, `${report('1001', 0)}&order=1%2B2%3D3`);
			expect(reply).toMatchObject(acknowledged);
			const [event] = await eventsUpTo(reports, '1001');
			expect(event).toMatchObject({
				channel: 'sms',
				event: 'delivery_report',
				reference: '1001',
				timestamp: expect.stringMatching(/^2024-01-15T/),
				status: { code: '0', delivered: true, final: true },
				callbackData: { order: '1+2=3' },
			});
		});

		it('acknowledge what the filters leave out, and start nothing', async () => {
			expect(await rawGet(incoming.url, sms('3001', 'STOP'))).toMatchObject(acknowledged);
			expect(await rawGet(reports.url, report('3002', 9))).toMatchObject(acknowledged);
			// One more of each that does start something: whatever had been started before it would be there by then.
			await rawGet(incoming.url, sms('3003', 'Hello'));
			await rawGet(reports.url, report('3004', 7));
			expect(await referencesUpTo(incoming, '3003')).not.toContain('3001');
			expect(await referencesUpTo(reports, '3004')).not.toContain('3002');
		});

		it('acknowledge an event that came before, and start nothing', async () => {
			const calls = [sms('4001', 'One'), sms('4002', 'Two'), sms('4002', 'Two'), sms('4001', 'One')];
			for (const call of calls) expect(await rawGet(incoming.url, call)).toMatchObject(acknowledged);
			await rawGet(incoming.url, sms('4003', 'Three'));
			const started = await referencesUpTo(incoming, '4003');
			expect(started.filter((reference) => String(reference).startsWith('400'))).toEqual([
				'4001',
				'4002',
				'4003',
			]);
		});

		it('refuse a request that is no callback with a status that the service tries again', async () => {
			const before = await endedExecutions(real(), reports.id);
			expect(await rawGet(reports.url, 'hello=world')).toMatchObject(toBeTriedAgain);
			expect(await rawGet(reports.url, '')).toMatchObject(toBeTriedAgain);
			await rawGet(reports.url, report('5001', 0));
			await eventsUpTo(reports, '5001');
			expect(await endedExecutions(real(), reports.id)).toHaveLength(before.length + 1);
		});

		it('still know after a restart of n8n what came before it', async () => {
			await rawGet(incoming.url, sms('6001', 'One'));
			await rawGet(incoming.url, sms('6002', 'Two'));
			await eventsUpTo(incoming, '6002');
			await restart();
			const { pathname } = new URL(incoming.url);
			const again = { method: 'GET', url: `${real().n8n.url}${pathname}` };
			await waitUntilServed(again);
			expect(await rawGet(again.url, sms('6002', 'Two'))).toMatchObject(acknowledged);
			await rawGet(again.url, sms('6003', 'Three'));
			const started = await referencesUpTo(incoming, '6003');
			expect(started.filter((reference) => String(reference).startsWith('600'))).toEqual([
				'6001',
				'6002',
				'6003',
			]);
		});
	});
}
