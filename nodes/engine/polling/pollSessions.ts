import type { INode } from 'n8n-workflow';

/** How long a poll may take, in milliseconds. Then another one may begin, and the first changes nothing any more. */
export const pollDeadline = 4 * 60_000;

/** The part of n8n's polling context that identifies a node. */
interface PollContext {
	getWorkflow: () => { id?: string | undefined };
	getNode: () => INode;
}

/** A state as n8n stores it: `text` is what its static data has. */
export interface Stored<State> {
	text: string;
	/** One more with each text. */
	revision: number;
	state: State;
}

/** What a poll leaves in this process. */
interface Kept<State> {
	/** What the static data has after the poll. */
	text: unknown;
	revision: number;
	/** The state if n8n discarded the poll. */
	before: State;
	next: State;
}

interface NodeEntry<State> {
	inFlight?: { context: object; since: number } | undefined;
	/** The last poll, with the node's name, under which n8n stores the text. */
	last?: Kept<State> & { name: string };
}

/** A poll in flight. */
export interface PollSession<State> {
	/** Whether it is its context's first poll: n8n keeps one for all polls from publishing on. */
	isActivation: boolean;
	/** The state to go on from and its revision, given what n8n has stored; undefined for a node that never polled. */
	recall: (stored: Stored<State> | undefined) => { state: State; revision: number } | undefined;
	/** Whether the poll may still change something. */
	isCurrent: () => boolean;
	keep: (kept: Kept<State>) => void;
	end: () => void;
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

	/** Begins a poll; undefined while another poll of the node is in flight. */
	begin(context: PollContext): PollSession<State> | undefined {
		const isActivation = !this.contexts.has(context);
		this.contexts.add(context);
		const { id, name } = context.getNode();
		const nodeKey = `${context.getWorkflow().id} ${id}`;
		const entry = this.nodes.get(nodeKey) ?? {};
		this.nodes.set(nodeKey, entry);
		const since = this.now();
		const other = entry.inFlight;
		if (other !== undefined && Math.abs(since - other.since) < pollDeadline) {
			// Published again meanwhile: n8n discards what the other poll finds.
			if (other.context !== context) entry.inFlight = { context, since: other.since };
			return undefined;
		}
		const poll = { context, since };
		entry.inFlight = poll;
		return {
			isActivation,
			recall: (stored) => {
				const { last } = entry;
				if (last === undefined) return stored;
				const { revision, text } = last;
				if (stored === undefined || stored.text === text) return { state: last.next, revision };
				if (stored.revision >= revision) return stored;
				return { state: last.name === name ? last.before : last.next, revision };
			},
			isCurrent: () => entry.inFlight === poll,
			keep: (kept) => {
				entry.last = { ...kept, name };
			},
			end: () => {
				if (entry.inFlight?.since === since) entry.inFlight = undefined;
			},
		};
	}
}
