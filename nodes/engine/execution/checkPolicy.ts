import { checkGroup, tooMany } from '../policy/sendPolicy';
import { createCalls } from '../sending/calls';
import type { Batch } from './batchItems';
import { leastOf } from './concurrency';
import type { Ready } from './readItems';
import type { Run } from './run';

/** How many messages an item is. Throws where its group is not allowed. */
async function countOf(one: Ready, { reads: transport, log }: Run): Promise<number> {
	const { policy, work } = one;
	if (work.groupInfo === undefined) return work.partitionKeys?.length ?? 1;
	const groupInfo = await work.groupInfo(createCalls({ transport, log, retryPauses: [] }, [one]));
	checkGroup(policy, groupInfo);
	return groupInfo.count;
}

const isLimited = ({ policy }: Ready): boolean => Object.values(policy).some((limit) => limit !== undefined);

/**
 * Holds batches to the limits that the author of the workflow has set, before the first of them goes out. Returns those that
 * may go: where they are too many for the execution, none.
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
	const { total, isTaken } = log.takeQuota(counts, quota);
	if (isTaken) return allowed;
	for (const { items: over } of allowed) outcomes.fail(over, tooMany(total, quota));
	return [];
}
