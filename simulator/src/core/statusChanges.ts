/** Enough for every real sequence; the control API may add statuses without end. */
const MOST_KEPT = 50;

/** Notes what became of a message, after what became of it before; the oldest is forgotten first. */
export function noteChange<Change>(changes: Change[], change: Change): void {
	changes.push(change);
	if (changes.length > MOST_KEPT) changes.shift();
}

/** Whether a message has had one of these statuses. */
export const hasStatus = <Status>(
	{ statusChanges }: { readonly statusChanges: readonly { readonly status: Status }[] },
	...wanted: readonly Status[]
): boolean => statusChanges.some(({ status }) => wanted.includes(status));
