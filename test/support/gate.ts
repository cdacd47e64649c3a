/** A promise that a test fulfils when it is time. */
export function gate(): { open: () => void; opened: Promise<void> } {
	let open = (): void => undefined;
	const opened = new Promise<void>((resolve) => {
		open = resolve;
	});
	return { open, opened };
}
