import type { ReceiverContext } from './context';

/**
 * How many events are in a trigger's static data, for when n8n has been restarted. n8n stores the static data once more with
 * each execution: with 2,000 events, each would take 30 kB of the database and a fifth more CPU time.
 */
export const savedEvents = 250;

/** How much of an `eventId` is kept: 56 bits. Among 2,000 events, a new one is mistaken for one of them once in 10^13 times. */
const keptDigits = 14;
/** A mark and the digits. */
const entryLength = keptDigits + 1;

/** Returns what is kept of an event: none of them is found across the border of two others. */
export const entryOf = (eventId: string): string => ` ${eventId.slice(0, keptDigits)}`;

/** Returns what is kept of an event that was refused once, as it may resume an execution later. */
export const refusedEntryOf = (eventId: string): string => `?${eventId.slice(0, keptDigits)}`;

/** Returns the newest entries of a list. */
export const newest = (entries: string): string => entries.slice(-savedEvents * entryLength);

/** Returns the events in the static data: a string with the newest last. */
export function savedIn(context: ReceiverContext): string {
	const { events } = context.getWorkflowStaticData('node');
	return typeof events === 'string' ? events : '';
}
