import { readRawBody, readWabaWebhook } from '../../../protocol/callbacks/waba';
import { bytesOf, readData, received, text, webhook } from './wabaBodies';

describe('readWabaWebhook: whatever else comes', () => {
	it('passes on a request type that it does not know', () => {
		expect(readData({ id: 'x', new: [1] }, { requestType: 'template_update' })).toMatchObject({
			event: 'template_update',
			messageId: 'x',
			additionalFields: { data: { new: [1] } },
		});
	});

	it.each([['a text'], [''], [5], [true], [['a', { b: 1 }]]])('passes on data that are %j', (data) => {
		expect(readData(data)).toMatchObject({ messageType: null, text: null, additionalFields: { data } });
	});

	it.each([[null], [undefined]])('needs no data', (data) => {
		const event = readData(data);
		expect(event).toMatchObject({ from: null, messageType: null, timestamp: '2024-06-01T12:00:00.000Z' });
		expect(event.additionalFields).toEqual({});
	});

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

	it.each([
		['nothing', ''],
		['no JSON', 'requestType=incoming_message'],
		['half a JSON', JSON.stringify(webhook(text)).slice(0, -1)],
		['null', 'null'],
		['a list', JSON.stringify([webhook(text)])],
		['a text', '"incoming_message"'],
		['no request type', JSON.stringify(webhook(text, { requestType: undefined }))],
		['an empty request type', JSON.stringify(webhook(text, { requestType: ' ' }))],
		['a request type that is no text', JSON.stringify(webhook(text, { requestType: 1 }))],
		['a webhook of RCS', JSON.stringify(webhook(text, { requestProd: 'RCS' }))],
	])('knows no event in %s', (_, body) => {
		expect(readWabaWebhook(Buffer.from(body))).toBeUndefined();
	});

	it('reads 5 MB', () => {
		const long = 'x'.repeat(5_000_000);
		expect(readData({ ...received, type: 'text', text: { body: long } }).text).toHaveLength(5_000_000);
		expect(readWabaWebhook(Buffer.from('['.repeat(1_000_000)))).toBeUndefined();
		const nested = `${'{"a":'.repeat(50_000)}1${'}'.repeat(50_000)}`;
		expect(readWabaWebhook(Buffer.from(`{"requestType":"x","data":${nested}}`))).toBeUndefined();
	});
});

describe('readRawBody', () => {
	it('is the JSON as it came', () => {
		expect(readRawBody(bytesOf(webhook(text)))).toEqual(webhook(text));
		expect(readRawBody(Buffer.from('\ufeff{"a":12345678901234567890}'))).toEqual({
			a: '12345678901234567890',
		});
		expect(readRawBody(Buffer.from('[1]'))).toEqual({});
	});
});
