import { withoutOptionalDigit } from '../../../protocol/recipients/phoneNumbers';
import type { Ready } from './readItems';
import { withCommas } from '../../../protocol/validation';

/** Items that go out together: one by itself, or several that share a request. */
export interface Batch {
	/** At least one, in order. */
	items: Ready[];
	/** Those of all its items; undefined where nobody knows whom they reach. */
	partitionKeys: string[] | undefined;
}

/** Equal for items that may share a request; undefined for one that goes by itself, as the rest of an earlier try does. */
function batchKey(
	{ item, operation, timeoutSeconds, batch, isDryRun, work, account }: Ready,
	isBegun: (item: number) => boolean,
): string | undefined {
	const { sharing, partitionKeys } = work;
	if (!batch || isBegun(item) || sharing === undefined || partitionKeys === undefined) return undefined;
	if (partitionKeys.length > sharing.mostRecipients) return undefined;
	return [operation.value, timeoutSeconds, isDryRun, account.id, sharing.key].join('\n');
}

/**
 * Makes batches of items, in their order: those that say the same go together, as many recipients as a request takes. Nobody's
 * messages change their order: an item joins an earlier batch only if none of its recipients is in that batch or a later one.
 *
 * @param isBegun whether an earlier attempt has sent a part of an item
 */
export function batchItems(
	ready: readonly Ready[],
	isBegun: (item: number) => boolean = () => false,
): Batch[] {
	const batches: Batch[] = [];
	const open = new Map<string | undefined, number>();
	/** By recipient: the last batch that they are in. */
	const lastBatchOf = new Map<string, number>();

	for (const readyItem of ready) {
		const { partitionKeys, sharing } = readyItem.work;
		const people = partitionKeys?.map(withoutOptionalDigit) ?? [];
		const key = batchKey(readyItem, isBegun);
		const index = open.get(key) ?? -1;
		const joined = batches[index]?.partitionKeys;
		const canJoin =
			joined !== undefined &&
			partitionKeys !== undefined &&
			joined.length + partitionKeys.length <= (sharing?.mostRecipients ?? 0) &&
			people.every((person) => (lastBatchOf.get(person) ?? -1) < index);
		const batchIndex = canJoin ? index : batches.push({ items: [], partitionKeys: partitionKeys && [] }) - 1;
		batches[batchIndex]?.items.push(readyItem);
		for (const person of people) {
			batches[batchIndex]?.partitionKeys?.push(person);
			lastBatchOf.set(person, batchIndex);
		}
		if (key !== undefined) open.set(key, batchIndex);
		// Nobody knows whom it reaches: what comes after it stays after it.
		if (partitionKeys === undefined) open.clear();
	}
	return batches;
}

/** From this many requests on it is worth telling people that there could be fewer. */
const worthTelling = 20;

/** Tells after a run what batching its items would have saved, where it is worth a word. */
function batchingHint(items: readonly Ready[]): string[] {
	const batchable = items.filter(({ batch, work }) => !batch && work.sharing !== undefined);
	const batched = batchItems(batchable.map((readyItem) => ({ ...readyItem, batch: true }))).length;
	if (batchable.length < worthTelling || batchable.length < 2 * batched) return [];
	return [
		`This run takes ${withCommas(batchable.length)} requests. With Batch Items, it takes ${withCommas(batched)}: items with the same content share a request.`,
	];
}

/** What there is to tell about the items of a run that were carried out, by operation, and about all those that were tried. */
export function hintsOn(sentItems: readonly Ready[], triedItems: readonly Ready[]): string[] {
	const operations = new Set(sentItems.map(({ operation }) => operation));
	const ofOperations = [...operations].flatMap((used) =>
		used.hints(sentItems.flatMap(({ operation, work }) => (operation === used ? work : []))),
	);
	return [...ofOperations, ...batchingHint(triedItems)];
}
