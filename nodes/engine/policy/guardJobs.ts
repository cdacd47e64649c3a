import { checkGroup, tooMany } from './guard';
import type { Job } from '../execution/jobs';
import type { Ready } from '../execution/plan';
import { leastOf } from '../execution/volume';
import type { Run } from '../execution/work';

/** How many messages an item is. Throws where its group is not allowed. */
async function countOf({ guard, work }: Ready, job: Job, { session }: Run): Promise<number> {
	if (work.audience === undefined) return work.inOrder?.length ?? 1;
	const audience = await work.audience(session.ask(job).call);
	checkGroup(guard, audience);
	return audience.count;
}

const isLimited = ({ guard }: Ready): boolean => Object.keys(guard).length > 0;

/**
 * Holds jobs to the limits that the author of the workflow has set, before the first of them goes out. Gives those that may
 * go: where they are too many for the execution, none.
 */
export async function withinLimits(jobs: readonly Job[], run: Run): Promise<Job[]> {
	const { outcomes, recall } = run;
	const items = jobs.flatMap((job) => job.items.map((one) => ({ one, job })));
	if (!items.some(({ one }) => isLimited(one))) return [...jobs];
	const counts = new Map<number, number>();
	for (const { one, job } of items) {
		if (outcomes.isFatal()) return [];
		try {
			counts.set(one.item, await countOf(one, job, run));
		} catch (error) {
			outcomes.failBefore([one], error);
		}
	}
	const most = leastOf(items.map(({ one }) => one.guard.maxMessages ?? Infinity));
	const allowed = jobs.filter((job) => job.items.every(({ item }) => counts.has(item)));
	const { total, isTaken } = recall.ledger.take(counts, most);
	if (isTaken) return allowed;
	for (const { items: over } of allowed) outcomes.failBefore(over, tooMany(total, most));
	return [];
}
