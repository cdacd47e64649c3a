import fc from 'fast-check';
import { runPartitioned } from '../../../nodes/engine/execution/concurrency';

interface One {
	id: number;
	partitionKeys: string[] | undefined;
}

const turns = async (count: number): Promise<void> => {
	for (let turn = 0; turn < count; turn++) await Promise.resolve();
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
				atOnce,
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

it('begins nothing more when it is over, and waits for what is under way', async () => {
	const begun: number[] = [];
	const ended: number[] = [];
	const all = Array.from({ length: 10 }, (_, id): One => ({ id, partitionKeys: [String(id)] }));
	await runPartitioned(
		all,
		3,
		async ({ id }) => {
			begun.push(id);
			await turns(10 + id);
			ended.push(id);
		},
		() => ended.length > 0,
	);
	expect(begun).toEqual([0, 1, 2]);
	expect(ended).toEqual([0, 1, 2]);
});
