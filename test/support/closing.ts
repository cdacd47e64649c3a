/** Ends something that was opened: a server, a process, a folder. */
export type Closer = () => Promise<void> | void;

/**
 * Closes what was opened, the last first, and forgets it. What cannot be closed keeps nothing else open.
 * @throws what the first of those said that could not be closed
 */
export async function closeAll(closers: Closer[]): Promise<void> {
	const failures: unknown[] = [];
	for (const close of closers.splice(0).reverse()) {
		try {
			await close();
		} catch (error) {
			failures.push(error);
		}
	}
	if (failures.length > 0) throw failures[0];
}
