/** The oldest line of a history, which is the only one on the page below the first. */
import { HistoryPolling } from '../../support/historyPolling';
import { formOf, plain } from '../../support/runNode';
import { serviceForEachTest } from '../../support/service';

const now = Date.parse('2026-06-15T20:00:30Z');
const lines = ['15/06/2026 22:00:02;1001;33600123456;A;0;1;0', '?'];

const server = serviceForEachTest((request) => {
	const form = formOf(request);
	const from = Number(form.get('from'));
	return plain(lines.slice(from, from + Number(form.get('nb'))).join('\n'));
});

it('may be one that cannot be read: the workflow can be published', async () => {
	const trigger = new HistoryPolling(server.url, () => now);
	await trigger.publish();
	lines.unshift('15/06/2026 22:00:20;1002;33600123456;A;0;1;0');
	await trigger.tick();
	expect(trigger.items.map(({ reference }) => reference)).toEqual(['1002']);
});
