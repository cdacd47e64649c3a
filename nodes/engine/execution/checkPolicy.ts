import { checkGroup, tooMany } from '../policy/sendPolicy';
import { createReads } from '../sending/calls';
import { leastOf } from './concurrency';
import type { Ready } from './readItems';
import { reserveKeys } from './reserveKeys';
import type { Run } from './run';

/** How many messages an item is. Throws where its group is not allowed. */
async function countOf(readyItem: Ready, run: Run): Promise<number> {
	const { policy, work } = readyItem;
	if (work.groupInfo === undefined) return work.partitionKeys?.length ?? 1;
	const groupInfo = await work.groupInfo(createReads(readyItem, run.log));
	checkGroup(policy, groupInfo);
	return groupInfo.count;
}

const isLimited = ({ policy }: Ready): boolean => Object.values(policy).some((limit) => limit !== undefined);

/**
 * Holds items to the limits that the author of the workflow has set, before the first of them goes out. Returns those that
 * may go: where they are too many for the execution, none. Only what is about to be sent counts. So before the quota rejects
 * messages, their deduplication keys tell which of them were sent before; dry runs count apart.
 */
export async function checkPolicy(items: readonly Ready[], run: Run): Promise<readonly Ready[]> {
	const { outcomes, log } = run;
	if (!items.some(isLimited)) return items;
	const counts = new Map<number, number>();
	const allowed = await outcomes.passing(
		items,
		async (readyItem) => void counts.set(readyItem.item, await countOf(readyItem, run)),
	);
	if (outcomes.isFatal()) return [];
	const quota = leastOf(items.map(({ policy }) => policy.maxMessages ?? Infinity));
	const totalWith = (counted: readonly Ready[], isTaken: boolean): number =>
		log.takeQuota(new Map(counted.map(({ item }) => [item, counts.get(item) ?? 0])), quota, isTaken);
	const fitting = (counted: readonly Ready[], isTaken: boolean): readonly Ready[] => {
		const total = totalWith(counted, isTaken);
		if (total <= quota) return counted;
		outcomes.fail(counted, tooMany(total, quota));
		return [];
	};
	const dry = allowed.filter(({ isDryRun }) => isDryRun);
	const real = allowed.filter(({ isDryRun }) => !isDryRun);
	const unsent = totalWith(real, false) > quota ? await reserveKeys(real, run) : real;
	return [...fitting(dry, false), ...fitting(unsent, true)];
}
