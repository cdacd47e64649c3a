import { sleep } from 'n8n-workflow';

import type { HttpResponse, ReceiverContext } from './context';

/** How many events a trigger remembers, and how many this process remembers for all of its triggers. */
export const rememberedEvents = 2_000;

/**
 * How much of an `eventId` is kept: 64 bits. Among 2,000 events, a new one is taken for one of them once in 10^16
 * times, and the memory of a trigger stays at 34 kB, which n8n reads and writes with every event.
 */
const keptDigits = 16;
/** A space and the digits. */
const entryLength = keptDigits + 1;

/** How many of the events that this process has answered a call brings back into the static data: those of seconds. */
const takenAlong = 200;

const newest = (events: string): string => events.slice(-rememberedEvents * entryLength);

/**
 * - `new`: it starts the workflow, and is remembered;
 * - `repeated`: it has started the workflow before;
 * - `unsettled`: the same event is being stored by n8n right now, and that may yet fail.
 */
export type Verdict = 'new' | 'repeated' | 'unsettled';

/** Events that n8n has not answered yet: few more than there are open connections. */
const unsettled = new Set<string>();

/** Events that this process has answered with success, so that n8n has stored them; the oldest first. */
const settled = new Set<string>();

function settle(key: string): void {
	settled.add(key);
	for (const oldest of settled) {
		if (settled.size <= rememberedEvents) return;
		settled.delete(oldest);
	}
}

/** Their callers have gone, but n8n may be storing them all the same: as long as it has not answered. */
const abandoned = new Map<string, { response: HttpResponse; since: number }>();

/** Milliseconds after which n8n is not expected to answer any more: less than until the service tries again. */
const longestAnswer = 10 * 60_000;

function followUntilAnswered(response: HttpResponse, key: string): void {
	unsettled.add(key);
	const end = (): void => {
		if (!response.writableFinished) {
			abandoned.set(key, { response, since: Date.now() });
			return;
		}
		unsettled.delete(key);
		if (response.statusCode === 200) settle(key);
	};
	if (response.closed) end();
	else response.once('close', end);
}

/** Nobody tells when n8n answers a caller who has gone, so it is looked up with the next call. */
function settleAbandoned(): void {
	for (const [key, { response, since }] of abandoned) {
		if (!response.writableEnded && Date.now() - since < longestAnswer) continue;
		abandoned.delete(key);
		unsettled.delete(key);
		if (response.writableEnded && response.statusCode === 200) settle(key);
	}
}

/** The calls that are saving what their trigger remembers, by the key of the trigger: one at a time each. */
const saving = new Set<string>();

/** Whether a call is the one that saves. It is so until n8n has answered it. */
function takesTurn(response: HttpResponse, node: string): boolean {
	if (saving.has(node)) return false;
	if (response.closed) return true;
	saving.add(node);
	response.once('close', () => saving.delete(node));
	return true;
}

/**
 * What this process has answered for a node and its static data lacks: calls that are under way together overwrite each
 * other's, and the last one wins. Only the newest are looked at, so that in a data that several processes share, none
 * pushes out what the others have received lately.
 *
 * @param node the key of the node without an event
 * @param known the events that its static data has
 */
function overwritten(node: string, known: string): string {
	const entries = new Set(known.split(' '));
	return [...settled]
		.filter((key) => key.startsWith(node))
		.slice(-takenAlong)
		.map((key) => key.slice(node.length))
		.filter((digits) => !entries.has(digits))
		.map((digits) => ` ${digits}`)
		.join('');
}

const entryOf = (eventId: string): string => ` ${eventId.slice(0, keptDigits)}`;

const keyOf = (context: ReceiverContext, digits: string): string =>
	[context.getWorkflow().id, context.getNode().id, digits].join(' ');

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
	const { events } = context.getWorkflowStaticData('node');
	const own = entryOf(eventId);
	const key = keyOf(context, own.trim());
	if ((typeof events === 'string' && events.includes(own)) || settled.has(key)) return 'repeated';
	if (unsettled.has(key)) return 'unsettled';
	followUntilAnswered(context.getResponseObject(), key);
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
 * Calls at the same time overwrite each other's static data, and saving is what costs most. So while one call of a
 * trigger saves, the others leave it to the next, which takes along what its copy lacks.
 */
export function remember(context: ReceiverContext, eventId: string): void {
	const node = keyOf(context, '');
	if (!takesTurn(context.getResponseObject(), node)) return;
	const memory = context.getWorkflowStaticData('node');
	const known = typeof memory.events === 'string' ? memory.events : '';
	const before = `${known}${overwritten(node, known)}`;
	memory.events = newest(before);
	void sleep(0).then(() => {
		memory.events = newest(`${before}${entryOf(eventId)}`);
	});
}
