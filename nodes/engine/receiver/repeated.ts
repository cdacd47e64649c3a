import type { ReceiverContext } from './context';

/** How many events a trigger remembers. */
export const rememberedEvents = 2_000;

/**
 * How much of an `eventId` is kept: 64 bits. Among 2,000 events, a new one is taken for one of them once in 10^16
 * times, and the memory of a trigger stays at 34 kB, which n8n reads and writes with every event.
 */
const keptDigits = 16;

/**
 * - `new`: it starts the workflow, and is remembered;
 * - `repeated`: it has started the workflow before;
 * - `unsettled`: the same event is being stored by n8n right now, and that may yet fail.
 */
export type Verdict = 'new' | 'repeated' | 'unsettled';

/** Events whose answer has not left this process yet: never more than there are open connections. */
const unsettled = new Set<string>();

function holdUntilAnswered(context: ReceiverContext, key: string): void {
	const response = context.getResponseObject();
	if (response.closed) return;
	unsettled.add(key);
	response.once('close', () => unsettled.delete(key));
}

/**
 * Whether an event starts the workflow, or has done so already. What is new is put into the node's static data, one
 * string with the newest event last, which n8n saves only after it has stored the execution: an event that could not
 * be stored is not remembered, so the service's next try gets through.
 *
 * n8n gives each call a copy of the static data as it was saved last, so the second of two equal callbacks at once
 * cannot know of the first; therefore this process holds it back. Beyond that, calls at the same time overwrite each
 * other's static data, and several processes that receive webhooks share nothing else: an event can still get
 * through twice, with the same `eventId`.
 */
export function judge(context: ReceiverContext, eventId: string): Verdict {
	const digits = eventId.slice(0, keptDigits);
	const memory = context.getWorkflowStaticData('node');
	const known = typeof memory.events === 'string' ? memory.events : '';
	if (known.includes(` ${digits}`)) return 'repeated';

	const key = [context.getWorkflow().id, context.getNode().id, digits].join(' ');
	if (unsettled.has(key)) return 'unsettled';
	holdUntilAnswered(context, key);
	memory.events = `${known} ${digits}`.slice(-rememberedEvents * (keptDigits + 1));
	return 'new';
}
