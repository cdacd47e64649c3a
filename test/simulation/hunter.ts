/** Runs histories from one seed to another, and tells its parent process the first that fails. */
import { historyOf, tryHistory } from './tester';

export interface Found {
	seed: number;
	rules: string[];
}

async function hunt(from: number, to: number): Promise<Found | undefined> {
	for (let seed = from; seed < to; seed++) {
		const { violations } = await tryHistory(historyOf(seed));
		if (violations.length > 0) return { seed, rules: [...new Set(violations.map(({ rule }) => rule))] };
	}
	return undefined;
}

const [from = 0, to = 0] = process.argv.slice(2).map(Number);
hunt(from, to).then(
	(found) => {
		if (found !== undefined) process.send?.(found);
		process.disconnect();
	},
	(error: unknown) => {
		console.error(error);
		process.exit(1);
	},
);
