/** What became of every callback: the service's side against n8n's. */
import { readDeliveryReport } from '../../../protocol/callbacks/deliveryReport';
import type { SimulatedCallback, StoredEvents } from './stage';

/** What one event's callbacks and executions come to. */
export interface Fate {
	eventId: string;
	/** Of the message that is reported on. */
	reference: string;
	state: SimulatedCallback['state'];
	attempts: SimulatedCallback['attempts'];
	executions: StoredEvents[];
}

export interface Account {
	fates: Fate[];
	/** Acknowledged, but in no execution: must never be. */
	acknowledgedInVain: Fate[];
	/** The service has given up, and no execution has it. */
	lost: Fate[];
	/** In more than one execution. */
	startedTwice: Fate[];
	/** Answers 200 that are not the `OK` of a trigger. */
	otherSuccesses: number;
	/** Executions of events that n8n does not know to have ended well. */
	notSuccessful: StoredEvents[];
}

/** What the trigger makes of a callback. */
function eventOf({ url }: SimulatedCallback): { eventId: string; reference: string } {
	const { eventId, reference } = readDeliveryReport(url.slice(url.indexOf('?') + 1)) ?? {};
	if (eventId === undefined || typeof reference !== 'string')
		throw new Error('Not the callback of a delivery report');
	return { eventId, reference };
}

/**
 * Sums up a run. Every callback is expected to say something else than the others, so that an event is one callback.
 * @throws where two callbacks have the same event
 */
export function accountOf(
	callbacks: readonly SimulatedCallback[],
	executions: readonly StoredEvents[],
): Account {
	const byEvent = new Map<string, StoredEvents[]>();
	for (const execution of executions) {
		for (const { eventId } of execution.events)
			byEvent.set(eventId, [...(byEvent.get(eventId) ?? []), execution]);
	}
	const fates = callbacks.map((callback): Fate => {
		const { eventId, reference } = eventOf(callback);
		const { state, attempts } = callback;
		return { eventId, reference, state, attempts, executions: byEvent.get(eventId) ?? [] };
	});
	if (new Set(fates.map(({ eventId }) => eventId)).size < fates.length)
		throw new Error('Two callbacks with the same event');
	const answers = fates.flatMap(({ attempts }) => attempts);
	return {
		fates,
		acknowledgedInVain: fates.filter(
			({ state, executions: held }) => state === 'acknowledged' && held.length === 0,
		),
		lost: fates.filter(({ state, executions: held }) => state === 'failed' && held.length === 0),
		startedTwice: fates.filter(({ executions: held }) => held.length > 1),
		otherSuccesses: answers.filter(({ status, body }) => status === 200 && body?.trim() !== 'OK').length,
		notSuccessful: executions.filter(({ status, events }) => events.length > 0 && status !== 'success'),
	};
}
