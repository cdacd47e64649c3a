/** A tool sends the same message to the same recipients once, even if an expression adds the time. */
import { agentKinds, runAgent } from '../../support/agentHarness';
import { freezeDate } from '../../support/fixtureServer';
import { inLists } from '../../support/inLists';
import { clearProcessedData } from '../../support/processedData';
import { formOf, sendParameters } from '../../support/runNode';
import { serviceForEachTest } from '../../support/service';

const server = serviceForEachTest();
beforeEach(clearProcessedData);
afterEach(() => void jest.useRealTimers());

describe.each(agentKinds)('agent %s', (agent) => {
	it.each([
		['$now', { text: '=Now {{ $now.toISO() }}' }],
		['DateTime.local with a zone', { text: "=Now {{ DateTime.local({ zone: 'Europe/Paris' }).toISO() }}" }],
		['diffNow', { text: "=In {{ DateTime.fromISO('2026-02-05').diffNow('seconds').seconds }} seconds" }],
		[
			'Send At',
			{
				text: 'Hi',
				...inLists({
					scheduleAt: "={{ DateTime.local({ zone: 'Europe/Paris' }).plus({ hours: 1 }).toISO() }}",
				}),
			},
		],
		[
			'Callback Data with the whole input',
			{
				text: 'Hi',
				...inLists({
					callbackData: { entry: [{ name: 'call', value: '={{ JSON.stringify($input.item.json) }}' }] },
				}),
			},
		],
		[
			'Callback Data with the whole $json',
			{
				text: 'Hi',
				...inLists({ callbackData: { entry: [{ name: 'call', value: '={{ JSON.stringify($json) }}' }] } }),
			},
		],
	])('%s', async (_what, parameters) => {
		let minute = 0;
		freezeDate('2026-01-05T10:00:00+01:00');
		server.onRequest = () =>
			jest.setSystemTime(new Date('2026-01-05T10:00:00+01:00').getTime() + (minute += 1) * 61_000);
		await runAgent({
			url: server.url,
			agent,
			parameters: { ...sendParameters, ...parameters },
			script: [[{}], [{}]],
		});
		expect(server.requests.map((request) => formOf(request).get('msg'))).toHaveLength(1);
	});
});
