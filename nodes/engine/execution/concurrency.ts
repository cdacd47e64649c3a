/** Something that goes out. */
export interface Partitioned {
	/** Names what it concerns: of two with a name in common, the second waits for the first. */
	partitionKeys: readonly string[] | undefined;
}

/**
 * Does all work in its order, at most `atOnce` at a time. Work without names goes alone. `work` must not reject; when
 * `isOver` says so, no more is begun, and what is under way is awaited.
 */
export async function runPartitioned<Work extends Partitioned>(
	all: readonly Work[],
	atOnce: number,
	work: (one: Work) => Promise<void>,
	isOver: () => boolean,
): Promise<void> {
	const underWay = new Set<Promise<void>>();
	const busy = new Set<string>();

	for (const one of all) {
		const { partitionKeys: names } = one;
		const isBusy = (): boolean =>
			names === undefined || underWay.size >= atOnce || names.some((name) => busy.has(name));
		while (underWay.size > 0 && isBusy()) await Promise.race(underWay);
		if (isOver()) break;
		for (const name of names ?? []) busy.add(name);
		const done = work(one).finally(() => {
			underWay.delete(done);
			for (const name of names ?? []) busy.delete(name);
		});
		underWay.add(done);
		if (names === undefined) await done;
	}
	await Promise.all(underWay);
}

/** The least of any number of settings: `Math.min` cannot take as many as there may be items. */
export const leastOf = (settings: readonly number[]): number =>
	settings.reduce((least, setting) => Math.min(least, setting), Infinity);
