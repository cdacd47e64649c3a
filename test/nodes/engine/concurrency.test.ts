import { setImmediate } from 'node:timers/promises';
import fc from 'fast-check';
import { firstPace, leastOf, nextPace, runPartitioned } from '../../../nodes/engine/execution/sendBatches';
import { gate } from '../../support/gate';

interface One {
	id: number;
	partitionKeys: string[] | undefined;
}

const turns = async (count: number): Promise<void> => {
	for (let turn = 0; turn < count; turn++) await setImmediate();
};

const works = fc.array(
	fc.record({
		partitionKeys: fc.option(fc.array(fc.constantFrom('a', 'b', 'c'), { maxLength: 2 }), { nil: undefined }),
		turns: fc.integer({ min: 0, max: 20 }),
	}),
	{ maxLength: 30 },
);

it('does everything once, never more than allowed at a time, and what shares a name in its order', async () => {
	await fc.assert(
		fc.asyncProperty(works, fc.integer({ min: 1, max: 5 }), async (given, atOnce) => {
			const all = given.map(({ partitionKeys }, id): One => ({ id, partitionKeys }));
			const log: Array<{ id: number; begins: boolean }> = [];
			let underWay = 0;
			let most = 0;
			await runPartitioned(
				all,
				() => atOnce,
				async ({ id }) => {
					underWay += 1;
					most = Math.max(most, underWay);
					log.push({ id, begins: true });
					await turns(given[id]?.turns ?? 0);
					log.push({ id, begins: false });
					underWay -= 1;
				},
				() => false,
			);
			expect(most).toBeLessThanOrEqual(atOnce);
			const at = (id: number, begins: boolean) =>
				log.findIndex((entry) => entry.id === id && entry.begins === begins);
			expect(log).toHaveLength(2 * all.length);
			for (const one of all) {
				for (const later of all.slice(one.id + 1)) {
					const mustWait =
						one.partitionKeys === undefined ||
						later.partitionKeys === undefined ||
						one.partitionKeys.some((name) => later.partitionKeys?.includes(name));
					if (mustWait) expect(at(one.id, false)).toBeLessThan(at(later.id, true));
				}
			}
		}),
	);
});

const ten = Array.from({ length: 10 }, (_, id): One => ({ id, partitionKeys: [String(id)] }));

it('begins nothing more when it is over, and waits for what is under way', async () => {
	const begun: number[] = [];
	const ended: number[] = [];
	const { open, opened } = gate();
	await runPartitioned(
		ten,
		() => 3,
		async ({ id }) => {
			begun.push(id);
			if (begun.length === 3) open();
			await opened;
			await turns(id);
			ended.push(id);
		},
		() => ended.length > 0,
	);
	expect(begun).toEqual([0, 1, 2]);
	expect(ended).toEqual([0, 1, 2]);
});

it('begins nothing more after work that rejects, waits for what is under way, and rejects', async () => {
	const ended: number[] = [];
	const run = runPartitioned(
		ten,
		() => 2,
		async ({ id }) => {
			await turns(1 + 20 * id);
			ended.push(id);
			if (id === 0) throw new Error('A fault of ours');
		},
		() => false,
	);
	await expect(run).rejects.toThrow('A fault of ours');
	expect(ended).toEqual([0, 1]);
});

it('more items than a function takes arguments have the least of their settings', () => {
	const settings = Array.from({ length: 150_000 }, (_, item) => (item === 77_777 ? 3 : 5));
	expect(leastOf(settings)).toBe(3);
});

describe('the pace of a run', () => {
	const after = (most: number, answers: string): number =>
		[...answers].reduce((pace, answer) => nextPace(pace, answer === 'x', most), firstPace(most)).limit;

	it.each([
		['begins with five', 20, '', 5],
		['begins with fewer where fewer are allowed', 2, '', 2],
		['stays for a round that is not over', 20, '....', 5],
		['doubles after a round without trouble', 20, '.....', 10],
		['doubles again after the next one', 20, '.'.repeat(15), 20],
		['never exceeds what is allowed', 12, '.'.repeat(40), 12],
		['is halved by trouble', 20, `${'.'.repeat(15)}x`, 10],
		['is one after trouble twice in a row', 20, `${'.'.repeat(15)}xx`, 1],
		['is halved twice where something good is in between', 20, `${'.'.repeat(15)}x.x`, 5],
		['grows again', 20, `xx${'.'.repeat(1 + 2 + 4)}`, 8],
		['begins a round anew after trouble', 20, '....x.', 2],
		['is never less than one', 1, 'xxx', 1],
	])('%s', (_what, most, answers, limit) => expect(after(most, answers)).toBe(limit));
});
