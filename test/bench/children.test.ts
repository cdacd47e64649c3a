import { runChild } from '../../bench/src/child';
import { isObject } from '../../playground/src/support/json';

/** What they measure is checked while they measure it: that it is complete, and what happened. */
it.each([['history.mjs'], ['poll.mjs'], ['largeWebhooks.mjs'], ['memory.mjs']])(
	'%s runs with the built nodes',
	async (script) => {
		const figures: unknown = JSON.parse(await runChild(script, '--once'));
		const values = Object.values(isObject(figures) ? figures : {});
		expect(values.length).toBeGreaterThan(1);
		expect(values.every((value) => typeof value === 'number' && value > 0)).toBe(true);
	},
	120_000,
);
