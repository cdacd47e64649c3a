import { checkGroup, tooMany } from '../policy/sendPolicy';
import { createReads } from '../sending/calls';
import type { Batch } from './batchItems';
import { leastOf } from './concurrency';
import type { Ready } from './readItems';
import { isDry } from './previewDryRuns';
import { reserveKeys } from './reserveKeys';
import type { Run } from './run';

/** How many messages an item is. Throws where its group is not allowed. */
async function countOf(one: Ready, run: Run): Promise<number> {
	const { policy, work } = one;
	if (work.groupInfo === undefined) return work.partitionKeys?.length ?? 1;
	const groupInfo = await work.groupInfo(createReads(one, run.log));
	checkGroup(policy, groupInfo);
	return groupInfo.count;
}

const isLimited = ({ policy }: Ready): boolean => Object.values(policy).some((limit) => limit !== undefined);

const countsOf = (batches: readonly Batch[], counts: ReadonlyMap<number, number>): Map<number, number> =>
	new Map(batches.flatMap(({ items }) => items.map(({ item }) => [item, counts.get(item) ?? 0])));

/**
 * Holds batches to the limits that the author of the workflow has set, before the first of them goes out. Returns those that
 * may go: where they are too many for the execution, none. Only what is about to be sent counts. So before the quota rejects
 * messages, their deduplication keys tell which of them were sent before; dry runs count apart.
 */
export async function checkPolicy(batches: readonly Batch[], run: Run): Promise<readonly Batch[]> {
	const { outcomes, log } = run;
	const items = batches.flatMap((batch) => batch.items);
	if (!items.some(isLimited)) return batches;
	const counts = new Map<number, number>();
	await outcomes.passing(items, async (one) => void counts.set(one.item, await countOf(one, run)));
	if (outcomes.isFatal()) return [];
	const quota = leastOf(items.map(({ policy }) => policy.maxMessages ?? Infinity));
	const allowed = batches.filter((batch) => batch.items.every(({ item }) => counts.has(item)));
	const fits = (some: readonly Batch[], isTaken: boolean): readonly Batch[] => {
		const total = log.takeQuota(countsOf(some, counts), quota, isTaken);
		if (total <= quota) return some;
		for (const { items: over } of some) outcomes.fail(over, tooMany(total, quota));
		return [];
	};
	const dry = fits(allowed.filter(isDry), false);
	const real = allowed.filter((batch) => !isDry(batch));
	const isKeyed = real.some((batch) =>
		batch.items.some(({ deduplicationKey }) => deduplicationKey !== undefined),
	);
	const total = log.takeQuota(countsOf(real, counts), quota, false);
	if (total <= quota || !isKeyed) return [...dry, ...fits(real, true)];
	const owners = new Set(
		await reserveKeys(
			real.flatMap((batch) => batch.items),
			run,
		),
	);
	const reserved = real.map((batch) => ({
		...batch,
		items: batch.items.filter((one) => owners.has(one)),
		isReserved: true,
	}));
	const left = reserved.filter((batch) => batch.items.length > 0);
	return [...dry, ...fits(left, true)];
}
