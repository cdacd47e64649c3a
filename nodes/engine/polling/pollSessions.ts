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
	stateBefore: State;
	next: State;
}

interface NodeEntry<State> {
	inFlight?: { since: number } | undefined;
	/** The last poll, with the node's name, under which n8n stores the text, and its identity. */
	last?: Kept<State> & { name: string; identity: string };
}

/** A poll in flight. */
export interface PollSession<State> {
	/** The IDs of the node and its credentials: another account has another history. */
	identity: string;
	/** Whether it belongs to publishing. */
	isPublishing: boolean;
	/**
	 * The state to go on from and its revision, given what n8n has stored; no state for a node that never polled, or whose last
	 * poll had other credentials.
	 */
	recall: (storedText: Stored<State> | undefined) => { state?: State | undefined; revision: number };
	/** Whether the poll may still change something. */
	isCurrent: () => boolean;
	keep: (pollResult: Kept<State>) => void;
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
 * | an older state, and the last poll of this process had other credentials | nothing: it polls for the first time |
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
		const { id, name, credentials = {} } = context.getNode();
		const identity = [id, ...Object.values(credentials).map((credential) => credential.id)].join(' ');
		const nodeKey = `${context.getWorkflow().id} ${id}`;
		const entry = this.nodes.get(nodeKey) ?? {};
		this.nodes.set(nodeKey, entry);
		const poll = { since: this.now() };
		const { inFlight } = entry;
		const isBusy = inFlight !== undefined && Math.abs(poll.since - inFlight.since) < pollDeadline;
		if (isBusy && !isPublishing) return undefined;
		entry.inFlight = poll;
		return {
			...{ identity, isPublishing },
			recall: (storedText) => {
				const { last } = entry;
				if (last === undefined) return storedText ?? { revision: 0 };
				const { revision, text } = last;
				const isNewer =
					storedText !== undefined && storedText.text !== text && storedText.revision >= revision;
				if (isNewer) return storedText;
				if (last.identity !== identity) return { revision };
				if (storedText === undefined || storedText.text === text) return { state: last.next, revision };
				return { state: last.name === name ? last.stateBefore : last.next, revision };
			},
			isCurrent: () => entry.inFlight === poll,
			keep: (pollResult) => {
				entry.last = { ...pollResult, name, identity };
			},
			end: () => {
				if (entry.inFlight === poll) entry.inFlight = undefined;
			},
		};
	}
}
