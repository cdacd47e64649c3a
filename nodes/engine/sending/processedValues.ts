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

/** Entries of a key: when it is reserved, when its message was accepted, and while it is asked about. */
const reservedEntry = (key: string): string => `reserved:${key}`;
const acceptedEntry = (key: string): string => `accepted:${key}`;
const askedEntry = (key: string): string => `asked:${key}`;
const entriesPerKey = 3;
/** What part of all keys is asked about at once: their entries push out others, and so have room of their own. */
const questionsPart = 20;
/** The first entry of a list, and so the first that n8n drops: while it is there, nothing was dropped. */
const firstEntry = 'first';

/** Removing is slow, by the length of the list: chunks of keys grow and shrink so that none blocks n8n for long. */
const firstChunk = 50;
const longestStepMs = 50;

/** What all who use the list of a node share in this process. */
export interface ListState {
	/** By key that was asked about: entries of that question, not removed yet. */
	questions: Map<string, string[]>;
	/** Keys that are known as accepted: asking about them costs a removal each. */
	accepted: Set<string>;
	/** Whether n8n has dropped entries of the list, as far as this process knows. */
	hasDropped: boolean;
}

/** The keys in n8n's list of processed values of one node, which can be appended to, and tells then what was there, and removed from. */
export class ProcessedValues {
	private readonly options: ICheckProcessedOptions;
	private readonly questionsAtOnce: number;
	private chunk = firstChunk;

	/** @param keys that are remembered at least */
	constructor(
		private readonly helpers: KeyContext['helpers'],
		keys: number,
		private readonly state: ListState,
	) {
		this.questionsAtOnce = Math.ceil(keys / questionsPart);
		this.options = { mode: 'entries', maxEntries: keys * entriesPerKey + 2 * this.questionsAtOnce + 1 };
	}

	/**
	 * Writes changes: all that is appended goes together. Returns what was known of each key to reserve: of two who want one in the
	 * same write, the second finds it taken.
	 */
	async write({ reserve, accept, release }: Changes): Promise<(key: string) => Reservation> {
		const reservations = [...new Set(reserve)];
		const marks = accept.flatMap((key) => [reservedEntry(key), acceptedEntry(key)]);
		const isReserving = reservations.length > 0;
		const isProbing = isReserving && !this.state.hasDropped;
		const entries = [
			...new Set([...(isProbing ? [firstEntry] : []), ...reservations.map(reservedEntry), ...marks]),
		];
		const knownEntries = await this.append(entries);
		for (const key of accept)
			if (this.state.questions.has(key)) this.state.questions.set(key, [askedEntry(key)]);
		this.keepAccepted(accept);
		const fresh = new Set(reservations.filter((key) => !knownEntries.has(reservedEntry(key))));
		const lookUp = async (): Promise<ReadonlyMap<string, Reservation>> => {
			if (isReserving) await this.noteDropped(isProbing, knownEntries, entries.length);
			const { hasDropped } = this.state;
			// The reservation of a key is its oldest entry, and n8n drops it first: what came of its message can still be there.
			const outcomes = await this.outcomesOf(
				hasDropped ? reservations : reservations.filter((key) => !fresh.has(key)),
			);
			// Marks move to the end of the list, behind their reservations, which have just been made anew.
			const renewed = [...fresh].filter((key) => outcomes.get(key) === 'accepted');
			await this.remove(renewed, (key) => [acceptedEntry(key)]);
			await this.append(renewed.map(acceptedEntry));
			await this.remove(release, (key) => [reservedEntry(key)]);
			return outcomes;
		};
		const outcomes = await lookUp().catch(async (error: unknown) => {
			await this.remove(fresh, (key) => [reservedEntry(key)]);
			if (isProbing && this.state.hasDropped) await this.remove([firstEntry], (entry) => [entry]);
			throw error;
		});
		return (key) => outcomes.get(key) ?? (fresh.delete(key) ? 'reserved' : 'pending');
	}

	/**
	 * Notes whether n8n has dropped entries. Asking for the first one leaves it at the end, where it says nothing: what follows can
	 * fail, so until the list is in order again, entries count as dropped.
	 */
	private async noteDropped(isProbing: boolean, earlier: Set<unknown>, written: number): Promise<void> {
		const hasFirst = isProbing && earlier.has(firstEntry);
		this.state.hasDropped = !hasFirst;
		if (hasFirst) return;
		// Where the list has only what was just appended, it is new.
		if ((await this.helpers.getProcessedDataCount('node', this.options)) === written) {
			this.state.hasDropped = false;
			// What this process knows is of a list that somebody has cleared.
			this.state.accepted.clear();
		} else if (isProbing) await this.remove([firstEntry], (entry) => [entry]);
	}

	/** Appends entries. Returns those that were there before. */
	private async append(entries: string[]): Promise<Set<unknown>> {
		if (entries.length === 0) return new Set();
		const record = async (): Promise<Set<unknown>> =>
			new Set((await this.helpers.checkProcessedAndRecord(entries, 'node', this.options)).processed);
		// A second try: where another process has just made the list, n8n fails to make it once more. If the first try was stored
		// nevertheless, the first entry proves nothing.
		return await record().catch(async () => {
			const earlier = await record();
			if (entries.every((entry) => earlier.has(entry))) earlier.delete(firstEntry);
			return earlier;
		});
	}

	/** Removes entries of keys, in chunks of measured size; those of one key in one write. */
	private async remove(keys: Iterable<string>, entriesOf: (key: string) => string[]): Promise<void> {
		const remaining = [...keys];
		while (remaining.length > 0) {
			const slice = remaining.splice(0, this.chunk);
			const began = Date.now();
			await this.helpers.removeProcessed(slice.flatMap(entriesOf), 'node', this.options);
			const tookMs = Date.now() - began;
			if (tookMs > longestStepMs) this.chunk = Math.max(1, Math.floor(this.chunk / 2));
			else if (tookMs < longestStepMs / 4) this.chunk *= 2;
		}
	}

	/**
	 * Tells of reserved keys that have a mark what came of their messages. n8n's list can only be read by writing to it, so asking about a pending key marks
	 * it as accepted until that is removed. Each question has an entry of its own, which is written and removed together with
	 * such a mark, and behind it, so that n8n never drops it alone. Where it was there before, n8n was killed meanwhile: what the mark
	 * says is unknown, and the key stays pending.
	 */
	private async outcomesOf(reservedKeys: readonly string[]): Promise<ReadonlyMap<string, Reservation>> {
		const { questions, accepted } = this.state;
		const outcomes = new Map<string, Reservation>();
		for (const key of reservedKeys) if (accepted.has(key)) outcomes.set(key, 'accepted');
		const keys = reservedKeys.filter((key) => !outcomes.has(key));
		await this.removeQuestions();
		while (keys.length > 0) {
			const inTurn = keys.splice(0, this.questionsAtOnce);
			const entries = await this.append(inTurn.flatMap((key) => [acceptedEntry(key), askedEntry(key)]));
			for (const key of inTurn) {
				const isMarked = entries.has(acceptedEntry(key));
				const isOpen = entries.has(askedEntry(key));
				if (!isMarked) questions.set(key, [acceptedEntry(key), askedEntry(key)]);
				else if (!isOpen) questions.set(key, [askedEntry(key)]);
				if (isMarked) outcomes.set(key, isOpen ? 'pending' : 'accepted');
			}
			await this.removeQuestions();
		}
		this.keepAccepted([...outcomes.keys()].filter((key) => outcomes.get(key) === 'accepted'));
		return outcomes;
	}

	/** Remembers accepted keys in this process, as many as n8n's list. */
	private keepAccepted(keys: Iterable<string>): void {
		const { accepted } = this.state;
		if (accepted.size > (this.options.maxEntries ?? 0)) accepted.clear();
		for (const key of keys) accepted.add(key);
	}

	private async removeQuestions(): Promise<void> {
		const { questions } = this.state;
		await this.remove(questions.keys(), (key) => questions.get(key) ?? []);
		questions.clear();
	}
}
