import { message, payload, read, statusUpdate, text } from './rcsBodies';

describe('readRcsWebhook: messages', () => {
	it('reads a text', () => {
		expect(read(text('Bonjour é € 😀'))).toEqual({
			channel: 'rcs',
			event: 'incoming_message_text',
			eventId: expect.stringMatching(/^[0-9a-f]{32}$/),
			timestamp: '2024-06-28T12:00:00.000Z',
			from: '+33600123456',
			to: 'mycompany_agent',
			reference: null,
			agent: { agentId: 'mycompany_agent', name: 'MyCompany é' },
			subChannel: 'rcs',
			messageType: 'text',
			text: 'Bonjour é € 😀',
			chatInput: 'Bonjour é € 😀',
			sessionId: 'rcs:+33600123456:mycompany_agent',
			optOut: false,
			eventType: null,
			additionalFields: {},
		});
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

	const nowhere = { latitude: 90.1, longitude: '-181' };
	it.each<[object, object, unknown]>([
		[{ latitude: '', longitude: null }, { latitude: null, longitude: null }, undefined],
		[{ latitude: ' \t', longitude: 2 }, { latitude: null, longitude: 2 }, { latitude: ' \t' }],
		[{ latitude: 48, longitude: 'x' }, { latitude: 48, longitude: null }, { longitude: 'x' }],
		[nowhere, { latitude: null, longitude: null }, nowhere],
		[{ latitude: 120, longitude: 120 }, { latitude: null, longitude: 120 }, { latitude: 120 }],
		[{ longitude: 2 }, { latitude: null, longitude: 2 }, undefined],
		[{ latitude: ' 48.8584', longitude: '-2' }, { latitude: 48.8584, longitude: -2 }, undefined],
		[{ latitude: -90, longitude: 180 }, { latitude: -90, longitude: 180 }, undefined],
	])('reads the place of %j where there is one, and loses nothing of it', (sent, location, data) => {
		const event = read(message('location', sent));
		expect(event.location).toEqual(location);
		expect(event.additionalFields).toEqual(data === undefined ? {} : { data });
	});

	it('takes postback data that come as an object for what they are', () => {
		const postbackData = { order: 7, lines: [{ é: '€' }] };
		const event = read(message('reply', { text: 'Yes', postbackData }));
		expect(event.answer).toEqual({ id: '{"order":7,"lines":[{"é":"€"}]}', title: 'Yes', data: postbackData });
		expect(event.additionalFields).toEqual({});
		const list = read(message('action', { text: 'Yes', postbackData: [1, 'deux'] }));
		expect(list.answer).toMatchObject({ id: '[1,"deux"]', data: [1, 'deux'] });
		expect(list.additionalFields).toEqual({});
		const flag = read(message('reply', { text: 'Yes', postbackData: true }));
		expect(flag.answer).toEqual({ id: null, title: 'Yes', data: null });
		expect(flag.additionalFields).toEqual({ data: { postbackData: true } });
	});

	it.each([
		['+33600123456', '+33600123456'],
		['33600123456', '+33600123456'],
		[33600123456, '+33600123456'],
		[' +33600123456 ', '+33600123456'],
		['+', null],
		[' ', null],
		[null, null],
	])('gives the number %j as %j, as the other channels do', (msisdn, from) => {
		expect(read(text('Hi', { msisdn })).from).toBe(from);
	});
});

describe('readRcsWebhook: events and statuses', () => {
	it('reads a status, which goes from the agent to the person', () => {
		expect(read(statusUpdate())).toEqual({
			channel: 'rcs',
			event: 'status_update',
			eventId: expect.stringMatching(/^[0-9a-f]{32}$/),
			timestamp: '2024-06-28T12:00:00.000Z',
			from: 'mycompany_agent',
			to: '+33600123456',
			reference: '123456789012',
			agent: { agentId: 'mycompany_agent', name: 'MyCompany é' },
			subChannel: 'rcs',
			messageType: 'event',
			text: null,
			eventType: 'READ',
			status: expect.objectContaining({ code: 'READ', name: 'Read', final: true, delivered: true }),
			additionalFields: {},
		});
	});

	it('has no status where none is named', () => {
		expect(read(statusUpdate({ eventType: undefined }))).not.toHaveProperty('status');
		expect(read(statusUpdate({ eventType: '' }))).not.toHaveProperty('status');
	});
});
