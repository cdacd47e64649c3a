import { textAt } from './json';

/** An error that stops the playground, with instructions to fix it. */
export class PlaygroundError extends Error {
	override readonly name: string = 'PlaygroundError';

	/**
	 * @param message what went wrong, as a sentence
	 * @param remediation how to fix it, as a sentence
	 * @param log the last lines of n8n's log, where they help
	 */
	constructor(
		message: string,
		readonly remediation?: string,
		readonly log?: string,
	) {
		super(message);
	}
}

/** n8n exited by itself or didn't start. */
export class N8nEnded extends PlaygroundError {
	override readonly name = 'N8nEnded';
}

/** The message of anything that was thrown. */
export function messageOf(thrown: unknown): string {
	return textAt(thrown, 'message') || String(thrown);
}

/** Node's own code of a failed system call (`EADDRINUSE`, `ENOENT` …), or `''`. */
export function systemCode(thrown: unknown): string {
	return textAt(thrown, 'code');
}

/** Codes of failed system calls, and of Node's own operations on files. */
const codeOfSystem = /^(E[A-Z0-9]+|ERR_FS_\w+)$/;
const isForbidden = new Set(['EACCES', 'EPERM']);

/** A failed system call as an error of the playground, `undefined` for anything else. */
export function systemFailure(thrown: unknown): PlaygroundError | undefined {
	const code = systemCode(thrown);
	if (!codeOfSystem.test(code)) return undefined;
	return new PlaygroundError(
		`A system call failed: ${messageOf(thrown)}.`,
		isForbidden.has(code)
			? 'If another user started the playground, as with `sudo`, run `sudo chown -R "$(id -u)" .` in the repository.'
			: 'Check the disk space and the owner of playground/.data. Then try again.',
	);
}
