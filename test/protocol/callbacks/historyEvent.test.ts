import { historyEvent, isNotYetKnown, statusInHistory } from '../../../protocol/callbacks/historyEvent';
import { smsStatus } from '../../../protocol/sms/statuses';

const record = {
	reference: '123456789012',
	to: '33600123456',
	sentAt: '2024-10-20T18:15:00+02:00',
	status: smsStatus('0'),
};
const { status: received } = record;

describe('an event of the history', () => {
	it('of a final status has the ID of the status, and no time', () => {
		const { eventId, ...event } = historyEvent('delivery_report', record);
		expect(eventId).toMatch(/^[0-9a-f]{32}$/);
		expect(event).toEqual({
			channel: 'sms',
			event: 'delivery_report',
			timestamp: null,
			from: null,
			to: '33600123456',
			reference: '123456789012',
			status: received,
			statusId: '123456789012:33600123456:0',
			callbackData: {},
		});
	});

	it('of a new message has the time of the send', () =>
		expect(historyEvent('new_message', record).timestamp).toBe('2024-10-20T16:15:00.000Z'));

	it('has its own ID for each event and status, but a new message one for all statuses', () => {
		const failed = { ...record, status: smsStatus('3') };
		const idOf = (...args: Parameters<typeof historyEvent>) => historyEvent(...args).eventId;
		expect(idOf('delivery_report', failed)).not.toBe(idOf('delivery_report', record));
		expect(idOf('status_unknown', record)).not.toBe(idOf('delivery_report', record));
		expect(idOf('new_message', failed)).toBe(idOf('new_message', record));
		expect(idOf('delivery_report', { ...record, to: '33600123457' })).not.toBe(
			idOf('delivery_report', record),
		);
	});

	it('of a message without a reference is told apart by its time, and has no ID of a status', () => {
		const unnamed = { ...record, reference: null };
		const later = { ...unnamed, sentAt: '2024-10-20T18:16:00+02:00' };
		expect(historyEvent('delivery_report', unnamed)).not.toHaveProperty('statusId');
		expect(historyEvent('delivery_report', later).eventId).not.toBe(
			historyEvent('delivery_report', unnamed).eventId,
		);
	});
});

describe('the status of a record', () => {
	it('is not known to be final while the history has -1', () => {
		const unknown = { status: smsStatus('-1') };
		expect(isNotYetKnown(unknown)).toBe(true);
		expect(statusInHistory(unknown)).toEqual({ ...unknown.status, final: null });
		expect(historyEvent('status_unknown', { ...record, ...unknown })).not.toHaveProperty('statusId');
	});

	it('is otherwise the one of the report', () => {
		expect(isNotYetKnown(record)).toBe(false);
		expect(statusInHistory(record)).toBe(received);
	});
});
