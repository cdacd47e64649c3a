/** How often each pair of features of the census is drawn, by channel. */
import { features, impossible } from './census';
import { channels, type Channel, type History } from './history';

const firstWord = (feature: string): string => feature.split(' ')[0] ?? '';

const isImpossible = (...pair: readonly [string, string]): boolean =>
	impossible.some(([one, other]) =>
		[pair, [...pair].reverse()].some(([a = '', b = '']) => one.test(a) && other.test(b)),
	);

/** Every pair that a channel can have. */
function pairsOf(channel: Channel): string[] {
	const own = features.map(([name]) => name).filter((name) => !isImpossible(`channel ${channel}`, name));
	return own.flatMap((one, index) =>
		own
			.slice(index + 1)
			.filter((other) => firstWord(one) !== firstWord(other) && !isImpossible(one, other))
			.map((other) => `${channel}: ${one} × ${other}`),
	);
}

export class Coverage {
	private readonly pairs = new Map<string, number>();

	add(history: History): void {
		const drawn = features.filter(([, isDrawn]) => isDrawn(history)).map(([name]) => name);
		for (const [index, one] of drawn.entries())
			for (const other of drawn.slice(index + 1)) this.count(`${history.channel}: ${one} × ${other}`, 1);
	}

	/** Counts of another process. */
	merge(counts: ReadonlyArray<readonly [string, number]>): void {
		for (const [pair, count] of counts) this.count(pair, count);
	}

	/** Every pair that was drawn. */
	counts(): Array<[string, number]> {
		return [...this.pairs];
	}

	/** Every pair that can be drawn, the rarest first. */
	rarest(): Array<[string, number]> {
		return channels
			.flatMap(pairsOf)
			.map((pair): [string, number] => [pair, this.pairs.get(pair) ?? 0])
			.sort(([, a], [, b]) => a - b);
	}

	private count(pair: string, times: number): void {
		this.pairs.set(pair, (this.pairs.get(pair) ?? 0) + times);
	}
}
