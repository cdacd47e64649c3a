import type { INodeType, INodeTypeDescription, IPollFunctions } from 'n8n-workflow';
import { NodeConnectionTypes } from 'n8n-workflow';

import { smsboxApiTest } from '../engine/http/credentialTest';
import { recipientFilter } from '../engine/operations/listFields';
import { PollSessions } from '../engine/polling/pollSessions';
import { lineOutputField } from '../engine/webhook/description';
import { smsStatusesField, smsStatusOptions } from '../engine/webhook/filters';
import type { FoundEvent, HistoryState } from './historyState';
import { pollHistory } from './poll';

/** One for all triggers of this process. */
const sessions = new PollSessions<HistoryState, FoundEvent>(Date.now);

export class SmsboxHistoryTrigger implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'SMSBOX History Trigger',
		name: 'smsboxHistoryTrigger',
		icon: { light: 'file:smsboxHistoryTrigger.svg', dark: 'file:smsboxHistoryTrigger.dark.svg' },
		group: ['trigger'],
		version: 2,
		subtitle:
			'={{ $parameter["events"].map((event) => ({ finalStatus: "final status", newMessage: "new message", statusChanged: "status changed", statusUnknown: "status unknown" })[event] || event).join(", ") }}',
		description: 'Starts the workflow when the SMSBOX history shows a new message or delivery status',
		defaults: { name: 'SMSBOX History Trigger' },
		polling: true,
		inputs: [],
		outputs: [NodeConnectionTypes.Main],
		credentials: [{ name: 'smsboxApi', required: true, testedBy: 'smsboxApiTest' }],
		properties: [
			{
				// With the label Events, n8n's panel calls the node “SMSBOX History”, and lists each event.
				displayName: 'Watch For',
				name: 'events',
				type: 'multiOptions',
				noDataExpression: true,
				options: [
					{
						name: 'Final Status',
						value: 'finalStatus',
						description: 'A message reaches a status that no other one follows, such as Received',
					},
					{
						name: 'New Message',
						value: 'newMessage',
						description: 'The history has a message that was sent since the last poll',
					},
					{
						name: 'Status Changed',
						value: 'statusChanged',
						description: 'A message gets another status, final or not',
					},
					{
						name: 'Status Unknown',
						value: 'statusUnknown',
						description: 'A message has no final status at the end of the look-back',
					},
				],
				default: ['finalStatus'],
				required: true,
				description: 'Events that start the workflow',
			},
			{
				displayName: 'Look-Back (Days)',
				name: 'lookBack',
				type: 'number',
				typeOptions: { minValue: 1, maxValue: 30 },
				default: 2,
				description: 'Days to track a message without a final status, 1 to 30',
			},
			{
				displayName: 'Filters',
				name: 'filters',
				type: 'collection',
				placeholder: 'Add filter',
				default: {},
				description: 'Messages and statuses that start the workflow',
				options: [
					recipientFilter,
					{
						...smsStatusesField,
						// In the history, -1 only says that nothing is known yet.
						options: smsStatusOptions.filter(({ value }) => value !== '-1'),
						description:
							'Statuses that start the workflow, for Final Status and Status Changed; if empty, all of them. An unknown status always starts the workflow.',
					},
				],
			},
			lineOutputField,
		],
	};

	methods = { credentialTest: { smsboxApiTest } };

	async poll(this: IPollFunctions): ReturnType<typeof pollHistory> {
		return await pollHistory(this, sessions, Date.now);
	}
}
