import { type MessageStatus, statusOf, type StatusRow } from '../messageStatus';

/**
 * The statuses of a sent message (service.md#rcs-statuses, `eventType` of `status_update`), in the order in which they
 * come: `READ` follows `SENT` or `DELIVERED`. That `REJECTED`, `FAILED` and `EXPIRED` are final is *assumed*: nothing
 * documented follows them.
 */
const rows: Readonly<Record<string, StatusRow>> = {
	SENT: ['Sent', 'On its way to the recipient', false, null],
	DELIVERED: ['Delivered', 'Delivered to the recipient', false, true],
	READ: ['Read', 'Read by the recipient', true, true],
	REJECTED: ['Rejected', 'Rejected, the device may not be compatible with RCS', true, false],
	FAILED: ['Failed', 'Delivery failed, the recipient may be unreachable', true, false],
	EXPIRED: ['Expired', 'Expired before delivery', true, false],
};

/** All documented statuses, in the order in which they come. */
export const rcsStatuses: readonly MessageStatus[] = Object.keys(rows).map((code) => statusOf(rows, code));

/** What a status means. One that is not documented is passed on, with nothing claimed about it. */
export function rcsStatus(code: string): MessageStatus {
	return statusOf(rows, code.trim());
}
