/** A time in the text makes no difference, in all ways in which an expression can say it. */
import { freezeDate } from '../../support/fixtureServer';
import { runLoop } from '../../support/loopBack';
import { clearProcessedData } from '../../support/processedData';
import { formOf, nodeName, number, plain, sendPerItem, sendPersonalized } from '../../support/runNode';
import { serviceForEachTest } from '../../support/service';

const server = serviceForEachTest();
beforeEach(clearProcessedData);
afterEach(() => void jest.useRealTimers());
function tick(): void {
	let second = 0;
	freezeDate('2026-01-05T10:00:00+01:00');
	server.onRequest = () =>
		jest.setSystemTime(new Date('2026-01-05T10:00:00+01:00').getTime() + (second += 1) * 1000);
}
it.each([
	'$now.toISO()',
	"DateTime.local({ zone: 'Europe/Paris' }).toISO()",
	"DateTime.utc({ locale: 'fr' }).toISO()",
	'(new Date).toISOString()',
	'Date()',
	"$now.diff(DateTime.fromISO('2026-01-01')).toISO()",
	"DateTime.fromISO('2026-01-05T10:00:00.500+01:00').diffNow().toMillis()",
	"DateTime.fromISO('2026-01-05T10:00:00.500+01:00').diffToNow('seconds')",
	"DateTime.fromISO('2026-01-05T10:00:00.500+01:00').isInLast(1, 'seconds')",
	'Interval.after(DateTime.fromMillis(0), 1).isBefore(DateTime.fromMillis(0)) + $now.toMillis()',
])('unknown outcome, the text says %s', async (code) => {
	tick();
	server.react = () => 'cut';
	const result = await runLoop(server.url, [{ to: number(0) }], {
		...sendPerItem,
		text: `=Now {{ ${code} }}`,
	});
	const errors = (result.runData[nodeName] ?? []).map(({ data }) => data?.['main']?.[1]?.[0]?.json['error']);
	expect([server.requests.map((request) => formOf(request).get('msg')), errors[0]]).toEqual([
		[expect.anything()],
		expect.stringContaining('May have'),
	]);
});

it('partly sent, with a time in the text: the rest goes to nobody, and the error says why', async () => {
	tick();
	server.script = [plain('OK 1'), plain('ERROR 04')];
	const list = Array.from({ length: 600 }, (_, index) => ({ to: number(index), variables: ['A'] }));
	const result = await runLoop(server.url, [{ list }], {
		...sendPersonalized,
		text: '=Hello %1%, {{ $now.toISO() }}',
		category: 'nonMarketingGroup',
	});
	const errors = (result.runData[nodeName] ?? []).map(({ data }) => data?.['main']?.[1]?.[0]?.json['error']);
	expect(errors[1]).toContain('text, recipients, options or account have changed');
	expect(server.requests.map((request) => formOf(request).get('dest')?.split(',').length)).toEqual([
		500, 100,
	]);
});
