import type { ICheckProcessedOptions, IExecuteFunctions } from 'n8n-workflow';

/** What of n8n the keys need. */
export type KeyContext = Pick<IExecuteFunctions, 'helpers' | 'logger' | 'getNode' | 'getWorkflow'>;

/**
 * What was known of a key when it was to be reserved. `pending`: the outcome of its message is unknown; `inProgress`: another
 * execution of this process is sending it.
 */
export type Reservation = 'reserved' | 'pending' | 'inProgress' | 'accepted';

/** Keys to reserve, to accept and to release, in one write. */
export type Changes = Record<'reserve' | 'accept' | 'release', string[]>;

/** Entries of a key: one when it is reserved, and two marks of its acceptance. */
const reservedEntry = (key: string): string => `reserved:${key}`;
const acceptedEntry = (key: string): string => `accepted:${key}`;
const confirmedEntry = (key: string): string => `confirmed:${key}`;
const entriesPerKey = 3;

/** Removing is slow, by the length of the list: chunks grow and shrink so that none blocks n8n for long. */
const firstChunk = 50;
const longestStepMs = 50;

/** What all who use the list of a node share in this process. */
export interface ListState {
	/** Marks of keys that are pending, not removed yet. */
	falseMarks: Set<string>;
	/** Entries that certainly fit before n8n drops the oldest; counted anew once they are used up. */
	room: number;
}

/** Of the room that was counted, this share is relied on: other processes fill the list, too. */
const ownShareOfRoom = 1 / 8;

/** The keys in n8n's list of processed values of one node, which can be appended to, and tells then what was there, and removed from. */
export class ProcessedValues {
	private readonly options: ICheckProcessedOptions;
	private chunk = firstChunk;

	/** @param keys that are remembered at least */
	constructor(
		private readonly helpers: KeyContext['helpers'],
		keys: number,
		private readonly state: ListState,
	) {
		this.options = { mode: 'entries', maxEntries: keys * entriesPerKey };
	}

	/**
	 * Writes changes: all that is appended goes together. Returns what was known of each key to reserve: of two who want one in the
	 * same write, the second finds it taken.
	 */
	async write({ reserve, accept, release }: Changes): Promise<(key: string) => Reservation> {
		const reservations = [...new Set(reserve)];
		const marks = accept.flatMap((key) => [reservedEntry(key), acceptedEntry(key), confirmedEntry(key)]);
		const knownEntries = await this.append([...new Set([...reservations.map(reservedEntry), ...marks])]);
		for (const mark of marks) this.state.falseMarks.delete(mark);
		const fresh = new Set(reservations.filter((key) => !knownEntries.has(reservedEntry(key))));
		const removeAndLookUp = async (): Promise<Set<string>> => {
			// The reservation of a key is older than its marks of acceptance, and n8n drops it first.
			if (fresh.size > 0 && (await this.isFull())) await this.remove([...fresh].map(acceptedEntry));
			const accepted = await this.acceptedAmong(reservations.filter((key) => !fresh.has(key)));
			await this.remove(release.map(reservedEntry));
			return accepted;
		};
		const accepted = await removeAndLookUp().catch(async (error: unknown) => {
			await this.remove([...fresh].map(reservedEntry));
			throw error;
		});
		return (key) => (fresh.delete(key) ? 'reserved' : accepted.has(key) ? 'accepted' : 'pending');
	}

	/** Appends entries. Returns those that were there before. */
	private async append(entries: string[]): Promise<Set<unknown>> {
		if (entries.length === 0) return new Set();
		const record = async (): Promise<Set<unknown>> =>
			new Set((await this.helpers.checkProcessedAndRecord(entries, 'node', this.options)).processed);
		// A second try: where another process has just made the list, n8n fails to make it once more.
		const knownEntries = await record().catch(record);
		this.state.room -= entries.length - knownEntries.size;
		return knownEntries;
	}

	/** Whether n8n may have dropped entries. */
	private async isFull(): Promise<boolean> {
		const { helpers, options, state } = this;
		if (state.room > 0) return false;
		const roomLeft = (options.maxEntries ?? 0) - (await helpers.getProcessedDataCount('node', options));
		state.room = Math.floor(roomLeft * ownShareOfRoom);
		return roomLeft <= 0;
	}

	/** Removes entries, in chunks of measured size. */
	private async remove(entries: readonly string[]): Promise<void> {
		for (let start = 0; start < entries.length;) {
			const slice = entries.slice(start, start + this.chunk);
			const began = Date.now();
			await this.helpers.removeProcessed(slice, 'node', this.options);
			start += slice.length;
			const tookMs = Date.now() - began;
			if (tookMs > longestStepMs) this.chunk = Math.max(1, Math.floor(this.chunk / 2));
			else if (tookMs < longestStepMs / 4) this.chunk *= 2;
		}
	}

	/**
	 * Tells which of reserved keys were accepted. n8n's list can only be read by writing to it, so a key that is pending gets a
	 * mark of acceptance by being asked about, which is removed again, before anything else is asked. Acceptance has two marks,
	 * looked at one after the other: if n8n is killed before the removal, the second one is still missing, and the key stays
	 * pending.
	 */
	private async acceptedAmong(keys: readonly string[]): Promise<Set<string>> {
		await this.removeFalseMarks();
		const marked = await this.askFor(keys, acceptedEntry);
		const confirmed = await this.askFor(marked, confirmedEntry);
		// The second mark goes first: alone it would stay.
		for (const key of marked) if (!confirmed.includes(key)) this.state.falseMarks.add(acceptedEntry(key));
		await this.removeFalseMarks();
		return new Set(confirmed);
	}

	/** Returns the keys whose entry is there. Those of the others are there now, too. */
	private async askFor(keys: readonly string[], entryOf: (key: string) => string): Promise<string[]> {
		const knownEntries = await this.append(keys.map(entryOf));
		for (const entry of keys.map(entryOf)) if (!knownEntries.has(entry)) this.state.falseMarks.add(entry);
		return keys.filter((key) => knownEntries.has(entryOf(key)));
	}

	private async removeFalseMarks(): Promise<void> {
		await this.remove([...this.state.falseMarks]);
		this.state.falseMarks.clear();
	}
}
