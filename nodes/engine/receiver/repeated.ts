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

/**
 * n8n saves the static data when it answers, if it is marked as changed. Preparing the execution, n8n 2 takes that
 * mark off again as soon as there is static data from an earlier call; so the mark is set once more in the next turn
 * of the event loop, while n8n is storing the execution. n8n 1 needs it at once.
 */
function remember(context: ReceiverContext, events: string): void {
	const memory = context.getWorkflowStaticData('node');
	memory.events = events;
	void sleep(0).then(() => {
		memory.events = events;
	});
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

/**
 * Sets that mark once more where time has passed since an event was judged: n8n prepares its execution only now. What
 * was received and stored meanwhile is not in this call's copy: it is taken along, or it would be overwritten.
 */
export function rememberStill(context: ReceiverContext): void {
	const { events } = context.getWorkflowStaticData('node');
	if (typeof events !== 'string') return;
	const before = events.slice(0, -entryLength);
	const own = events.slice(-entryLength);
	const meanwhile = overwritten(keyOf(context, ''), events);
	remember(context, newest(`${before}${meanwhile}${own}`));
}

const keyOf = (context: ReceiverContext, digits: string): string =>
	[context.getWorkflow().id, context.getNode().id, digits].join(' ');

/**
 * Whether an event starts the workflow, or has done so already. What is new is put into the node's static data, one
 * string with the newest event last. n8n saves it only if it could store the execution: an event that could not be
 * stored is not remembered, so the service's next try gets through.
 *
 * Each call has its own copy of the static data, as it was saved when the call came in, so the second of two equal
 * callbacks at once finds no trace of the first. Therefore this process also keeps in mind what is on its way and
 * what it has answered, and brings back into the static data what calls at the same time have overwritten there.
 * Several processes that receive webhooks share the static data only: there, and after a restart, an event of the last
 * moments can still get through twice, with the same `eventId`.
 */
export function judge(context: ReceiverContext, eventId: string): Verdict {
	settleAbandoned();
	const digits = eventId.slice(0, keptDigits);
	const { events } = context.getWorkflowStaticData('node');
	const known = typeof events === 'string' ? events : '';
	const key = keyOf(context, digits);
	if (known.includes(` ${digits}`) || settled.has(key)) return 'repeated';
	if (unsettled.has(key)) return 'unsettled';

	followUntilAnswered(context.getResponseObject(), key);
	remember(context, newest(`${known}${overwritten(keyOf(context, ''), known)} ${digits}`));
	return 'new';
}
