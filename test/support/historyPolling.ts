/** The history trigger, published against a service, with a clock of the test's own. */
import type { INodeParameters } from 'n8n-workflow';
import { PollSessions } from '../../nodes/engine/polling/pollSessions';
import type { HistoryState } from '../../nodes/SmsboxHistoryTrigger/historyState';
import { pollHistory } from '../../nodes/SmsboxHistoryTrigger/poll';
import { PublishedPolling } from './polling';
import { PACKAGE, smsboxAccess, smsboxNodes } from './smsbox';

/** Returns it unpublished. */
export function historyPolling(
	url: string,
	now: () => number,
	parameters: INodeParameters = {},
): PublishedPolling {
	return new PublishedPolling({
		type: `${PACKAGE}.smsboxHistoryTrigger`,
		parameters,
		nodeTypes: smsboxNodes,
		...smsboxAccess(url),
		startProcess: () => {
			const sessions = new PollSessions<HistoryState>(now);
			return async (context) => await pollHistory(context, sessions, now);
		},
	});
}

/** Saved static data of a trigger that has seen nothing since an instant. */
export const polledUntil = (instant: number) => ({
	'node:Trigger': { state: JSON.stringify({ since: instant / 1000, open: '', handled: '' }) },
});
