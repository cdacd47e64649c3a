/** Runs histories from one seed to another, and tells its parent process of each that fails, or of the first one alone. */
import { Coverage } from './coverage';
import { historyOf, report, shrink, tryHistory } from './tester';

export interface Figures {
	histories: number;
	requests: number;
	messages: number;
	failures: number;
}

export type Message =
	| { kind: 'progress'; figures: Figures }
	| { kind: 'failure'; seed: number; rules: string[]; report: string | undefined }
	| { kind: 'end'; figures: Figures; pairs: ReadonlyArray<readonly [string, number]> };

/** Failures of one kind are mostly one fault: that many of each are shrunk and shown. */
const shownOfEach = 3;

async function work(
	from: number,
	to: number,
	step: number,
	isHunt: boolean,
	tell: (message: Message) => Promise<void>,
): Promise<void> {
	const figures: Figures = { histories: 0, requests: 0, messages: 0, failures: 0 };
	const coverage = new Coverage();
	const seen = new Map<string, number>();
	let told = process.hrtime.bigint();
	for (let seed = from; seed < to; seed += step) {
		const drawn = historyOf(seed);
		coverage.add(drawn);
		const { trace, violations } = await tryHistory(drawn);
		figures.histories += 1;
		figures.requests += trace.requests.length;
		figures.messages += trace.requests.reduce((sum, { taken }) => sum + taken.length, 0);
		const [first] = violations;
		if (first !== undefined) {
			figures.failures += 1;
			const rules = [...new Set(violations.map(({ rule }) => rule))];
			const kind = rules.join(' ');
			seen.set(kind, (seen.get(kind) ?? 0) + 1);
			const isShown = !isHunt && (seen.get(kind) ?? 0) <= shownOfEach;
			const shown = isShown ? report(seed, await shrink(seed, first.rule)) : undefined;
			await tell({ kind: 'failure', seed, rules, report: shown });
			if (isHunt) break;
		}
		if (process.hrtime.bigint() - told < 2_000_000_000n) continue;
		told = process.hrtime.bigint();
		await tell({ kind: 'progress', figures });
	}
	await tell({ kind: 'end', figures, pairs: coverage.counts() });
}

const [from = 0, to = 0, step = 1, isHunt = 0] = process.argv.slice(2).map(Number);
/** Returns once the message has left: a process that disconnects before drops it. */
const tellParent = async (message: Message): Promise<void> => {
	await new Promise<void>((resolve, reject) => {
		process.send?.(message, undefined, undefined, (error) => (error === null ? resolve() : reject(error)));
	});
};
work(from, to, step, isHunt === 1, tellParent).then(
	() => process.disconnect(),
	(error: unknown) => {
		console.error(error);
		process.exit(1);
	},
);
