import { historyOf, tryHistory } from './tester';

it('runs the history of a seed in the same way each time', async () => {
	for (const seed of [1, 2, 3, 4, 5]) {
		const [once, again] = [await tryHistory(historyOf(seed)), await tryHistory(historyOf(seed))];
		expect(again.trace.requests).toEqual(once.trace.requests);
		expect(again.trace.executions).toEqual(once.trace.executions);
	}
});
