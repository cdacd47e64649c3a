import { type MessageStatus, statusOf, type StatusRow } from '../messageStatus';

/**
 * The statuses of a sent message (service.md#waba-statuses), in the order in which they come:
 * `delivered` may be skipped, `read` may never come, `failed` follows `ack`. Failure after a later status is not
 * documented; that `sent` is not final is so because `delivered` follows.
 */
const rows: Readonly<Record<string, StatusRow>> = {
	ack: ['Acknowledged', 'Forwarded to Meta', false, null],
	sent: ['Sent', 'On its way to the recipient', false, null],
	delivered: ['Delivered', 'Delivered to the recipient', false, true],
	read: ['Read', 'Read by the recipient', true, true],
	failed: ['Failed', 'Delivery failed', true, false],
};

/** All documented statuses, in the order in which they come. */
export const wabaStatuses: readonly MessageStatus[] = Object.keys(rows).map((code) => statusOf(rows, code));

/** What a status means. One that is not documented is passed on, with nothing claimed about it. */
export function wabaStatus(code: string): MessageStatus {
	return statusOf(rows, code.trim());
}
