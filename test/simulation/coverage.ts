/** How often each pair of features is drawn: of two different groups out of options, faults and retries. */
import { channels, faultKinds, stepKinds, type History } from './history';

/** All features, by group. */
const features = {
	option: [
		...channels.map((channel) => `channel ${channel}`),
		...['node', 'engineTool', 'directTool'].map((runs) => `runs ${runs}`),
		...['batching', 'concurrency', 'keys', 'keyMissing', 'quota', 'schedule', 'validity', 'restricted'],
		...['continueOnFail', 'retryOnFail', 'invalid'],
	],
	fault: [...faultKinds, 'none'],
	retry: [
		...stepKinds,
		...['retryOfRetry', 'editText', 'editValidity', 'editBatching', 'editRecipients', 'clockText'],
		...['clockRecipients', 'stop', 'kill', 'twin', 'loop', 'repeatedCall'],
	],
} as const;

/** The features of a history, by group. */
function featuresOf(history: History): Record<'option' | 'fault' | 'retry', Set<string>> {
	const { options, clocks, runs, channel, faults, steps, rounds } = history;
	const { batching, concurrency, keys, quota, schedule, validity, restricted } = options;
	const on = (flags: Readonly<Record<string, boolean>>): string[] =>
		Object.entries(flags).flatMap(([name, isOn]) => (isOn ? [name] : []));
	const items = rounds.flat();
	const ends = [history.interruption, ...steps.map(({ interruption }) => interruption)];
	const retries = steps.filter(({ kind }) => kind !== 'newExecution');
	return {
		option: new Set([
			`channel ${channel}`,
			`runs ${runs}`,
			...on({
				batching,
				concurrency: concurrency > 1,
				keys,
				quota: quota !== undefined,
				schedule,
				validity,
				restricted,
			}),
			...on({ continueOnFail: history.continueOnFail, retryOnFail: history.retryOnFail }),
			...on({
				keyMissing: keys && items.some(({ key }) => key === undefined),
				invalid: items.some(({ bad }) => bad !== undefined),
			}),
		]),
		fault: new Set([...faults.map(({ kind }) => kind), ...(faults.length > 0 ? [] : ['none'])]),
		retry: new Set([
			...steps.map(({ kind }) => kind),
			...on({
				retryOfRetry: retries.length > 1 && retries.slice(1).some(({ kind }) => kind === 'retry'),
				editText: retries.some(({ edit }) => edit.text),
				editValidity: retries.some(({ edit }) => edit.validity),
				editBatching: retries.some(({ edit }) => edit.batching),
				editRecipients: retries.some(({ edit }) => edit.recipients),
				clockText: clocks.text,
				clockRecipients: clocks.recipients,
				stop: ends.some((end) => end?.kind === 'stop'),
				kill: ends.some((end) => end?.kind === 'kill'),
				twin: history.twin,
				loop: rounds.length > 1,
				repeatedCall: history.turns.length > 1,
			}),
		]),
	};
}

/** Pairs that cannot be drawn, and why. */
const impossible: ReadonlyArray<{ pattern: RegExp; reason: string }> = [
	{
		pattern: /runs \w+Tool × (?!clockText|repeatedCall)/,
		reason: 'an execution with an agent does not fail because of its tool, so it is not retried',
	},
	{
		pattern: /(?:keys|keyMissing|invalid|runs node) × repeatedCall/,
		reason: 'a model has calls, a node has items',
	},
];

export class Coverage {
	private readonly pairs = new Map<string, number>();

	add(history: History): void {
		const { option, fault, retry } = featuresOf(history);
		this.count(option, fault);
		this.count(option, retry);
		this.count(fault, retry);
	}

	/** Counts of another process. */
	merge(counts: ReadonlyArray<readonly [string, number]>): void {
		for (const [pair, count] of counts) this.pairs.set(pair, (this.pairs.get(pair) ?? 0) + count);
	}

	/** Every pair that was drawn. */
	counts(): Array<[string, number]> {
		return [...this.pairs];
	}

	/** Every pair that can be drawn, the rarest first. */
	rarest(): Array<[string, number]> {
		const { option, fault, retry } = features;
		const pairsOf = (some: readonly string[], others: readonly string[]): string[] =>
			some.flatMap((one) => others.map((other) => `${one} × ${other}`));
		return [...pairsOf(option, fault), ...pairsOf(option, retry), ...pairsOf(fault, retry)]
			.filter((pair) => !impossible.some(({ pattern }) => pattern.test(pair)))
			.map((pair): [string, number] => [pair, this.pairs.get(pair) ?? 0])
			.sort(([, a], [, b]) => a - b);
	}

	private count(some: ReadonlySet<string>, others: ReadonlySet<string>): void {
		for (const one of some) {
			for (const other of others) {
				const pair = `${one} × ${other}`;
				this.pairs.set(pair, (this.pairs.get(pair) ?? 0) + 1);
			}
		}
	}
}
