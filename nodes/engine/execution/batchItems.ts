import type { Lane } from './concurrency';
import type { Ready } from './readItems';

/** Items that go out together: one by itself, or several that share a request. */
export interface Batch extends Lane {
	/** At least one, in order. */
	items: readonly Ready[];
}

interface OpenBatch {
	items: Ready[];
	names: string[] | undefined;
}

/** Whether an item may share a request with others; what an earlier try has sent in part goes on by itself. */
const isShareable = ({ batch, begun, work: { share, inOrder } }: Ready): boolean =>
	batch && begun === 0 && share !== undefined && inOrder !== undefined && inOrder.length <= share.most;

const batchKey = ({ operation, timeoutSeconds, work: { share } }: Ready): string =>
	[operation.value, timeoutSeconds, share?.key].join('\n');

/**
 * Makes batches of items, in their order: those that say the same go together, as many recipients as a request takes. Nobody's
 * messages change their order: an item joins an earlier batch only if none of its recipients is in that batch or a later one.
 */
export function batchesOf(ready: readonly Ready[]): Batch[] {
	const batches: OpenBatch[] = [];
	const open = new Map<string, number>();
	/** By recipient: the last batch that they are in. */
	const lastBatchOf = new Map<string, number>();

	for (const one of ready) {
		const { inOrder, share } = one.work;
		const isAlone = !isShareable(one);
		const index = isAlone ? undefined : open.get(batchKey(one));
		const batch = index === undefined ? undefined : batches[index];
		const fits =
			batch?.names !== undefined &&
			inOrder !== undefined &&
			batch.names.length + inOrder.length <= (share?.most ?? 0) &&
			inOrder.every((recipient) => (lastBatchOf.get(recipient) ?? -1) < (index ?? 0));
		let place = index ?? 0;
		if (fits) {
			batch.items.push(one);
			batch.names?.push(...inOrder);
		} else {
			place = batches.push({ items: [one], names: inOrder && [...inOrder] }) - 1;
			if (!isAlone) open.set(batchKey(one), place);
		}
		for (const recipient of inOrder ?? []) lastBatchOf.set(recipient, place);
		// Nobody knows whom it reaches: what comes after it stays after it.
		if (inOrder === undefined) open.clear();
	}
	return batches;
}

/** Returns how many requests items would take that share them. */
export const requestsBatched = (ready: readonly Ready[]): number =>
	batchesOf(ready.map((one) => ({ ...one, batch: true }))).length;
