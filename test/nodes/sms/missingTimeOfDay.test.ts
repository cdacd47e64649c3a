/** Send At out of a date and a time, where the item has no time. */
import { freezeDate } from '../../support/fixtureServer';
import { inLists } from '../../support/inLists';
import { clearProcessedData } from '../../support/processedData';
import { formOf, sendParameters } from '../../support/runNode';
import { serviceForEachTest } from '../../support/service';

const server = serviceForEachTest();
beforeEach(clearProcessedData);
afterEach(() => void jest.useRealTimers());

it.each([[{ date: '2026-01-06', tiem: '18:00' }], [{ date: '2026-01-06' }]])(
	'is an error: %j',
	async (item) => {
		freezeDate('2026-01-05T10:00:00+01:00');
		await server.run({
			parameters: { ...sendParameters, ...inLists({ scheduleAt: '={{ $json.date }} {{ $json.time }}' }) },
			items: [item],
			timezone: 'Europe/Paris',
		});
		expect(
			server.requests.map((request) => [formOf(request).get('date'), formOf(request).get('heure')]),
		).toEqual([]);
	},
);
