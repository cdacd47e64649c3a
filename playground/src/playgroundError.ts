import { textAt } from './json';

/** Something that keeps the playground from going on, told so that the reader can put it right. */
export class PlaygroundError extends Error {
	override readonly name: string = 'PlaygroundError';

	/**
	 * @param message what went wrong, as a sentence
	 * @param mend how to put it right, as a sentence
	 * @param log the last lines of n8n's own log, where they tell more
	 */
	constructor(
		message: string,
		readonly mend?: string,
		readonly log?: string,
	) {
		super(message);
	}
}

/** n8n has ended by itself, or could not be started. */
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
