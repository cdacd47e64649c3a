import type { IDataObject } from 'n8n-workflow';
import type { Reaction } from '../../support/httpServer';
import { plain } from '../../support/runNode';
import { benchForEachTest, delivered, found, numbered } from './bench';

const bench = benchForEachTest();
beforeEach(async () => {
	// The next messages begin with a second.
	await bench.publish(500);
});

/** Sends so many messages, two a second. */
function send(count: number): void {
	bench.sendAll(numbered(count, 1_000_000 + bench.messages.length), 500);
}

/** Lets something happen once, while the page that begins with this record is on its way. */
function during(first: number, disturb: () => void, length = 5_000): void {
	bench.fault = (_page, from) => {
		if (from !== first) return undefined;
		bench.fault = () => undefined;
		const answer = bench.answer(bench.page(from, length));
		disturb();
		return answer;
	};
}

it('reads on until two pages have nothing more, with references and without dates', async () => {
	send(12_000);
	expect(await bench.tick()).toHaveLength(12_000);
	expect(bench.asked).toEqual(['0', '4950', '9900', '11950', '12000'].map((from) => `${from} 5000 1`));
});

it.each<[what: string, reaction: Reaction]>([
	['is cut', 'cut'],
	['is rejected', plain('ERREUR')],
	['cannot be parsed', plain('15/06/2026 12:00:00;1;33600123456;A;0;1;x')],
])('loses nothing and repeats nothing when the second page %s', async (_what, reaction) => {
	send(6_000);
	const items: IDataObject[] = await bench.tick();
	send(6_000);
	bench.fault = (_page, from) => (from === 4_950 ? reaction : undefined);
	items.push(...(await bench.tick()));
	// The last second of a page comes with the next one.
	expect(items).toHaveLength(6_000 + 4_998);
	bench.fault = () => undefined;
	send(10);
	items.push(...(await bench.tick()), ...(await bench.tick()));
	expect(items).toHaveLength(12_010);
	expect(new Set(items.map(({ statusId }) => statusId)).size).toBe(12_010);
});

it('counts messages once that move to the next page meanwhile', async () => {
	send(5_010);
	during(4_950, () => {
		send(20);
	});
	expect(await bench.tick()).toHaveLength(5_010);
	expect(await bench.tick()).toHaveLength(20);
});

it.each([
	['a short page', 4_999],
	['an empty page', 0],
])('goes on after %s', async (_what, length) => {
	send(12_000);
	during(4_950, () => undefined, length);
	expect(await bench.tick()).toHaveLength(12_000);
});

it('reads 50,000 records a poll, and goes on in the next one', async () => {
	send(60_000);
	const first = 5_000 + 9 * 4_950 - 2;
	expect(await bench.tick()).toHaveLength(first);
	expect(await bench.tick()).toHaveLength(60_000 - first);
	expect(await bench.tick()).toEqual([]);
});

it('asks for one page where nothing has happened', async () => {
	send(12_000);
	await bench.tick();
	// The end of the history lay below new messages only: the next poll confirms it.
	await bench.tick();
	await bench.tick();
	expect(bench.asked).toEqual(['0 5000 1']);
});

it.each([0, 1, 3, 200])(
	'a first poll takes only what its first page has for earlier, of %d messages that are there',
	async (count) => {
		await bench.open();
		send(count);
		during(0, () => {
			send(2);
		});
		const items = [...(await bench.publish()), ...(await bench.tick())];
		expect(found(items)).toEqual(delivered(...numbered(2, 1_000_000 + count)));
	},
);
