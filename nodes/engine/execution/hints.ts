import type { Operation, Prepared } from '../operations/operation';

/** An item that was carried out. */
export interface Done {
	operation: Operation;
	work: Prepared;
}

/** What there is to tell about the items of a run together, by operation. */
export function hintsOn(done: readonly Done[]): string[] {
	const works = new Map<Operation, Prepared[]>();
	for (const { operation, work } of done) {
		const before = works.get(operation);
		if (before === undefined) works.set(operation, [work]);
		else before.push(work);
	}
	return [...works].flatMap(([operation, items]) => operation.hints(items));
}
