/** The name that somebody gave a file, as one that stays in its folder wherever it is saved; undefined for none. */
export function safeFileName(name: string | null): string | undefined {
	const safe = name?.replace(/[\\/:\p{Cc}]/gu, '_').trim() ?? '';
	return /^\.*$/.test(safe) ? undefined : safe;
}

/** The type in what somebody says of a file, without its parameters; undefined where none is said. */
export function mimeTypeIn(text: string | null): string | undefined {
	return /^\s*([\w.+-]+\/[\w.+-]+)\s*(?:;|$)/.exec(text ?? '')?.[1];
}
