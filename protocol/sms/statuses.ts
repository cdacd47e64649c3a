import { type MessageStatus, statusOf, type StatusRow } from '../messageStatus';

/**
 * The status codes of SMS and of voice calls to landlines (service.md#delivery-status-codes). Names and meanings are
 * the service's; that -3 and 0 to 8 are final and 9 is not is shown by its sandbox flows. *Assumed*: whether -1, 10 and
 * all voice statuses are final, and `delivered` of the voice statuses.
 */
const rows: Readonly<Record<string, StatusRow>> = {
	'-3': ['Reimbursed', 'Delivery failed, the credit was refunded', true, false],
	'-1': ['Unknown', 'The status cannot be determined', true, null],
	'0': ['Received', 'Delivered', true, true],
	'1': ['Failure', 'Delivery failed, reason unknown', true, false],
	'2': ['Rejected', 'Content blocked, spam filter or parental lock', true, false],
	'3': ['Inactive', 'Phone off or without signal', true, false],
	'4': ['Not responding', 'Network problem at the operator', true, false],
	'5': ['Reception error', 'The recipient could not receive the message', true, false],
	'6': ['Saturated', 'The phone memory is full', true, false],
	'7': ['Unknown number', 'Invalid or blocked number', true, false],
	'8': ['Non-routable', 'Unknown prefix or routing error', true, false],
	'9': ['Transmitted', 'Accepted by the operator, delivery in progress', false, null],
	'10': ['Sent', 'No delivery status is available for this way of sending', true, null],
	'30': ['Call in progress', 'The recipient is being called', false, null],
	'31': ['Picked up', 'The call was answered, then ended', true, false],
	'32': ['Listening accepted', 'Listening was accepted by a key press', false, null],
	'33': ['Message listened', 'The entire message was listened to', true, true],
	'34': ['Listening confirmed', 'Listening was confirmed by a key press', true, true],
	'35': ['Listening refused', 'Listening was declined by a key press', true, false],
	'36': ['Not picked up', 'The call was not answered', true, false],
	'37': ['No response', 'The call was answered, but no key was pressed in time', true, false],
	'38': ['No dial tone', 'The call failed', true, false],
	'39': ['Waiting for retry', 'Another call will be made', false, null],
};

/** All documented statuses, in the order of their codes. */
export const smsStatuses: readonly MessageStatus[] = Object.keys(rows)
	.map((code) => statusOf(rows, code))
	.sort((status, nextStatus) => Number(status.code) - Number(nextStatus.code));

/** What a status code means. A code that is not documented is passed on, with nothing claimed about it. */
export function smsStatus(code: string): MessageStatus {
	return statusOf(rows, code.trim());
}
