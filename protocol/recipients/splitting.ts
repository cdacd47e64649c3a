import type { Exchange } from '../exchange';
import { withCommas } from '../validation';

/** How many recipients one request takes (service.md#sms-parameters, service.md#waba-requests). */
export interface RequestLimits {
	readonly recipients: number;
	/** SMS with variables of their own for each recipient. */
	readonly personalized: number;
	/** SMS of strategies 1 and 2: the blacklists are not checked for them. */
	readonly restricted: number;
}

export const requestLimits: RequestLimits = { recipients: 5000, personalized: 500, restricted: 50 };

/** The entries in their order, without those whose key has been seen before. */
export function firstOfEach<Entry>(entries: readonly Entry[], keyOf: (entry: Entry) => string): Entry[] {
	const seen = new Set<string>();
	return entries.filter((entry) => {
		const key = keyOf(entry);
		if (seen.has(key)) return false;
		seen.add(key);
		return true;
	});
}

/** The entries in their order, at most `size` to a chunk. */
export function inChunks<Entry>(entries: readonly Entry[], size: number): Entry[][] {
	return Array.from({ length: Math.ceil(entries.length / size) }, (_, index) =>
		entries.slice(index * size, (index + 1) * size),
	);
}

/** In words, for the person who reads that one of several requests failed. */
function coveredBy(index: number, chunks: readonly (readonly unknown[])[]): string {
	const preceding = chunks.slice(0, index).reduce((sum, chunk) => sum + chunk.length, 0);
	const last = preceding + (chunks[index]?.length ?? 0);
	return last === preceding + 1
		? `recipient ${withCommas(last)}`
		: `recipients ${withCommas(preceding + 1)} to ${withCommas(last)}`;
}

/** One exchange a chunk of recipients; where there are several, each says which recipients it covers. */
export function exchangesOf<Entry, Result>(
	chunks: readonly (readonly Entry[])[],
	exchangeOf: (chunk: readonly Entry[]) => Exchange<Result>,
): Exchange<Result>[] {
	const exchanges = chunks.map(exchangeOf);
	if (exchanges.length === 1) return exchanges;
	const parts = chunks.map((_, index) => coveredBy(index, chunks));
	const list = exchanges.flatMap(({ recipients = [] }) => recipients);
	return exchanges.map((exchange, index) => ({ ...exchange, covers: parts[index] ?? '', parts, list }));
}
