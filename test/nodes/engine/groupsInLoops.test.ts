/** A group chosen by name, and a time in the text: an unknown outcome comes back in a loop, or a tool repeats the call. */
import { agentKinds, runAgent } from '../../support/agentHarness';
import { freezeDate } from '../../support/fixtureServer';
import { runLoop } from '../../support/loopBack';
import { clearProcessedData } from '../../support/processedData';
import { formOf, plain, sendParameters } from '../../support/runNode';
import { serviceForEachTest } from '../../support/service';

const isSend = (path: string): boolean => path.includes('action=envoigroupe');
const server = serviceForEachTest(({ path }) => (isSend(path) ? 'cut' : plain('1;VIP Clients;2\n2;Staff;7')));
beforeEach(clearProcessedData);
afterEach(() => void jest.useRealTimers());

const sends = () =>
	server.requests.filter(({ path }) => isSend(path)).map((request) => formOf(request).get('msg'));
function tick(): void {
	let second = 0;
	freezeDate('2026-01-05T10:00:00+01:00');
	server.onRequest = () => {
		jest.setSystemTime(new Date('2026-01-05T10:00:00+01:00').getTime() + (second += 1) * 1000);
	};
}
const parametersBy = (mode: string, value: string) => ({
	...sendParameters,
	operation: 'sendToGroup',
	category: 'nonMarketingGroup',
	group: { __rl: true, mode, value },
	text: '=Closed from {{ $now.toISO() }}',
});

it.each([
	['id', '1'],
	['name', 'VIP Clients'],
])('loop: an unknown outcome is not sent again, group by %s', async (mode, value) => {
	tick();
	await runLoop(server.url, [{}], parametersBy(mode, value));
	expect(sends()).toHaveLength(1);
});

describe.each(agentKinds)('agent %s', (agent) => {
	it.each([
		['id', '1'],
		['name', 'VIP Clients'],
	])('tool: the same message twice, group by %s', async (mode, value) => {
		tick();
		server.react = ({ path }) => plain(isSend(path) ? 'OK 123456789012' : '1;VIP Clients;2');
		await runAgent({
			url: server.url,
			agent,
			parameters: { ...parametersBy(mode, value), safetyOptions: {} },
			script: [[{}], [{}]],
		});
		expect(sends()).toHaveLength(1);
	});
});
