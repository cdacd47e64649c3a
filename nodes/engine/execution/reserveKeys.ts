import { otherFormsOf, withoutOptionalDigit } from '../../../protocol/recipients/phoneNumbers';
import { NodeFailure } from '../errors';
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

/** A hash of the one person or group that an item is for; empty for several people, who may have come to be others since. */
async function keyForOf({ unfiltered }: Ready): Promise<string> {
	const { partitionKeys: [number, ...further] = [] } = unfiltered;
	if (number !== undefined) return further.length > 0 ? '' : shortHashOf(withoutOptionalDigit(number));
	const first = await unfiltered.firstExchange();
	return shortHashOf(JSON.stringify(first?.message?.().perPerson ?? null));
}

/** Whether the execution has sent an item's key to somebody else, or may have. One person may be known under several numbers. */
function isKeyOfOthers({ unfiltered }: Ready, keyFor: string, earlier: string): boolean {
	const forms = (unfiltered.partitionKeys ?? []).flatMap(otherFormsOf).map(withoutOptionalDigit);
	return keyFor !== '' && earlier !== '' && ![keyFor, ...forms.map(shortHashOf)].includes(earlier);
}

const keyOfOthers = (): NodeFailure =>
	new NodeFailure({
		kind: 'invalidInput',
		field: deduplicationKeyName,
		message: 'Another message of this execution has this key.',
		description: whatFor,
		toModel: 'This message was not sent. Each needs another deduplication key.',
	});

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
	const keyed = items.filter(({ deduplicationKey }) => deduplicationKey !== undefined);
	const keyForItem = new Map<Ready, string>();
	for (const readyItem of keyed) keyForItem.set(readyItem, await keyForOf(readyItem));
	return items.filter((readyItem) => {
		const { item, deduplicationKey = '' } = readyItem;
		const reservation = reservationOf.get(deduplicationKey) ?? 'reserved';
		if (reservation === 'reserved') {
			const keyFor = keyForItem.get(readyItem);
			if (keyFor !== undefined) log.ownKey(item, deduplicationKey, execution, keyFor);
			return true;
		}
		if (isKeyOfOthers(readyItem, keyForItem.get(readyItem) ?? '', log.keyForOf(deduplicationKey)))
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
