import { sleep } from 'n8n-workflow';

import type { HttpResponse, ReceiverContext } from './context';

/** How many events of a trigger its process remembers, as long as it runs. */
export const rememberedEvents = 2_000;

/**
 * How many of them stand in the static data, for when n8n has been restarted. n8n stores the static data once more with
 * each execution: with all 2,000 of them, each would take 30 kB of the database and a fifth more CPU time.
 */
export const savedEvents = 250;

/** How much of an `eventId` is kept: 56 bits. Among 2,000 events, a new one is taken for one of them once in 10^13 times. */
const keptDigits = 14;
/** A space and the digits. */
const entryLength = keptDigits + 1;

/** How many of the events that this process has answered a call brings back into the static data: those of seconds. */
const takenAlong = 100;

const newest = (events: string): string => events.slice(-savedEvents * entryLength);

/**
 * - `new`: it starts the workflow, and is remembered;
 * - `repeated`: it has started the workflow before;
 * - `unsettled`: the same event is being stored by n8n right now, and that may yet fail.
 */
export type Verdict = 'new' | 'repeated' | 'unsettled';

/** Events that n8n has not answered yet: few more than there are open connections. */
const unsettled = new Set<string>();

/** Events that this process has answered with success, so that n8n has stored them: by trigger, the oldest first. */
const settled = new Map<string, Set<string>>();

function settle(trigger: string, entry: string): void {
	const events = settled.get(trigger) ?? new Set<string>();
	settled.set(trigger, events);
	events.add(entry);
	for (const oldest of events) {
		if (events.size <= rememberedEvents) return;
		events.delete(oldest);
	}
}

/** An event that n8n has been handed. */
interface Handed {
	trigger: string;
	entry: string;
	response: HttpResponse;
	/** When its caller has gone, in milliseconds since 1970. */
	since: number;
}

/** Their callers have gone, but n8n may be storing them all the same: as long as it has not answered. */
const abandoned = new Set<Handed>();

/** Milliseconds after which n8n is not expected to answer any more: less than until the service tries again. */
const longestAnswer = 10 * 60_000;

function end({ trigger, entry, response }: Handed, isAnswered: boolean): void {
	unsettled.delete(trigger + entry);
	if (isAnswered && response.statusCode === 200) settle(trigger, entry);
}

function followUntilAnswered(trigger: string, entry: string, response: HttpResponse): void {
	unsettled.add(trigger + entry);
	const closed = (): void => {
		const handed = { trigger, entry, response, since: Date.now() };
		if (response.writableFinished) end(handed, true);
		else abandoned.add(handed);
	};
	if (response.closed) closed();
	else response.once('close', closed);
}

/** Nobody tells when n8n answers a caller who has gone, so it is looked up with the next call. */
function settleAbandoned(): void {
	for (const handed of abandoned) {
		const { response, since } = handed;
		if (!response.writableEnded && Date.now() - since < longestAnswer) continue;
		abandoned.delete(handed);
		end(handed, response.writableEnded);
	}
}

/** What a trigger has handed to n8n: calls that are not answered yet, and events since the last one that was saved. */
interface Traffic {
	underWay: number;
	unsaved: number;
}

const trafficByTrigger = new Map<string, Traffic>();

/** Of events at the same time, every how many-th is saved. Far fewer than {@link takenAlong}, as that many can be brought back. */
const savedOfMany = 16;

/** Whether a call saves: one that is alone does. */
function saves(trigger: string, response: HttpResponse): boolean {
	const traffic = trafficByTrigger.get(trigger) ?? { underWay: 0, unsaved: 0 };
	trafficByTrigger.set(trigger, traffic);
	traffic.unsaved += 1;
	const isAlone = traffic.underWay === 0;
	if (!response.closed) {
		traffic.underWay += 1;
		response.once('close', () => {
			traffic.underWay -= 1;
		});
	}
	if (!isAlone && traffic.unsaved < savedOfMany) return false;
	traffic.unsaved = 0;
	return true;
}

/**
 * What this process has answered for a trigger and its static data lacks: calls that are under way together overwrite
 * each other's, and the last one wins. Only the newest are looked at, so that in a data that several processes share,
 * none pushes out what the others have received lately.
 *
 * @param known the events that the static data has
 */
const overwritten = (trigger: string, known: string): string =>
	[...(settled.get(trigger) ?? [])]
		.slice(-takenAlong)
		.filter((entry) => !known.includes(entry))
		.join('');

const triggerOf = (context: ReceiverContext): string => `${context.getWorkflow().id} ${context.getNode().id}`;

const entryOf = (eventId: string): string => ` ${eventId.slice(0, keptDigits)}`;

/** The events in the static data: a string with the newest last. */
function savedIn(context: ReceiverContext): string {
	const { events } = context.getWorkflowStaticData('node');
	return typeof events === 'string' ? events : '';
}

/**
 * Whether an event starts the workflow, or has done so already; what is new is then followed until n8n has answered.
 *
 * Each call has its own copy of the static data, as it was saved when the call came in, so the second of two equal
 * callbacks at once finds no trace of the first. Therefore this process also keeps in mind what is on its way and what
 * it has answered. Several processes that receive webhooks share the static data only: there, and after a restart, an
 * event of the last moments can still get through twice, with the same `eventId`.
 */
export function judge(context: ReceiverContext, eventId: string): Verdict {
	settleAbandoned();
	const trigger = triggerOf(context);
	const entry = entryOf(eventId);
	if (savedIn(context).includes(entry) || settled.get(trigger)?.has(entry) === true) return 'repeated';
	if (unsettled.has(trigger + entry)) return 'unsettled';
	followUntilAnswered(trigger, entry, context.getResponseObject());
	return 'new';
}

/**
 * Puts an event that starts the workflow into the node's static data, one string with the newest event last. To be
 * called when nothing is left to be done but to hand the event to n8n.
 *
 * n8n 2 saves the static data when it has stored the execution, if it is marked as changed; preparing the execution, it
 * takes that mark off as soon as there is static data from an earlier call. n8n 1 saves it before it stores the
 * execution. So what was received before is set at once, and the event itself in the next turn of the event loop,
 * when n8n 2 is storing its execution and n8n 1 has taken what it saves. An event that n8n fails to store, because it is
 * killed or its database refuses, is not remembered: the service's next try gets through.
 *
 * Calls at the same time overwrite each other's static data, and saving is what costs most. So of calls at the same time
 * only one in sixteen saves, and takes along what its copy lacks.
 */
export function remember(context: ReceiverContext, eventId: string): void {
	const trigger = triggerOf(context);
	if (!saves(trigger, context.getResponseObject())) return;
	const known = savedIn(context);
	const before = `${known}${overwritten(trigger, known)}`;
	const memory = context.getWorkflowStaticData('node');
	memory.events = newest(before);
	void sleep(0).then(() => {
		memory.events = newest(`${before}${entryOf(eventId)}`);
	});
}
