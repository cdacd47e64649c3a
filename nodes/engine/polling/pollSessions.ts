import type { INode } from 'n8n-workflow';

/** How long a poll may take, in milliseconds. Then another one may begin, and the first changes nothing any more. */
export const pollDeadline = 4 * 60_000;

/** The part of n8n's polling context that identifies a node. */
interface PollContext {
	getWorkflow: () => { id?: string | undefined };
	getNode: () => INode;
}

interface NodeEntry<State> {
	/** The poll in flight, by when it began; undefined for none. */
	inFlight: { since: number } | undefined;
	/** What n8n was given to save at the last poll that returned items, and the state after that poll. */
	last: { stored: unknown; next: State } | undefined;
}

/** A poll in flight. */
export interface PollSession<State> {
	/** The state to go on from, given what n8n has stored; undefined where nothing newer is known than what is stored. */
	recall: (stored: unknown) => State | undefined;
	/** Whether the poll may still change something. */
	isCurrent: () => boolean;
	keep: (stored: unknown, next: State) => void;
	end: () => void;
}

/**
 * What this process knows of the nodes that poll.
 *
 * n8n saves a node's static data when a poll returns items, while it starts the execution: if it is killed between the two, what is
 * saved must not say that the items were handed over. So a poll stores the state from before its items, and this process
 * remembers the state after them. It goes on from there as long as n8n has stored what was given to it; if n8n has not, the
 * items of that poll may never have started anything. After a restart of n8n, the items of the last poll come again.
 */
export class PollSessions<State> {
	private readonly nodes = new Map<string, NodeEntry<State>>();
	private readonly contexts = new WeakSet();

	/** @param now milliseconds since 1970 */
	constructor(private readonly now: () => number) {}

	/** Whether this is the first poll since the workflow was published or n8n started: n8n keeps one context for all that follow. */
	isActivation(context: object): boolean {
		const isNew = !this.contexts.has(context);
		this.contexts.add(context);
		return isNew;
	}

	/** Begins a poll; undefined while another poll of the node is in flight. */
	begin(context: PollContext): PollSession<State> | undefined {
		const entry = this.entryOf(context);
		const begun = this.now();
		if (entry.inFlight !== undefined && begun - entry.inFlight.since < pollDeadline) return undefined;
		const poll = { since: begun };
		entry.inFlight = poll;
		return {
			recall: (stored) => (entry.last?.stored === stored ? entry.last?.next : undefined),
			isCurrent: () => entry.inFlight === poll,
			keep: (stored, next) => {
				entry.last = { stored, next };
			},
			end: () => {
				if (entry.inFlight === poll) entry.inFlight = undefined;
			},
		};
	}

	private entryOf(context: PollContext): NodeEntry<State> {
		const key = `${context.getWorkflow().id} ${context.getNode().id}`;
		const known = this.nodes.get(key);
		if (known !== undefined) return known;
		const entry: NodeEntry<State> = { inFlight: undefined, last: undefined };
		this.nodes.set(key, entry);
		return entry;
	}
}
