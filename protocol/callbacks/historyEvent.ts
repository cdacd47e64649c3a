import type { MessageStatus } from '../messageStatus';
import type { HistoryRecord } from '../sms/history';
import type { DeliveryReportEvent } from './deliveryReport';
import { eventHash, statusIdOf } from './event';

/** What can be found in the history; `delivery_report` is a status, as in the report about it. */
export type HistoryEventName = 'delivery_report' | 'new_message' | 'status_unknown';

export type HistoryEvent = Omit<DeliveryReportEvent, 'event'> & { event: HistoryEventName };

/** What an event needs of a record; all that is left of one that the history no longer has. */
export type RecordedMessage = Pick<HistoryRecord, 'reference' | 'to' | 'status'> & {
	sentAt: string;
	/** Counts further messages to the same number in the same second, with the same reference or without one. */
	twin?: number;
};

/** *Assumed*: the history has this code for a message whose status is not known yet. */
const notYetKnown = '-1';

/**
 * The status that a record has. In the history, -1 is what every message begins with, so nobody knows there whether it is final.
 */
export function statusInHistory({ status }: { status: MessageStatus }): MessageStatus {
	return status.code === notYetKnown ? { ...status, final: null } : status;
}

/** Whether nothing is known of a message but that it was sent. */
export const isNotYetKnown = ({ status }: { status: MessageStatus }): boolean => status.code === notYetKnown;

/**
 * An event with the members of a delivery report. The history does not say when a status was reached, so only a new message has a
 * time. The same message with the same status has the same `eventId`, and another
 * message another one, even if it has the same reference.
 */
export function historyEvent(event: HistoryEventName, record: RecordedMessage): HistoryEvent {
	const { reference, to, sentAt } = record;
	const status = statusInHistory(record);
	const statusId = statusIdOf(reference, to, status);
	const isNew = event === 'new_message';
	const sent = `${new Date(sentAt).toISOString()} ${record.twin ?? 0}`;
	const identity = ['history', reference ?? '', sent, to, isNew ? '' : status.code];
	return {
		channel: 'sms',
		event,
		eventId: eventHash('sms', event, identity),
		timestamp: isNew ? new Date(sentAt).toISOString() : null,
		from: null,
		to,
		reference,
		status,
		...(statusId !== undefined && { statusId }),
		callbackData: {},
	};
}
