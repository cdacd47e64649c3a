/** Which part of a long conversation is drawn: never all of it, however long it is. */

const SIZE = 120;
const STEP = 80;

/**
 * @param {{ id: number }[]} entries oldest first
 * @param {number | null} anchor the id of the last entry that is shown; null follows the newest
 */
export function windowOf(entries, anchor, size = SIZE) {
	const found = anchor === null ? -1 : entries.findIndex(({ id }) => id === anchor);
	const end = found === -1 ? entries.length : found + 1;
	const start = Math.max(0, end - size);
	return { shown: entries.slice(start, end), earlier: start, later: entries.length - end };
}

/** The anchor with which earlier or later entries come into view; the one that is at the edge stays in it. */
function moved(entries, anchor, by, size = SIZE) {
	const { shown, earlier } = windowOf(entries, anchor, size);
	const end = Math.min(entries.length, Math.max(Math.min(size, entries.length), earlier + shown.length + by));
	return end === entries.length ? null : entries[end - 1].id;
}

export const earlierThan = (entries, anchor, size = SIZE) =>
	moved(entries, anchor, -Math.min(STEP, size), size);
export const laterThan = (entries, anchor, size = SIZE) => moved(entries, anchor, Math.min(STEP, size), size);

/** The anchor with which this entry stands in the middle. */
export function around(entries, id, size = SIZE) {
	const index = entries.findIndex((entry) => entry.id === id);
	if (index === -1 || index >= entries.length - size) return null;
	return entries[Math.min(entries.length - 1, index + Math.floor(size / 2))].id;
}
