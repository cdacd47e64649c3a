import { readRawBody, readRcsWebhook } from '../../../protocol/callbacks/rcs';
import { readWabaWebhook } from '../../../protocol/callbacks/waba';
import { bytesOf, message, payload, read, statusUpdate, text, timestamp, webhook } from './rcsBodies';

describe('readRcsWebhook: messages', () => {
	it('reads a text', () => {
		expect(read(text('Bonjour é € 😀'))).toEqual({
			channel: 'rcs',
			event: 'incoming_message_text',
			eventId: expect.stringMatching(/^[0-9a-f]{32}$/),
			timestamp: '2024-06-28T12:00:00.000Z',
			from: '33600123456',
			to: 'mycompany_agent',
			reference: null,
			agent: { agentId: 'mycompany_agent', name: 'MyCompany é' },
			subChannel: 'rcs',
			kind: 'text',
			text: 'Bonjour é € 😀',
			eventType: null,
			additionalFields: {},
		});
	});

	it.each(['reply', 'action'])('reads the tap on a suggested %s', (type) => {
		const event = read(message(type, { text: 'Yes 👍', postbackData: 'order-7:yes' }));
		expect(event).toMatchObject({ kind: type, text: 'Yes 👍', additionalFields: {} });
		expect(event.answer).toEqual({ id: 'order-7:yes', title: 'Yes 👍', data: null });
	});

	it.each<[string, unknown]>([
		['{"order":7,"lines":[{"é":"€"}]}', { order: 7, lines: [{ é: '€' }] }],
		[' [1, "deux"] ', [1, 'deux']],
		['{"id":12345678901234567890}', { id: '12345678901234567890' }],
		['{"order":', null],
		['7', null],
		['true', null],
		['null', null],
		['"yes"', null],
		['yes', null],
		['['.repeat(1000) + ']'.repeat(1000), null],
	])('keeps the postback data %j as they were sent, and reads them where they are JSON', (sent, data) => {
		expect(read(message('reply', { text: 'Yes', postbackData: sent })).answer).toEqual({
			id: sent,
			title: 'Yes',
			data,
		});
	});

	it('reads a tap of which only a part was sent', () => {
		expect(read(message('reply', { text: 'Yes' })).answer).toEqual({ id: null, title: 'Yes', data: null });
		expect(read(message('action', { postbackData: '' }))).toMatchObject({
			text: null,
			answer: { id: null, title: null, data: null },
		});
	});

	it('reads a file', () => {
		const event = read(message('file', { payload }));
		expect(event).toMatchObject({ kind: 'file', text: null, additionalFields: {} });
		expect(event.file).toEqual({
			url: 'https://files.example.com/a?b=%C3%A9',
			mimeType: 'image/jpeg',
			size: 48211,
			fileName: 'Été.jpg',
		});
	});

	it.each([
		['48211', 48211],
		[0, 0],
		[-1, null],
		[1.5, null],
		['much', null],
		[null, null],
	])('reads the size %j of a file as %j', (fileSizeBytes, size) => {
		expect(read(message('file', { payload: { ...payload, fileSizeBytes } })).file?.size).toBe(size);
	});

	it('knows no file without an address, and passes on what there is', () => {
		const event = read(message('file', { payload: { mimeType: 'image/png', fileUri: '' } }));
		expect(event).not.toHaveProperty('file');
		expect(event.additionalFields).toEqual({ data: { payload: { mimeType: 'image/png', fileUri: '' } } });
		expect(read(message('file', { payload: { fileUri: 'https://x.example.com' } })).file).toEqual({
			url: 'https://x.example.com',
			mimeType: null,
			size: null,
			fileName: null,
		});
	});

	it('reads a location', () => {
		const event = read(message('location', { latitude: 48.8584, longitude: 2.2945 }));
		expect(event).toMatchObject({ kind: 'location', text: null, additionalFields: {} });
		expect(event.location).toEqual({ latitude: 48.8584, longitude: 2.2945 });
		expect(read(message('location', { latitude: '48.8584', longitude: 'x' })).location).toEqual({
			latitude: 48.8584,
			longitude: null,
		});
	});

	it.each([
		['+33600123456', '33600123456'],
		['33600123456', '33600123456'],
		[33600123456, '33600123456'],
		[' +33600123456 ', '33600123456'],
		['+', null],
		[' ', null],
		[null, null],
	])('gives the number %j as %j, as the other channels do', (msisdn, from) => {
		expect(read(text('Hi', { msisdn })).from).toBe(from);
	});
});

describe('readRcsWebhook: events and statuses', () => {
	it('reads an event', () => {
		const event = read(webhook('incoming_event', { type: 'event', eventType: 'IS_TYPING', timestamp }));
		expect(event).toMatchObject({
			event: 'incoming_event',
			from: '33600123456',
			to: 'mycompany_agent',
			kind: 'event',
			eventType: 'IS_TYPING',
			text: null,
			additionalFields: {},
		});
		expect(event).not.toHaveProperty('status');
	});

	it('reads a status, which goes from the agent to the person', () => {
		expect(read(statusUpdate())).toEqual({
			channel: 'rcs',
			event: 'status_update',
			eventId: expect.stringMatching(/^[0-9a-f]{32}$/),
			timestamp: '2024-06-28T12:00:00.000Z',
			from: 'mycompany_agent',
			to: '33600123456',
			reference: '123456789012',
			agent: { agentId: 'mycompany_agent', name: 'MyCompany é' },
			subChannel: 'rcs',
			kind: 'event',
			text: null,
			eventType: 'READ',
			status: expect.objectContaining({ code: 'READ', name: 'Read', final: true, delivered: true }),
			additionalFields: {},
		});
	});

	it.each([
		['SENT', false, null],
		['DELIVERED', false, true],
		['READ', true, true],
		['REJECTED', true, false],
		['FAILED', true, false],
		['EXPIRED', true, false],
		['REVOKED', null, null],
		['toString', null, null],
	])('reads the status %s', (eventType, final, delivered) => {
		expect(read(statusUpdate({ eventType })).status).toMatchObject({ code: eventType, final, delivered });
	});

	it('has no status where none is named', () => {
		expect(read(statusUpdate({ eventType: undefined }))).not.toHaveProperty('status');
		expect(read(statusUpdate({ eventType: '' }))).not.toHaveProperty('status');
	});

	it('gives the reference as text, to its last digit', () => {
		expect(read(statusUpdate({}, { reference: '0012' })).reference).toBe('0012');
		expect(read(statusUpdate({}, { reference: undefined })).reference).toBeNull();
		const body = JSON.stringify(statusUpdate()).replace('"123456789012"', '12345678901234567890');
		expect(readRcsWebhook(Buffer.from(body))?.reference).toBe('12345678901234567890');
	});
});

describe('readRcsWebhook: whatever else comes', () => {
	it('passes on a request type that it does not know, whole', () => {
		const data = { type: 'poll', question: 'é?', answers: [1], payload: { fileUri: 'https://x' } };
		expect(read(webhook('incoming_message_poll', data))).toMatchObject({
			event: 'incoming_message_poll',
			from: '33600123456',
			kind: 'poll',
			text: null,
			additionalFields: { data: { question: 'é?', answers: [1], payload: { fileUri: 'https://x' } } },
		});
	});

	it.each(['__proto__', 'constructor', 'toString'])('passes on the kind %s', (type) => {
		expect(read(webhook('incoming_message_text', { type, text: 'Hi' }))).toMatchObject({
			kind: type,
			text: null,
			additionalFields: { data: { text: 'Hi' } },
		});
	});

	it('passes on members that nobody declared, wherever they stand', () => {
		const changes = { attempt: 2, contact: { name: 'A' }, agentName: ['B'] };
		const event = read(message('file', { payload: { ...payload, views: 1 }, spam: false }, changes));
		expect(event).toMatchObject({
			file: { url: payload.fileUri },
			agent: { agentId: 'mycompany_agent', name: null },
		});
		expect(event.additionalFields).toEqual({
			...changes,
			data: { payload: { views: 1 }, spam: false },
		});
	});

	it.each<[string, object, object]>([
		[
			'a reply',
			message('reply', { text: { a: 1 }, postbackData: { b: 2 } }),
			{ text: { a: 1 }, postbackData: { b: 2 } },
		],
		['a file', message('file', { payload: 'x' }), { payload: 'x' }],
		['a location', message('location', { latitude: [1], longitude: 2 }), { latitude: [1] }],
		['a status', statusUpdate({ eventType: ['READ'] }), { eventType: ['READ'] }],
	])('keeps what is of another form than declared in %s', (_, body, kept) => {
		expect(read(body).additionalFields).toEqual({ data: kept });
	});

	it.each([['a text'], [''], [5], [true], [['a', { b: 1 }]]])('passes on data that are %j', (data) => {
		expect(read(webhook('incoming_message_text', data))).toMatchObject({
			kind: null,
			text: null,
			eventType: null,
			timestamp: '2024-06-01T12:00:00.000Z',
			additionalFields: { data },
		});
	});

	it.each([[null], [undefined]])('needs no data', (data) => {
		expect(read(webhook('status_update', data))).toMatchObject({ kind: null, additionalFields: {} });
	});

	it.each([
		['rcs', 'rcs'],
		['rcslike', 'rcslike'],
		['rcs2', 'rcs2'],
		[undefined, null],
	])('says how it travelled: %j', (requestSubProd, subChannel) => {
		expect(read(text('Hi', { requestSubProd })).subChannel).toBe(subChannel);
	});

	it.each([
		['nothing', ''],
		['no JSON', 'requestType=incoming_message_text'],
		['half a JSON', JSON.stringify(text('Hi')).slice(0, -1)],
		['null', 'null'],
		['a list', JSON.stringify([text('Hi')])],
		['a text', '"incoming_message_text"'],
		['no request type', JSON.stringify({ ...text('Hi'), requestType: undefined })],
		['an empty request type', JSON.stringify({ ...text('Hi'), requestType: ' ' })],
		['a request type that is no text', JSON.stringify({ ...text('Hi'), requestType: 1 })],
		['a webhook of WABA', JSON.stringify(text('Hi', { requestProd: 'WABA' }))],
		['a webhook of WABA in small letters', JSON.stringify(text('Hi', { requestProd: 'waba' }))],
	])('knows no event in %s', (_, body) => {
		expect(readRcsWebhook(Buffer.from(body))).toBeUndefined();
	});

	it('takes a webhook that does not name its product, and one of a product that nobody knows', () => {
		expect(read(text('Hi', { requestProd: undefined })).text).toBe('Hi');
		expect(read(text('Hi', { requestProd: 'RCS2' })).text).toBe('Hi');
	});

	it('is no webhook of WABA', () => {
		expect(readWabaWebhook(bytesOf(text('Hi')))).toBeUndefined();
	});

	it('reads 5 MB', () => {
		expect(read(text('x'.repeat(5_000_000))).text).toHaveLength(5_000_000);
		expect(readRcsWebhook(Buffer.from('['.repeat(1_000_000)))).toBeUndefined();
	});
});

describe('readRawBody', () => {
	it('is the JSON as it came', () => {
		expect(readRawBody(bytesOf(statusUpdate()))).toEqual(statusUpdate());
	});
});
