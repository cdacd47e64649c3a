/** Nobody gets a message twice, none is dropped, none is reported that was not sent: over whole histories of use. */
import { largeHistories } from './large';
import { historyOf, report, shrink, tryHistory } from './tester';

const histories = 1_000;
/** As many seeds to a test, so that a failing one does not hide the others. */
const together = 100;
/** Long enough to shrink a failing history on a busy machine. */
const timeout = 300_000;

it.each(Array.from({ length: histories / together }, (_, index) => index * together))(
	'from seed %d, the outputs say what the service took',
	async (from) => {
		for (let seed = from; seed < from + together; seed++) {
			const { violations } = await tryHistory(historyOf(seed));
			const [first] = violations;
			if (first !== undefined) throw new Error(report(seed, await shrink(seed, first.rule)));
		}
	},
	timeout,
);

it.each(Object.entries(largeHistories))(
	'%s',
	async (_, history) => {
		const { violations } = await tryHistory(history);
		expect(violations.slice(0, 5)).toEqual([]);
	},
	timeout,
);
