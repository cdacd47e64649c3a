/** Messages that come back when they are valid, or no longer valid. */
import { agentKinds, runAgent } from '../../support/agentHarness';
import { inLists } from '../../support/inLists';
import { runLoop } from '../../support/loopBack';
import { formOf, nodeName, number, plain, sendParameters, sendPerItem } from '../../support/runNode';
import { serviceForEachTest } from '../../support/service';

const server = serviceForEachTest((request) =>
	formOf(request).get('dest') === number(1) ? plain('OK 123456789012') : 'cut',
);

it.each([
	['at', '2026-01-05T22:00:00+01:00'],
	['control: hours are open', '2026-01-06T08:30:00+01:00'],
])(
	'Stop With an Error, an error output that leads back, hours that open meanwhile: sent once (%s)',
	async (_what, begin) => {
		// The first round takes until the morning: here by another item's request, in practice by a Wait node.
		server.freeze(begin);
		const morning = new Date('2026-01-06T09:00:00+01:00').getTime();
		server.onRequest = () => jest.setSystemTime(morning + server.requests.length * 60_000);
		const items = [
			{ to: number(0), category: 'marketing' },
			{ to: number(1), category: 'alert' },
		];
		await runLoop(server.url, items, {
			...sendPerItem,
			category: '={{ $json.category }}',
			text: '=Sale, sent {{ $now.toISO() }}. STOP 36180',
			...inLists({ outsideAllowedHours: 'error' }),
		});
		expect(server.countOf(number(0))).toBe(1);
	},
);

describe('after an unknown outcome, a message whose time has passed', () => {
	const marketing = { ...sendParameters, category: 'marketing', text: 'Sale. STOP 36180' };
	const cases = [
		['its hours', { ...marketing, ...inLists({ outsideAllowedHours: 'error' }) }],
		['its Send At', { ...sendParameters, ...inLists({ scheduleAt: '2026-01-05T19:46:00+01:00' }) }],
	] as const;
	beforeEach(() => {
		server.freeze('2026-01-05T19:45:00+01:00', '2026-01-05T20:10:00+01:00');
		server.script = ['cut'];
	});

	it.each(cases)('%s: the error says that it may have been sent', async (_what, parameters) => {
		const { runData } = await runLoop(server.url, [{}], parameters);
		const errors = (runData[nodeName] ?? []).map(({ data }) => data?.['main']?.[1]?.[0]?.json);
		expect(errors).toHaveLength(3);
		for (const { message = '' } of errors.slice(1).map((json) => ({ ...json })))
			expect(message).toContain('An earlier message of this execution may have been sent.');
	});

	it.each(
		cases.flatMap(([what, parameters]) => agentKinds.map((agent) => [what, agent, parameters] as const)),
	)('%s: so does that for a model (%s)', async (_what, agent, parameters) => {
		const { told } = await runAgent({ url: server.url, agent, parameters, script: [[{}], [{}]] });
		expect(told[1]).toContain('An earlier message may have been sent: do not send that one again.');
	});
});
