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
 * A poll that has ended: its state, what is stored after it, and the state if n8n discards it. `published` is the state before
 * publishing, until a poll has items or is on schedule: publishing can fail for another node.
 */
type Ended<State> = Stored<State> & { stateBefore: State; published?: State | undefined };

/** What this process knows of a node. */
interface NodeEntry<State> {
	inFlight?: PollSession<State> | undefined;
	/** With the node's name, under which n8n stores the text. */
	last?: Ended<State> & { name: string };
}

/** A poll in flight. */
export class PollSession<State> {
	/** @param isPublishing whether it belongs to publishing */
	constructor(
		private readonly entry: NodeEntry<State>,
		private readonly name: string,
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
		if (storedState.revision >= last.revision) return storedState;
		return last.name === this.name ? { ...last, state: last.stateBefore } : last;
	}

	/** Whether the poll may still change something. */
	isCurrent(): boolean {
		return this.entry.inFlight === this;
	}

	keep(ended: Ended<State>): void {
		this.entry.last = { ...ended, name: this.name };
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
 * | what the last poll of this process gave it | the state after that poll |
 * | nothing, or an older state of another name of the node | the same |
 * | an older state | the state before that poll: n8n discarded its items |
 * | a newer state, of another process | what is stored |
 * | any, and this process has not polled yet | what is stored |
 */
export class PollSessions<State> {
	private readonly nodes = new Map<string, NodeEntry<State>>();
	private readonly contexts = new WeakSet();

	/** @param now milliseconds since 1970 */
	constructor(private readonly now: () => number) {}

	/**
	 * Begins a poll; undefined while another poll of the node is in flight. Publishing takes the place of that one, so that n8n
	 * learns in any case whether it works.
	 *
	 * @param isUnscheduled whether it may be publishing: n8n keeps one context for all polls from publishing on, or none at all
	 */
	begin(context: PollContext, isUnscheduled: boolean): PollSession<State> | undefined {
		const isPublishing = isUnscheduled && !this.contexts.has(context);
		this.contexts.add(context);
		const { id, name } = context.getNode();
		const nodeKey = `${context.getWorkflow().id} ${id}`;
		const entry = this.nodes.get(nodeKey) ?? {};
		this.nodes.set(nodeKey, entry);
		const now = this.now();
		const isBusy = entry.inFlight !== undefined && Math.abs(now - entry.inFlight.began) < pollDeadline;
		return isBusy && !isPublishing ? undefined : new PollSession(entry, name, now, isPublishing);
	}
}
