import type { ICheckProcessedOptions, IExecuteFunctions } from 'n8n-workflow';

/** What of n8n the keys need. */
export type KeyContext = Pick<IExecuteFunctions, 'helpers' | 'logger' | 'getNode' | 'getWorkflow'>;

/** Entries of a key: one when it is reserved, and two marks of its acceptance. */
export const reservedEntry = (key: string): string => `reserved:${key}`;
export const acceptedEntry = (key: string): string => `accepted:${key}`;
export const confirmedEntry = (key: string): string => `confirmed:${key}`;
const entriesPerKey = 3;

/** Removing is slow, by the length of the list: chunks grow and shrink so that none blocks n8n for long. */
const firstChunk = 50;
const longestStepMs = 50;

/** n8n's list of processed values of one node: it can be appended to, which also tells what was there, and removed from. */
export class ProcessedValues {
	private readonly options: ICheckProcessedOptions;
	private chunk = firstChunk;

	/** @param keys that are remembered at least */
	constructor(
		private readonly helpers: KeyContext['helpers'],
		keys: number,
	) {
		this.options = { mode: 'entries', maxEntries: keys * entriesPerKey };
	}

	/** Appends entries. Returns those that were there before. */
	async append(entries: string[]): Promise<Set<unknown>> {
		if (entries.length === 0) return new Set();
		const record = async (): Promise<Set<unknown>> =>
			new Set((await this.helpers.checkProcessedAndRecord(entries, 'node', this.options)).processed);
		// A second try: where another process has just made the list, n8n fails to make it once more.
		return await record().catch(record);
	}

	/** Removes entries, in chunks of measured size. */
	async remove(entries: readonly string[]): Promise<void> {
		for (let start = 0; start < entries.length;) {
			const some = entries.slice(start, start + this.chunk);
			const began = Date.now();
			await this.helpers.removeProcessed(some, 'node', this.options);
			start += some.length;
			const tookMs = Date.now() - began;
			if (tookMs > longestStepMs) this.chunk = Math.max(1, Math.floor(this.chunk / 2));
			else if (tookMs < longestStepMs / 4) this.chunk *= 2;
		}
	}

	/**
	 * Tells which of reserved keys were accepted. n8n's list can only be read by writing to it, so a key that is pending gets a
	 * mark of acceptance by being asked about, which is removed again. Acceptance has two marks, looked at one after the other:
	 * if n8n is killed before the removal, the second one is still missing, and the key stays pending.
	 */
	async acceptedAmong(keys: readonly string[]): Promise<Set<string>> {
		const marks = await this.append(keys.map(acceptedEntry));
		const marked = keys.filter((key) => marks.has(acceptedEntry(key)));
		const confirmations = await this.append(marked.map(confirmedEntry));
		const accepted = new Set(marked.filter((key) => confirmations.has(confirmedEntry(key))));
		const pending = keys.filter((key) => !accepted.has(key));
		const unconfirmed = marked.filter((key) => !accepted.has(key));
		await this.remove([...unconfirmed.map(confirmedEntry), ...pending.map(acceptedEntry)]);
		return accepted;
	}
}
