import type { Partitioned } from './concurrency';
import type { Ready } from './readItems';

/** Items that go out together: one by itself, or several that share a request. */
export interface Batch extends Partitioned {
	/** At least one, in order. */
	items: readonly Ready[];
}

interface OpenBatch {
	items: Ready[];
	partitionKeys: string[] | undefined;
}

/** Whether an item may share a request with others; what an earlier try has sent in part goes on by itself. */
const isShareable = ({ batch, begun, work: { share, partitionKeys } }: Ready): boolean =>
	batch &&
	begun === 0 &&
	share !== undefined &&
	partitionKeys !== undefined &&
	partitionKeys.length <= share.most;

const batchKey = ({ operation, timeoutSeconds, work: { share } }: Ready): string =>
	[operation.value, timeoutSeconds, share?.key].join('\n');

/**
 * Makes batches of items, in their order: those that say the same go together, as many recipients as a request takes. Nobody's
 * messages change their order: an item joins an earlier batch only if none of its recipients is in that batch or a later one.
 */
export function batchItems(ready: readonly Ready[]): Batch[] {
	const batches: OpenBatch[] = [];
	const open = new Map<string, number>();
	/** By recipient: the last batch that they are in. */
	const lastBatchOf = new Map<string, number>();

	for (const one of ready) {
		const { partitionKeys, share } = one.work;
		const isAlone = !isShareable(one);
		const index = isAlone ? undefined : open.get(batchKey(one));
		const batch = index === undefined ? undefined : batches[index];
		const fits =
			batch?.partitionKeys !== undefined &&
			partitionKeys !== undefined &&
			batch.partitionKeys.length + partitionKeys.length <= (share?.most ?? 0) &&
			partitionKeys.every((recipient) => (lastBatchOf.get(recipient) ?? -1) < (index ?? 0));
		let place = index ?? 0;
		if (fits) {
			batch.items.push(one);
			batch.partitionKeys?.push(...partitionKeys);
		} else {
			place = batches.push({ items: [one], partitionKeys: partitionKeys && [...partitionKeys] }) - 1;
			if (!isAlone) open.set(batchKey(one), place);
		}
		for (const recipient of partitionKeys ?? []) lastBatchOf.set(recipient, place);
		// Nobody knows whom it reaches: what comes after it stays after it.
		if (partitionKeys === undefined) open.clear();
	}
	return batches;
}

/** Returns how many requests items would take that share them. */
export const requestsBatched = (ready: readonly Ready[]): number =>
	batchItems(ready.map((one) => ({ ...one, batch: true }))).length;
