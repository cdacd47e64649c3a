import type { Lane } from './lanes';
import {
	hashOf,
	type Members,
	type Memory,
	type Place,
	type Remembered,
	type RememberedGroup,
} from '../sending/memory';
import type { Ready } from './plan';

/** Items that go out together: one by itself, or several that share a request. */
export interface Job extends Lane {
	/** At least one, in order. */
	items: readonly Ready[];
	/** What an earlier try made of their shared request. */
	earlier?: Remembered;
}

/** What makes items into jobs: where they stand, and what earlier tries have made of them. */
export interface Known {
	run: Place['run'];
	memory: Pick<Memory, 'knows' | 'groups'>;
	/** See `originOf`, for several items. */
	originOf: (items: readonly number[]) => string;
}

function jobOf(items: readonly Ready[], earlier?: Remembered): Job {
	const inOrder = items.map(({ work }) => work.inOrder);
	const names = inOrder.includes(undefined) ? undefined : inOrder.flatMap((own) => own ?? []);
	return { items, names, ...(earlier && { earlier }) };
}

/** What an item says, and to whom: the same whoever else is in the request. */
const saidBy = ({ work, operation }: Ready): string =>
	hashOf(JSON.stringify([operation.value, work.share?.key, work.inOrder]));

/** The items of a shared request, for the memory; undefined for one by itself. */
export function membersOf({ items }: Job): Members | undefined {
	if (items.length === 1) return undefined;
	return Object.fromEntries(items.map((ready) => [String(ready.item), saidBy(ready)]));
}

interface Pack {
	items: Ready[];
	recipients: Set<string>;
}

/**
 * Puts items that say the same together, as many as a request takes. A recipient stands once in a request: who is to get
 * the same twice gets it with the next one.
 */
function packed(ready: readonly Ready[]): Ready[][] {
	const packs: Ready[][] = [];
	const latest = new Map<string, Pack>();
	for (const one of ready) {
		const { share, inOrder: recipients = [] } = one.work;
		if (share === undefined || recipients.length > share.most) {
			packs.push([one]);
			continue;
		}
		const key = [one.operation.value, one.timeoutSeconds, share.key].join('\n');
		const pack = latest.get(key);
		const fits =
			pack !== undefined &&
			pack.recipients.size + recipients.length <= share.most &&
			!recipients.some((recipient) => pack.recipients.has(recipient));
		if (fits) {
			pack.items.push(one);
			for (const recipient of recipients) pack.recipients.add(recipient);
		} else {
			const items = [one];
			packs.push(items);
			latest.set(key, { items, recipients: new Set(recipients) });
		}
	}
	return packs;
}

/** How many requests items would take that are combined. */
export const requestsCombined = (ready: readonly Ready[]): number => packed(ready).length;

/** The items of an earlier try's shared request that are still the same, and what became of them. */
function rebuilt(group: RememberedGroup, ready: ReadonlyMap<number, Ready>, known: Known): Job | undefined {
	const { members, remembered } = group;
	const indexes = Object.keys(members).map(Number);
	const isSame = known.originOf(indexes) === group.origin;
	const items = indexes.flatMap((index) => {
		const one = ready.get(index);
		if (one === undefined) return [];
		// What may have been sent counts as the same, whatever was changed in it.
		return isSame || remembered.state === 'sending' || members[index] === saidBy(one) ? [one] : [];
	});
	return items.length === 0 ? undefined : jobOf(items, remembered);
}

/**
 * Makes jobs of items, in their order. Items of which an earlier try knows something stay in the company that they had
 * then, or by themselves; all others go together as far as they may.
 */
export function jobsOf(ready: readonly Ready[], known: Known): Job[] {
	const left = new Map(ready.map((one) => [one.item, one]));
	const jobs: Job[] = [];
	for (const group of known.memory.groups(known.run)) {
		const job = rebuilt(group, left, known);
		if (job === undefined) continue;
		jobs.push(job);
		for (const { item } of job.items) left.delete(item);
	}
	const free: Ready[] = [];
	for (const one of left.values()) {
		if (one.combine && !known.memory.knows(known.run, one.item)) free.push(one);
		else jobs.push(jobOf([one]));
	}
	const all = [...jobs, ...packed(free).map((items) => jobOf(items))];
	return all.sort((a, b) => (a.items[0]?.item ?? 0) - (b.items[0]?.item ?? 0));
}
