import { readData, received } from './wabaBodies';

describe('readWabaWebhook: whatever else comes', () => {
	it('keeps what is of another form than declared', () => {
		const event = readData(
			{ from: { a: 1 }, id: ['x'], timestamp: {}, type: 'text', text: 'Hello' },
			{ wabaId: { b: 2 }, phoneNumber: 33700000001 },
		);
		expect(event).toMatchObject({
			from: null,
			messageId: null,
			to: '+33700000001',
			agent: { wabaId: null },
			additionalFields: { wabaId: { b: 2 }, data: { from: { a: 1 }, id: ['x'], timestamp: {} } },
		});
		expect(event.additionalFields).toMatchObject({ data: { text: 'Hello' } });
	});

	it.each([
		['a time that is no Unix time', 'incoming_message', { timestamp: '2024-06-28T12:00:00Z' }],
		['a time in milliseconds', 'status_update', { timestamp: 1719576000123 }],
		['the recipient of an incoming message', 'incoming_message', { recipient_id: '33600999999' }],
		['the status of an incoming message', 'incoming_message', { status: 'received' }],
		['the status of an incoming error', 'incoming_error', { status: 7 }],
		['the sender of a status', 'status_update', { from: '33600999999' }],
		['the sender of an unknown status', 'new', { from: '33600999999', recipient_id: 1 }, ['recipient_id']],
		['a second reference', 'status_update', { reference: 2 }],
	])('keeps %s', (_what, requestType, members, read: string[] = []) => {
		const isNew = requestType === 'new' && { status: 'sent' };
		const data = { id: 'wamid.1', ...isNew, ...members };
		const kept = Object.fromEntries(Object.entries(members).filter(([name]) => !read.includes(name)));
		expect(readData(data, { requestType, reference: 1 }).additionalFields).toEqual({ data: kept });
	});

	it.each([
		['1719576000', '2024-06-01T14:00:00+02:00', '2024-06-28T12:00:00.000Z'],
		[1719576000, null, '2024-06-28T12:00:00.000Z'],
		['1719576000000', '2024-06-01T14:00:00+02:00', '2024-06-01T12:00:00.000Z'],
		['', '2024-06-01T14:00:00.123Z', '2024-06-01T14:00:00.123Z'],
		[null, ' 2024-06-01T14:00:00+02:00 ', '2024-06-01T12:00:00.000Z'],
		[null, '2024-06-01 14:00:00-03:30', '2024-06-01T17:30:00.000Z'],
		[null, '2024-06-01T14:00:00', null],
		[null, '2024-13-01T14:00:00Z', null],
		[null, 'yesterday', null],
		[null, null, null],
	])('knows the time of %j and %j', (timestamp, requestDate, expected) => {
		expect(readData({ ...received, timestamp }, { requestDate }).timestamp).toBe(expected);
	});
});
