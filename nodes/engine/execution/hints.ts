import { type Batch, batchItems } from './batchItems';
import type { Ready } from './readItems';

const inWords = (count: number): string => count.toLocaleString('en');

/** From this many requests on it is worth telling people that there could be fewer. */
const worthTelling = 20;

/** Tells after a run what batching its items would have saved, where it is worth a word. */
function batchingHint(batches: readonly Batch[]): string[] {
	const items = batches.flatMap((batch) => batch.items);
	const batchable = items.filter(({ batch, work }) => !batch && work.sharing !== undefined);
	const batched = batchItems(batchable.map((readyItem) => ({ ...readyItem, batch: true }))).length;
	if (batchable.length < worthTelling || batchable.length < 2 * batched) return [];
	return [
		`This run takes ${inWords(batchable.length)} requests. With Batch Items, it takes ${inWords(batched)}: items with the same content share a request.`,
	];
}

/** What there is to tell about batches of a run, and about those of their items that were carried out, by operation. */
export function hintsOn(sentItems: readonly Ready[], batches: readonly Batch[]): string[] {
	const operations = new Set(sentItems.map(({ operation }) => operation));
	const ofOperations = [...operations].flatMap((used) =>
		used.hints(sentItems.flatMap(({ operation, work }) => (operation === used ? work : []))),
	);
	return [...ofOperations, ...batchingHint(batches)];
}
