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
	/** The text in the static data after the poll; undefined for none. */
	text: string | undefined;
	revision: number;
	/** The state if n8n discarded the poll. */
	before: State;
	next: State;
	/** The node's name, under which n8n stores the text. */
	name: string;
}

interface NodeEntry<State> {
	inFlight: { context: object; since: number } | undefined;
	last: Kept<State> | undefined;
}

/** A poll in flight. */
export interface PollSession<State> {
	/** The state to go on from and its revision, given what n8n has stored; undefined for a node that never polled. */
	recall: (stored: Stored<State> | undefined) => { state: State; revision: number } | undefined;
	/** Whether the poll may still change something. */
	isCurrent: () => boolean;
	keep: (kept: Omit<Kept<State>, 'name'>) => void;
	end: () => void;
}

/**
 * What this process knows of the nodes that poll, by their ID.
 *
 * | What n8n has stored | The poll goes on from |
 * | --- | --- |
 * | what the last poll of this process gave it | the state after that poll |
 * | nothing, or the node has another name since | the same |
 * | an older state | the state before that poll: n8n discarded its items |
 * | a newer state, of another process | what is stored |
 * | any, and this process has not polled yet | what is stored |
 */
export class PollSessions<State> {
	private readonly nodes = new Map<string, NodeEntry<State>>();
	private readonly contexts = new WeakSet();

	/** @param now milliseconds since 1970 */
	constructor(private readonly now: () => number) {}

	/** Returns whether this is a context's first poll: n8n keeps one for all polls from publishing on. */
	isActivation(context: object): boolean {
		const isNew = !this.contexts.has(context);
		this.contexts.add(context);
		return isNew;
	}

	/** Begins a poll; undefined while another poll of the node is in flight. */
	begin(context: PollContext): PollSession<State> | undefined {
		const entry = this.entryOf(context);
		const began = this.now();
		const other = entry.inFlight;
		if (other !== undefined && Math.abs(began - other.since) < pollDeadline) {
			// Published again meanwhile: n8n discards what the other poll finds.
			if (other.context !== context) entry.inFlight = { context, since: other.since };
			return undefined;
		}
		const poll = { context, since: began };
		entry.inFlight = poll;
		const { name } = context.getNode();
		return {
			recall: (stored) => {
				const { last } = entry;
				if (last === undefined) return stored;
				const { revision, text } = last;
				const isTaken = stored === undefined || stored.text === text || last.name !== name;
				if (isTaken) return { state: last.next, revision };
				return stored.revision >= revision ? stored : { state: last.before, revision };
			},
			isCurrent: () => entry.inFlight === poll,
			keep: (kept) => {
				entry.last = { ...kept, name };
			},
			end: () => {
				if (entry.inFlight?.since === began) entry.inFlight = undefined;
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
