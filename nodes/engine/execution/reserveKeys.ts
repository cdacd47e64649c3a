import { InvalidInput } from '../../../protocol/errors';
import { otherFormsOf } from '../../../protocol/recipients/phoneNumbers';
import { deduplicationKeyName, whatFor } from '../sending/deduplication';
import { keyFailures } from '../sending/keyStore';
import { shortHashOf } from '../sending/messageIdentity';
import type { Ready } from './readItems';
import type { Run } from './run';

/** Returns the deduplication keys of items that have one. */
export const keysOf = (items: readonly Ready[]): string[] =>
	items.flatMap(({ deduplicationKey }) => deduplicationKey ?? []);

const alreadySentHint =
	'Some items were sent before under the same deduplication key and were not sent again (alreadySent). A key belongs to the whole message, including recipients that were rejected or excluded: send one item per person.';

const peopleOf = ({ unfiltered }: Ready): string => [...(unfiltered.partitionKeys ?? [])].sort().join();

/** Whether the execution has sent a message to others with an item's key. One person may be known under several numbers. */
function isKeyOfOthers(readyItem: Ready, key: string, { log }: Run): boolean {
	const [people, keyFor] = [peopleOf(readyItem), log.keyForOf(key)];
	return keyFor !== undefined && ![people, ...otherFormsOf(people)].map(shortHashOf).includes(keyFor);
}

const keyOfOthers = (): InvalidInput =>
	new InvalidInput(
		deduplicationKeyName,
		'The earlier message of this execution to other recipients has the same key.',
		whatFor,
	);

/**
 * Reserves the deduplication keys of items that the run doesn't hold yet. Returns the items that may go out: the others have their outcome. An item that
 * Retry On Fail sent in part has its key already. In a retry of the execution it counts as pending, as a further retry
 * would know no more of it.
 */
export async function reserveKeys(items: readonly Ready[], run: Run): Promise<Ready[]> {
	const { keys, log, outcomes, addHint, context } = run;
	const execution = context.getExecutionId();
	const unreserved = items.flatMap(({ item, deduplicationKey }) =>
		deduplicationKey !== undefined && !keys.holds(deduplicationKey) && !log.continuesWithKey(item, execution)
			? [deduplicationKey]
			: [],
	);
	const reservations = await keys.reserve(unreserved);
	const reservationOf = new Map(unreserved.map((key, index) => [key, reservations[index]]));
	return items.filter((readyItem) => {
		const { item, deduplicationKey = '' } = readyItem;
		const reservation = reservationOf.get(deduplicationKey) ?? 'reserved';
		if (reservation === 'reserved') {
			if (readyItem.deduplicationKey !== undefined)
				log.ownKey(item, deduplicationKey, execution, shortHashOf(peopleOf(readyItem)));
			return true;
		}
		if (reservation === 'accepted' && isKeyOfOthers(readyItem, deduplicationKey, run))
			outcomes.fail([readyItem], keyOfOthers());
		else if (reservation === 'accepted') {
			addHint(alreadySentHint);
			outcomes.setOutput(readyItem, { alreadySent: true, deduplicationKey });
		} else outcomes.fail([readyItem], keyFailures[log.mayHaveReached(item) ? 'rest' : reservation]());
		return false;
	});
}

/** Releases the deduplication keys of items that reached nobody. A dry run has reserved none: its key may be another item's. */
export const releaseKeys = async (items: readonly Ready[], { keys, log }: Run): Promise<void> =>
	await keys.settle(
		'release',
		keysOf(items.filter(({ item, isDryRun }) => !isDryRun && !log.mayHaveReached(item))),
	);
