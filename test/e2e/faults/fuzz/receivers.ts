/** Triggers with filters, and what each filter forbids, written down apart from the code that filters. */
import type { StoredEvents } from '../stage';

/** What an event says about itself, as its trigger gave it. */
export type SeenEvent = StoredEvents['events'][number];

export interface FilteredTrigger {
	type: string;
	method: 'GET' | 'POST';
	parameters: Record<string, unknown>;
	/** Whether it calls the service itself. */
	usesCredential?: boolean;
	/** Whether the filters forbid an event that started an execution. */
	isForbidden: (event: SeenEvent) => boolean;
}

/** service.md#delivery-status-codes. */
const documentedStatuses = [
	...['-3', '-1', '0', '1', '2', '3', '4', '5', '6', '7', '8', '9', '10'],
	...['30', '31', '32', '33', '34', '35', '36', '37', '38', '39'],
];
const documentedTypes = [
	...['button', 'interactive', 'audio', 'document', 'image'],
	...['location', 'reaction', 'sticker', 'text', 'video'],
];

const documentedRcsTypes = [
	...['incoming_message_text', 'incoming_message_reply', 'incoming_message_action', 'incoming_message_file'],
	...['incoming_message_location', 'incoming_event', 'status_update'],
];

const isOneOf = (value: string | null | undefined, list: readonly string[]): boolean =>
	value !== null && value !== undefined && list.includes(value);

export const filteredTriggers: readonly [FilteredTrigger, ...FilteredTrigger[]] = [
	{
		type: 'smsboxDeliveryReportTrigger',
		method: 'GET',
		parameters: { statuses: ['7', '-3'], finalOnly: true },
		isForbidden: ({ event, status }) =>
			event !== 'delivery_report' || (isOneOf(status, documentedStatuses) && !isOneOf(status, ['7', '-3'])),
	},
	{
		type: 'smsboxIncomingSmsTrigger',
		method: 'GET',
		parameters: { filters: { optOuts: 'without', keywords: 'INFO', calledNumbers: '33700000000' } },
		isForbidden: ({ event, optOut }) => event !== 'incoming_sms' || optOut !== false,
	},
	{
		type: 'smsboxWabaTrigger',
		method: 'POST',
		parameters: {
			requestTypes: ['incoming_message'],
			messageTypes: ['text', 'location'],
			onReceipt: ['markAsRead'],
			wabaId: '100100100100100',
			phoneId: '200200200200200',
		},
		usesCredential: true,
		isForbidden: ({ event, messageType }) =>
			isOneOf(event, ['status_update', 'incoming_error']) ||
			(event === 'incoming_message' &&
				isOneOf(messageType, documentedTypes) &&
				!isOneOf(messageType, ['text', 'location'])),
	},
	{
		type: 'smsboxRcsTrigger',
		method: 'POST',
		parameters: { requestTypes: ['incoming_message_text', 'status_update'], statuses: ['READ', 'FAILED'] },
		isForbidden: ({ event, status }) =>
			(event !== 'incoming_message_text' &&
				event !== 'status_update' &&
				isOneOf(event, documentedRcsTypes)) ||
			(event === 'status_update' && isOneOf(status, ['SENT', 'DELIVERED', 'REJECTED', 'EXPIRED'])),
	},
];
