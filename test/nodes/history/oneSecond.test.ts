import type { IDataObject } from 'n8n-workflow';
import { benchForEachTest, delivered, found, minute, numbered } from './bench';

const bench = benchForEachTest();

/** What one send to lists makes: thousands of messages of one second, more than a page has. */
it.each([0, 3, 30, 200])(
	'more messages of one second than a page has, below %d younger ones, all come',
	async (younger) => {
		await bench.publish(minute);
		const many = numbered(12_000, 100_000);
		bench.sendAll(many, 0);
		const others = numbered(younger, 500_000);
		bench.sendAll(others, 200);
		const items: IDataObject[] = [];
		const later: string[] = [];
		for (let poll = 0; poll < 6; poll++) {
			bench.now += minute;
			const reference = String(600_000 + poll);
			bench.send(reference, '0');
			later.push(reference);
			items.push(...(await bench.tick()));
		}
		items.push(...(await bench.settle(4)));
		const wanted = delivered(...many, ...others, ...later);
		const came = new Set(found(items));
		expect(wanted.filter((event) => !came.has(event))).toEqual([]);
		expect(found(items)).toHaveLength(wanted.length);
	},
);

it.each([
	[12_000, 5_000],
	[60, 40],
	[60_000, 5_000],
])('of %d messages of one second, pages of %d, none is new to the first poll', async (count, mostRecords) => {
	bench.mostRecords = mostRecords;
	bench.sendAll(numbered(count), 0);
	const items = await bench.publish(minute);
	await bench.expectOnlyNew(items, 6);
});
