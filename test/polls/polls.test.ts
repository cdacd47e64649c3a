/** Every final status that the filters want comes, and nothing else, over histories that a seed decides. */
import { kinds, tryPolls } from './tester';

const histories = 36;

it.each(kinds.map((kind, index) => [kind, index] as const))(
	'%s: it comes as it happened',
	async (_kind, index) => {
		for (let round = 0; round < histories / kinds.length; round++) {
			const seed = round * kinds.length + index;
			const { violations } = await tryPolls(seed);
			expect([seed, violations.slice(0, 3)]).toEqual([seed, []]);
		}
	},
);
