import { NodeFailure } from '../errors';
import { createReads } from '../sending/calls';
import type { Batch } from './batchItems';
import { hintsOn } from './hints';
import type { Ready } from './readItems';
import type { Run } from './run';

const counted = (count: number, what: string): string =>
	`${count.toLocaleString('en')} ${what}${count === 1 ? '' : 's'}`;

/**
 * Gives the items of dry runs what they would send, in place of sending it. Nothing leaves but reads, no deduplication key is
 * reserved, and nothing enters the send log.
 *
 * @param isAll whether the run sends nothing else
 */
export async function previewDryRuns(batches: readonly Batch[], run: Run, isAll: boolean): Promise<void> {
	const { outcomes, addHint, log } = run;
	const previewed: Ready[] = [];
	let requests = 0;
	for (const { items } of batches) {
		const previews = await outcomes.passing(items, async (readyItem) => {
			// An item of which an earlier try has sent a part isn't shown as one of which nothing was sent.
			if (log.begunOf(readyItem.item) > 0)
				throw new NodeFailure({
					kind: 'notSent',
					message: 'Not sent: Dry Run is on',
					description: 'Turn it off to send the rest.',
				});
			const preview = readyItem.work.preview?.();
			const batchSize = items.length > 1 && { batchSize: items.length };
			// Without it, nobody knows how many people a group has.
			const groupInfo = await readyItem.work.groupInfo?.(createReads(readyItem, log));
			const recipientCount = groupInfo && { recipientCount: groupInfo.count };
			outcomes.setOutput(readyItem, { ...recipientCount, ...preview, ...batchSize });
			// Items that share a request take one.
			requests += (preview?.requests ?? 0) / items.length;
		});
		previewed.push(...previews);
	}
	hintsOn(previewed, batches).forEach(addHint);
	const { problems } = outcomes;
	if (batches.length + problems > 0) {
		const [what, needed] = [counted(previewed.length, 'item'), counted(Math.round(requests), 'request')];
		const failing =
			problems > 0 ? ` ${counted(problems, 'item')} would fail: see problem in the output.` : '';
		const intro = isAll ? 'Dry run: nothing was sent.' : 'Dry run of some items:';
		addHint(`${intro} ${what} would take ${needed}.${failing}`);
	}
}
