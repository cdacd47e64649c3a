/** A new key of the same account, where the first answer after it is odd. */
import type { IDataObject } from 'n8n-workflow';
import { Bench, found, hour, minute, numbered } from './bench';

let bench: Bench;
beforeEach(async () => {
	bench = await Bench.open();
});
afterEach(async () => {
	await bench.close();
});

async function run(between: () => Promise<IDataObject[]>): Promise<string[]> {
	bench.send('1', '0');
	await bench.publish();
	bench.now += minute;
	const open = bench.send('2', '9');
	await bench.tick();
	bench.now += minute;
	bench.send('3', '0');
	open.code = '0';
	const items = await between();
	bench.fault = () => undefined;
	items.push(...(await bench.settle(12)));
	return found(items).sort();
}
const expected = ['delivery_report 2 0', 'delivery_report 3 0'];

it('one empty answer, same key (control)', async () => {
	expect(
		await run(async () => {
			bench.fault = (page) => (page === 0 ? bench.answer([]) : undefined);
			return await bench.tick();
		}),
	).toEqual(expected);
});
it('one empty answer after a new key', async () => {
	expect(
		await run(async () => {
			bench.stage.apiKey = 'production';
			bench.fault = (page) => (page === 0 ? bench.answer([]) : undefined);
			return await bench.tick();
		}),
	).toEqual(expected);
});
it('a new key where nothing was there costs no more than the first poll', async () => {
	await bench.publish();
	bench.stage.apiKey = 'production';
	bench.mostRecords = 10;
	for (const [index, reference] of numbered(200).entries())
		bench.send(reference, '0', { at: bench.now - hour + index * 1000 });
	bench.now += minute;
	await bench.tick();
	expect(bench.requests).toBeLessThanOrEqual(3);
});

it('short pages after a new key', async () => {
	const more = numbered(60);
	expect(
		await run(async () => {
			bench.stage.apiKey = 'production';
			bench.mostRecords = 50;
			bench.sendAll(more);
			return await bench.tick();
		}),
	).toEqual([...more.map((r) => `delivery_report ${r} 0`), ...expected].sort());
});
it('short pages, same key (control)', async () => {
	const more = numbered(60);
	expect(
		await run(async () => {
			bench.mostRecords = 50;
			bench.sendAll(more);
			return await bench.tick();
		}),
	).toEqual([...more.map((r) => `delivery_report ${r} 0`), ...expected].sort());
});
