import type { ICheckProcessedOptions, IExecuteFunctions } from 'n8n-workflow';

/** What of n8n the keys need. */
export type KeyContext = Pick<IExecuteFunctions, 'helpers' | 'logger' | 'getNode' | 'getWorkflow'>;

/** Entries of a key: one when it is reserved, and two marks of its acceptance. */
const reservedEntry = (key: string): string => `reserved:${key}`;
const acceptedEntry = (key: string): string => `accepted:${key}`;
const confirmedEntry = (key: string): string => `confirmed:${key}`;
const entriesPerKey = 3;

/** Removing is slow, by the length of the list: chunks grow and shrink so that none blocks n8n for long. */
const firstChunk = 50;
const longestStepMs = 50;

/** n8n's list of processed values of one node: it can be appended to, which also tells what was there, and removed from. */
export class ProcessedValues {
	private readonly options: ICheckProcessedOptions;
	private chunk = firstChunk;

	/**
	 * @param keys that are remembered at least
	 * @param falseMarks marks of keys that are pending, not removed yet; shared by all who use the list
	 */
	constructor(
		private readonly helpers: KeyContext['helpers'],
		keys: number,
		private readonly falseMarks: Set<string>,
	) {
		this.options = { mode: 'entries', maxEntries: keys * entriesPerKey };
	}

	/** Appends entries. Returns those that were there before. */
	private async append(entries: string[]): Promise<Set<unknown>> {
		if (entries.length === 0) return new Set();
		const record = async (): Promise<Set<unknown>> =>
			new Set((await this.helpers.checkProcessedAndRecord(entries, 'node', this.options)).processed);
		// A second try: where another process has just made the list, n8n fails to make it once more.
		return await record().catch(record);
	}

	/** Removes entries, in chunks of measured size. */
	private async remove(entries: readonly string[]): Promise<void> {
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

	/** Marks keys as accepted, and reserves others. Returns those that were not reserved before. */
	async record(reserved: readonly string[], accepted: readonly string[]): Promise<Set<string>> {
		const marks = accepted.flatMap((key) => [reservedEntry(key), acceptedEntry(key), confirmedEntry(key)]);
		const known = await this.append([...new Set([...reserved.map(reservedEntry), ...marks])]);
		for (const mark of marks) this.falseMarks.delete(mark);
		return new Set(reserved.filter((key) => !known.has(reservedEntry(key))));
	}

	/** Forgets keys that were reserved and not accepted. */
	async release(keys: readonly string[]): Promise<void> {
		await this.remove(keys.map(reservedEntry));
	}

	/**
	 * Tells which of reserved keys were accepted. n8n's list can only be read by writing to it, so a key that is pending gets a
	 * mark of acceptance by being asked about, which is removed again, before anything else is asked. Acceptance has two marks,
	 * looked at one after the other: if n8n is killed before the removal, the second one is still missing, and the key stays
	 * pending.
	 */
	async acceptedAmong(keys: readonly string[]): Promise<Set<string>> {
		await this.removeFalseMarks();
		const marked = await this.askFor(keys, acceptedEntry);
		const confirmed = await this.askFor(marked, confirmedEntry);
		// The second mark goes first: alone it would stay.
		for (const key of marked) if (!confirmed.includes(key)) this.falseMarks.add(acceptedEntry(key));
		await this.removeFalseMarks();
		return new Set(confirmed);
	}

	/** Returns the keys whose entry is there. Those of the others are there now, too. */
	private async askFor(keys: readonly string[], entryOf: (key: string) => string): Promise<string[]> {
		const known = await this.append(keys.map(entryOf));
		for (const entry of keys.map(entryOf)) if (!known.has(entry)) this.falseMarks.add(entry);
		return keys.filter((key) => known.has(entryOf(key)));
	}

	private async removeFalseMarks(): Promise<void> {
		await this.remove([...this.falseMarks]);
		this.falseMarks.clear();
	}
}
