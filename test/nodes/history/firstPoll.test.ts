import { serviceForEachTest } from '../../support/service';
import { HistoryPolling } from '../../support/historyPolling';
import { formOf, plain } from '../../support/runNode';

const now = Date.parse('2026-06-15T20:00:00Z');

let lines: string[];
/** How many messages are sent after a request, by the request's number. */
let sentAfter: number[];
const server = serviceForEachTest((request) => {
	const form = formOf(request);
	const from = Number(form.get('from'));
	const page = lines.slice(from, from + Number(form.get('nb')));
	for (let left = sentAfter.shift() ?? 0; left > 0; left--) send();
	return plain(page.join('\n'));
});

function send(): void {
	const time = new Date(Date.UTC(2026, 5, 15, 22) + lines.length * 1000).toISOString().slice(11, 19);
	lines.unshift(`15/06/2026 ${time};${1_000_000 + lines.length};33600123456;A;0;1;0`);
}

beforeEach(async () => {
	lines = [];
	sentAfter = [];
});

it.each([0, 1, 3, 200])(
	'takes only what its first page has for earlier, of %d messages that are there',
	async (count) => {
		for (let sent = 0; sent < count; sent++) send();
		sentAfter = [2, 0];
		const trigger = new HistoryPolling(server.url, () => now);
		await trigger.publish();
		await trigger.tick();
		expect(trigger.items.map(({ reference }) => reference)).toEqual(
			[0, 1].map((index) => String(1_000_000 + count + index)),
		);
	},
);
