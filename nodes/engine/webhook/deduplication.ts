import { type IDataObject, sleep } from 'n8n-workflow';

import type { HttpResponse, ReceiverContext } from './callback';

/**
 * How many completed events of a trigger its process remembers at least, as long as it runs: 28 a second until the service tries
 * again, 15 minutes later. It does so whenever the answer doesn't arrive in time, which nothing on this side shows. About 75 bytes
 * each, and at most twice as many.
 */
export const rememberedEvents = 25_000;

/**
 * How many events are in a trigger's static data, for when n8n has been restarted. n8n stores the static data once more with
 * each execution: with 2,000 events, each would take 30 kB of the database and a fifth more CPU time.
 */
export const savedEvents = 250;

/** How much of an `eventId` is kept: 56 bits. Among 50,000 events, a new one is mistaken for one of them once in 10^12 times. */
const keptDigits = 14;
/** A mark and the digits. */
const entryLength = keptDigits + 1;

/** Returns what is kept of an event: none of them is found across the border of two others. */
const entryOf = (eventId: string): string => ` ${eventId.slice(0, keptDigits)}`;

const newest = (entries: string): string => entries.slice(-savedEvents * entryLength);

/** Returns the events in static data: a string with the newest last. */
function eventsIn(data: IDataObject, member = 'events'): string {
	const events = data[member];
	return typeof events === 'string' ? events : '';
}

const savedIn = (context: ReceiverContext): string => eventsIn(context.getWorkflowStaticData('node'));

/** Where polls keep the events of a webhook trigger, in the workflow's global static data. */
const keptAs = (nodeId: string): string => `smsboxEvents ${nodeId}`;

const keptIn = (context: ReceiverContext): string =>
	eventsIn(context.getWorkflowStaticData('global'), keptAs(context.getNode().id));

/** How many of its completed events a call brings back into the static data: those of seconds. */
const broughtBack = 100;

/** Of calls at the same time, one in so many saves. Far fewer than {@link broughtBack}, as that many can be brought back. */
const callsPerSave = 16;

/** Milliseconds after which n8n is not expected to answer any more: less than until the service tries again. */
const answerTimeoutMs = 10 * 60_000;

export type EventState = 'new' | 'inFlight' | 'completed';

/** An event that n8n was given. */
interface Dispatch {
	trigger: string;
	entry: string;
	response: HttpResponse;
	/** Milliseconds since 1970. */
	arrivedAt: number;
	/** Whether all work is done, except to return it to n8n. */
	isDone: boolean;
}

const triggerOf = (context: ReceiverContext): string => `${context.getWorkflow().id} ${context.getNode().id}`;

/** The completed events of a trigger. */
interface Completed {
	newer: Set<string>;
	/** Those before. Both together, as removing the oldest of a large set one by one takes long. */
	older: Set<string>;
	/** The last {@link savedEvents}, the newest last. */
	last: string[];
	/** How many have come since a poll kept them. */
	unkept: number;
}

/**
 * Recognizes events that were received before.
 *
 * | State | What happens | Next state |
 * | --- | --- | --- |
 * | new | a call brings the event | in flight |
 * | in flight | n8n answers 200: its execution is stored | completed |
 * | in flight | it resumes an execution that waits | completed |
 * | in flight | n8n answers anything else, or the caller disconnects and n8n doesn't answer for ten minutes | new |
 * | completed | many newer events ({@link rememberedEvents}) | new, unless it is in the static data |
 *
 * A call in any other state than new changes nothing.
 *
 * Each call has its own copy of the static data, as it was saved when the call came in, so the second of two equal
 * callbacks at once finds no trace of the first. Therefore this process also remembers what is in flight and what is
 * completed. Several processes that receive webhooks share the static data only: there, and after a restart, an event of
 * the last moments can still get through twice, with the same `eventId`.
 */
export class EventDeduplication {
	/** By trigger and event: few more than there are open connections. */
	private readonly dispatches = new Map<string, Dispatch>();
	/** By trigger. */
	private readonly completed = new Map<string, Completed>();
	/** How many events of a trigger have come since one was saved. */
	private readonly unsaved = new Map<string, number>();

	/**
	 * @param now milliseconds since 1970
	 * @param remembered how many completed events of a trigger are remembered at least
	 */
	constructor(
		private readonly now: () => number,
		private readonly remembered = rememberedEvents,
	) {}

	/** Returns the state that an event is in when a call brings it; a new one is in flight from here on. */
	arrive(context: ReceiverContext, eventId: string): EventState {
		// Nothing reports when n8n answers a caller who has disconnected.
		for (const dispatch of this.dispatches.values()) this.settle(dispatch);
		const trigger = triggerOf(context);
		const entry = entryOf(eventId);
		if (
			savedIn(context).includes(entry) ||
			this.isCompleted(trigger, entry) ||
			keptIn(context).includes(entry)
		) {
			// The answer to this one can be lost, too.
			this.remember(trigger, entry);
			return 'completed';
		}
		if (this.dispatches.has(trigger + entry)) return 'inFlight';
		const response = context.getResponseObject();
		const dispatch: Dispatch = { trigger, entry, response, arrivedAt: this.now(), isDone: false };
		this.dispatches.set(trigger + entry, dispatch);
		response.once('close', () => this.settle(dispatch));
		return 'new';
	}

	/**
	 * Puts an event into the node's static data, one string with the newest event last. To be called when nothing is left to be done
	 * but to return the event to n8n.
	 *
	 * n8n 2 saves the static data when it has stored the execution, if it is marked as changed; preparing the execution, it
	 * takes that mark off as soon as there is static data from an earlier call. n8n 1 saves it before it stores the
	 * execution. So what was received before is set at once, and the event itself in the next turn of the event loop,
	 * when n8n 2 is storing its execution and n8n 1 has taken what it saves. An event that n8n fails to store, because it is
	 * killed or its database fails, is not remembered: the service's next try gets through.
	 *
	 * Calls at the same time overwrite each other's static data, and saving is what costs most. So of calls at the same time
	 * only one in sixteen saves, and brings back what its copy lacks.
	 *
	 * @param startsWorkflow whether n8n stores an execution after it. If not, the event has resumed one: it is completed, and what is
	 * set at once is saved.
	 */
	save(context: ReceiverContext, eventId: string, startsWorkflow = true): void {
		const trigger = triggerOf(context);
		if (!startsWorkflow) this.remember(trigger, entryOf(eventId));
		if (!this.isSaveDue(trigger, entryOf(eventId))) return;
		const saved = savedIn(context);
		const previous = this.withOverwritten(trigger, saved);
		const data = context.getWorkflowStaticData('node');
		data.events = newest(previous);
		if (!startsWorkflow) return;
		void sleep(0).then(() => {
			data.events = newest(`${previous}${entryOf(eventId)}`);
		});
	}

	/**
	 * Keeps what the webhook triggers of a workflow have completed, for when n8n has been restarted. To be called by a poll that
	 * starts the workflow: n8n then saves all static data as it was when the workflow was published, except what polls have changed
	 * since. A poll can't change that of another trigger, so it keeps the events in the global one.
	 */
	keep(context: Pick<ReceiverContext, 'getWorkflow' | 'getWorkflowStaticData'>): void {
		const data = context.getWorkflowStaticData('global');
		const workflow = `${context.getWorkflow().id} `;
		for (const [trigger, completed] of this.completed) {
			if (!trigger.startsWith(workflow)) continue;
			const member = keptAs(trigger.slice(workflow.length));
			const count = Math.max(broughtBack, completed.unkept);
			data[member] = newest(this.withOverwritten(trigger, eventsIn(data, member), count));
			completed.unkept = 0;
		}
	}

	private isCompleted(trigger: string, entry: string): boolean {
		const completed = this.completed.get(trigger);
		return completed !== undefined && (completed.newer.has(entry) || completed.older.has(entry));
	}

	/** Remembers an event until {@link rememberedEvents} newer ones have come, at least. */
	private remember(trigger: string, entry: string): void {
		const completed = this.completed.get(trigger) ?? {
			newer: new Set(),
			older: new Set(),
			last: [],
			unkept: 0,
		};
		this.completed.set(trigger, completed);
		if (completed.newer.has(entry)) return;
		if (completed.newer.size === this.remembered) {
			completed.older = completed.newer;
			completed.newer = new Set();
		}
		completed.newer.add(entry);
		completed.unkept += 1;
		completed.last.push(entry);
		if (completed.last.length > savedEvents) completed.last.shift();
	}

	/** Ends the flight of an event that n8n has answered, or will not answer any more. */
	private settle({ trigger, entry, response, arrivedAt }: Dispatch): void {
		const { closed, statusCode, writableEnded } = response;
		if (!writableEnded && !(closed && this.now() - arrivedAt >= answerTimeoutMs)) return;
		this.dispatches.delete(trigger + entry);
		if (writableEnded && statusCode === 200) this.remember(trigger, entry);
	}

	/** Whether a call saves: one that is alone does. */
	private isSaveDue(trigger: string, entry: string): boolean {
		const unsaved = (this.unsaved.get(trigger) ?? 0) + 1;
		const isAlone = ![...this.dispatches.values()].some(
			(dispatched) => dispatched.trigger === trigger && dispatched.isDone && !dispatched.response.closed,
		);
		const dispatch = this.dispatches.get(trigger + entry);
		if (dispatch) dispatch.isDone = true;
		const isDue = isAlone || unsaved >= callsPerSave;
		this.unsaved.set(trigger, isDue ? 0 : unsaved);
		return isDue;
	}

	/**
	 * Adds the completed events that a call's static data lacks: calls at the same time overwrite each other's, and the last
	 * one wins. Only the newest are looked at, so that in a data that several processes share, none pushes out what the
	 * others have received lately.
	 *
	 * @param saved the events in the static data
	 * @param count how many of the newest
	 */
	private withOverwritten(trigger: string, saved: string, count = broughtBack): string {
		const last = this.completed.get(trigger)?.last.slice(-count) ?? [];
		return saved + last.filter((entry) => !saved.includes(entry)).join('');
	}
}

/** One for all triggers of this process. */
export const deduplication = new EventDeduplication(Date.now);
