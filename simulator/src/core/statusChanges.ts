/** Enough for every real sequence; the control API may add statuses without end. */
const MOST_KEPT = 50;

/** Notes what became of a message, after what became of it before; the oldest is forgotten first. */
export function noteChange<Change>(changes: Change[], change: Change): void {
	changes.push(change);
	if (changes.length > MOST_KEPT) changes.shift();
}

/** Whether a status is news of a message: it has not had it yet, and none of those after which nothing follows. */
export const isNews = (
	changes: readonly { status: string }[],
	status: string,
	over: readonly string[],
): boolean => !changes.some((change) => change.status === status || over.includes(change.status));
