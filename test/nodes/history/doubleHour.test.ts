/** The hour that Paris has twice: of its second pass, all times are read as those of the first one. */
import type { IDataObject } from 'n8n-workflow';
import { benchForEachTest, found, hour, minute, numbered } from './bench';

const bench = benchForEachTest();

it.each([
	['on the day when the clocks change', '2026-10-25', 5_000, 10_500],
	['on the day when the clocks change, with short pages', '2026-10-25', 50, 120],
	['on another day', '2026-10-24', 5_000, 10_500],
])('a final status behind many messages comes %s', async (_what, day, mostRecords, count) => {
	bench.mostRecords = mostRecords;
	const at = (time: string): void => {
		bench.now = Date.parse(`${day}T${time}:00Z`);
	};
	const items: IDataObject[] = [];
	const tick = async (): Promise<void> => {
		items.push(...(await bench.tick()));
	};
	at('00:30');
	bench.trigger.parameters = { events: ['finalStatus', 'statusUnknown'], lookBack: 2 };
	bench.send('1', '0');
	await bench.publish();
	at('00:58');
	// A phone that is off for the night.
	const open = bench.send('2', '9');
	bench.now += minute;
	await tick();
	at('01:00');
	bench.sendAll(numbered(count, 10_000), (54 * minute) / count);
	await tick();
	for (const time of ['02:30', '03:10', '03:40', '04:10']) {
		at(time);
		bench.send(time.replace(':', ''), '0');
		await tick();
	}
	at('05:30');
	open.code = '0';
	items.push(...(await bench.settle(12)));
	for (let polls = 0; polls < 60; polls++) {
		bench.now += 4 * hour;
		if (polls % 6 === 0) bench.send(String(50_000 + polls), '0');
		await tick();
	}
	expect(found(items).filter((line) => / 2 /.test(line))).toEqual(['delivery_report 2 0']);
});

it.each<[string, number, number?]>([
	['2026-10-25', 50],
	['2026-10-24', 50],
	['2026-10-25', 5000],
	['2026-10-25', 5000, 12_000],
	['2026-10-24', 5000, 12_000],
])(
	'published in its second pass, nothing from before starts: %s, pages of %i, %s messages',
	async (day, most, count = 160) => {
		bench.mostRecords = most;
		bench.trigger.parameters = { events: ['finalStatus'], lookBack: 2 };
		bench.now = Date.parse(`${day}T00:00:00Z`);
		bench.sendAll(numbered(count), (80 * minute) / count);
		const items = await bench.publish(minute);
		await bench.expectOnlyNew(items, 24);
	},
);
