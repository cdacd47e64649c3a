import type { IPollFunctions } from 'n8n-workflow';

/** How long a poll may take, in milliseconds. Then another one may begin, and the first changes nothing any more. */
export const pollDeadline = 4 * 60_000;

/** The part of n8n's polling context that identifies a node. */
type PollContext = Pick<IPollFunctions, 'getNode' | 'getWorkflow'>;

/** A state as n8n stores it: `text` is what its static data has. */
export interface Stored<State> {
	text: unknown;
	/** One more with each text. */
	revision: number;
	state: State;
}

/**
 * A poll that has ended: its state, and what is stored after it. `published` is the state before publishing, until a poll has items
 * or is on schedule: publishing can fail for another node.
 */
type Ended<State> = Stored<State> & { published?: State | undefined };

/** Events of a poll whose execution n8n has not stored, and the state from before them. */
type Unstored<State, Event> = Omit<Stored<State>, 'text'> & { events: Event[] };

/** What this process knows of a node. */
interface NodeEntry<State, Event> {
	inFlight?: PollSession<State, Event> | undefined;
	last?: Ended<State>;
	/** The oldest first; no longer after a poll of another process. */
	unstored: Unstored<State, Event>[];
}

/** A poll in flight. */
export class PollSession<State, Event> {
	/** @param isPublishing whether it belongs to publishing */
	constructor(
		private readonly entry: NodeEntry<State, Event>,
		readonly began: number,
		readonly isPublishing: boolean,
	) {
		entry.inFlight = this;
	}

	/** Returns the revision and the state to go on from, given what n8n has stored; no state for a node that never polled. */
	recall(storedState: Stored<State> | undefined): {
		state?: State;
		published?: State | undefined;
		revision: number;
	} {
		const { last } = this.entry;
		if (last === undefined) return storedState ?? { revision: 0 };
		if (storedState === undefined || storedState.text === last.text) return last;
		if (storedState.revision < last.revision) return last;
		// Another process has found what n8n did not store here.
		this.entry.unstored = [];
		return storedState;
	}

	/** Whether the poll may still change something. */
	isCurrent(): boolean {
		return this.entry.inFlight === this;
	}

	keep(ended: Ended<State>): void {
		this.entry.last = ended;
	}

	/** Keeps events for the next poll. */
	putBack(unstored: Unstored<State, Event>): void {
		this.entry.unstored.push(unstored);
		this.entry.unstored.sort((first, second) => first.revision - second.revision);
	}

	/** Takes the events of earlier polls that n8n has not stored, and the state from before them. */
	takeUnstored(): { events: Event[]; state?: State | undefined } {
		const { unstored } = this.entry;
		this.entry.unstored = [];
		return { events: unstored.flatMap(({ events }) => events), state: unstored[0]?.state };
	}

	end(): void {
		if (this.isCurrent()) this.entry.inFlight = undefined;
	}
}

/**
 * What this process knows of the nodes that poll, by their ID.
 *
 * | What n8n has stored | The poll goes on from |
 * | --- | --- |
 * | what the last poll of this process gave it, or an older state, or nothing | the state after that poll |
 * | a newer state, of another process | what is stored |
 * | any, and this process has not polled yet | what is stored |
 *
 * A poll with items keeps its state here only if it starts the workflow by itself. With durable cursors, n8n commits the state with
 * the execution, or discards both: what is stored is right.
 */
export class PollSessions<State, Event> {
	private readonly nodes = new Map<string, NodeEntry<State, Event>>();
	private readonly contexts = new WeakSet();

	/** @param now milliseconds since 1970 */
	constructor(private readonly now: () => number) {}

	/**
	 * Begins a poll; undefined while another poll of the node is in flight. Publishing takes the place of that one, so that n8n
	 * learns in any case whether it works.
	 *
	 * @param isUnscheduled whether it may be publishing: n8n keeps one context for all polls from publishing on, or none at all
	 */
	begin(context: PollContext, isUnscheduled: boolean): PollSession<State, Event> | undefined {
		const isPublishing = isUnscheduled && !this.contexts.has(context);
		this.contexts.add(context);
		const nodeKey = `${context.getWorkflow().id} ${context.getNode().id}`;
		const entry = this.nodes.get(nodeKey) ?? { unstored: [] };
		this.nodes.set(nodeKey, entry);
		const now = this.now();
		const isBusy = entry.inFlight !== undefined && Math.abs(now - entry.inFlight.began) < pollDeadline;
		return isBusy && !isPublishing ? undefined : new PollSession(entry, now, isPublishing);
	}
}
