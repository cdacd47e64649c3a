import type { IContextObject } from 'n8n-workflow';

export const allowedRecipientsName = 'allowedRecipients';
export const allowedGroupsName = 'allowedGroups';
export const maxMessagesName = 'maxMessages';

/** The options that limit what is sent, and do not change it. */
export const guardNames = [allowedRecipientsName, allowedGroupsName, maxMessagesName] as const;

/** How many messages a node has sent in an execution: over all rounds of a loop, and all calls of an AI agent. */
export interface Ledger {
	/**
	 * Counts the messages of a run, by item, unless they would be over the limit: then none of them is counted. Gives what the
	 * execution would come to.
	 */
	take: (counts: ReadonlyMap<number, number>, most: number) => { total: number; isTaken: boolean };
	/** It is certain that the messages of these items reached nobody. */
	giveBack: (items: Iterable<number>) => void;
}

const contextKey = 'smsboxCounted';

const isCounts = (stored: unknown): stored is Record<string, number> =>
	typeof stored === 'object' && stored !== null;

const sumOf = (counts: Iterable<number>): number => [...counts].reduce((sum, count) => sum + count, 0);

/**
 * A ledger over n8n's `getContext('node')`, that is kept with the execution. It counts without waiting for anything in between,
 * so that calls at the same time cannot both find the last free place.
 *
 * @param run by which a retry is known, so that it does not count twice; undefined where nothing tells one from a new call
 */
export function createLedger(context: IContextObject, run: number | undefined): Ledger {
	const stored: unknown = context[contextKey];
	const counted = isCounts(stored) ? stored : {};
	Object.assign(context, { [contextKey]: counted });
	const keysOf = (round: string): string[] =>
		Object.keys(counted).filter((key) => key.startsWith(`${round}:`));
	let round = run === undefined ? undefined : String(run);
	/** A call has its name from the moment when it is counted: another one may be under way. */
	const newRound = (): string => {
		let calls = 0;
		while (keysOf(`call ${calls}`).length > 0) calls += 1;
		return `call ${calls}`;
	};
	return {
		take(counts, most) {
			round ??= newRound();
			const own = new Set(keysOf(round));
			const others = Object.entries(counted).flatMap(([key, count]) => (own.has(key) ? [] : [count]));
			const total = sumOf(others) + sumOf(counts.values());
			if (total > most) return { total, isTaken: false };
			for (const [item, count] of counts) counted[`${round}:${item}`] = count;
			return { total, isTaken: true };
		},
		giveBack(items) {
			if (round === undefined) return;
			for (const item of items) Reflect.deleteProperty(counted, `${round}:${item}`);
		},
	};
}
