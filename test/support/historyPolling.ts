/** The history trigger, published against a service, with a clock of the test's own. */
import type { INodeParameters } from 'n8n-workflow';
import { PollSessions } from '../../nodes/engine/polling/pollSessions';
import {
	firstState,
	type HistoryRules,
	type HistoryState,
} from '../../nodes/SmsboxHistoryTrigger/historyState';
import { pollHistory } from '../../nodes/SmsboxHistoryTrigger/poll';
import { writeState } from '../../nodes/SmsboxHistoryTrigger/storedState';
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

/** The rules of a trigger as it is added to a workflow. */
const rules: HistoryRules = {
	...{ events: ['finalStatus'], statuses: [], to: '' },
	...{ account: 'smsboxApi', lookBackDays: 2 },
};

/** Saved static data of a trigger that has seen nothing since an instant, with the filters that it has now. */
export function polledUntil(instant: number, changed: Partial<HistoryRules> = {}) {
	const seconds = Math.floor(instant / 1000);
	const state = firstState([], { ...rules, ...changed }, seconds);
	return { 'node:Trigger': { state: writeState(state, 'poll', 1) } };
}
