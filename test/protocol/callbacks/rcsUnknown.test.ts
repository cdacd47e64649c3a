import { message, payload, read, statusUpdate, text, timestamp, webhook } from './rcsBodies';

describe('readRcsWebhook: whatever else comes', () => {
	it.each(['__proto__', 'constructor', 'toString'])('passes on the type %s', (type) => {
		expect(read(webhook('incoming_message_poll', { type, text: 'Hi' }))).toMatchObject({
			messageType: type,
			text: null,
			additionalFields: { data: { text: 'Hi' } },
		});
	});

	const place = { latitude: 48, longitude: 2 };
	const parts: [string, string, object, object][] = [
		['incoming_message_text', 'text', { text: 'Hé' }, { text: 'Hé' }],
		[
			'incoming_message_reply',
			'reply',
			{ text: 'Yes', postbackData: '7' },
			{ text: 'Yes', answer: { id: '7', title: 'Yes', data: null } },
		],
		[
			'incoming_message_action',
			'action',
			{ text: 'Go', postbackData: '8' },
			{ answer: { id: '8', title: 'Go' } },
		],
		['incoming_message_file', 'file', { payload }, { file: { url: payload.fileUri } }],
		['incoming_message_location', 'location', place, { location: place }],
		['incoming_event', 'event', { eventType: 'IS_TYPING' }, { eventType: 'IS_TYPING' }],
		['status_update', 'event', { eventType: 'READ' }, { status: { code: 'READ' } }],
	];
	it.each(parts)(
		'reads %s by its request type where the data do not say what they are',
		(name, messageType, data, content) => {
			const missing = [{}, { type: null }, { type: '' }];
			for (const type of missing) {
				const event = read(webhook(name, { ...data, ...type, timestamp }));
				expect(event).toMatchObject({ event: name, messageType, ...content });
				expect(event.additionalFields).toEqual({});
			}
			const unknown = read(webhook(name, { ...data, type: 'Later', timestamp }));
			expect(unknown).toMatchObject({ messageType, ...content });
			expect(unknown.additionalFields).toEqual({ data: { type: 'Later' } });
			const odd = read(webhook(name, { ...data, type: { of: 'é' }, timestamp }));
			expect(odd).toMatchObject({ messageType, ...content });
			expect(odd.additionalFields).toEqual({ data: { type: { of: 'é' } } });
			const loud = read(webhook(name.toUpperCase(), { ...data, timestamp }));
			expect(loud).toMatchObject({ event: name.toUpperCase(), messageType, ...content });
		},
	);

	it.each(parts)('reads the type of %s in any case', (name, messageType, data, content) => {
		const event = read(webhook(name, { ...data, type: messageType.toUpperCase(), timestamp }));
		expect(event).toMatchObject({ messageType, ...content });
		expect(event.additionalFields).toEqual({});
	});

	it('takes the data for what they say, whatever the request type says', () => {
		const data = { type: 'reply', text: 'Yes', postbackData: '7' };
		expect(read(webhook('incoming_message_text', data))).toMatchObject({
			messageType: 'reply',
			answer: { id: '7' },
		});
		expect(read(webhook('incoming_message_poll', data))).toMatchObject({
			messageType: 'reply',
			answer: { id: '7' },
		});
	});

	it('passes on members that nobody declared, wherever they stand', () => {
		const changes = { attempt: 2, contact: { name: 'A' }, agentName: ['B'] };
		const event = read(message('file', { payload: { ...payload, views: 1 }, spam: false }, changes));
		expect(event).toMatchObject({
			file: { url: payload.fileUri },
			agent: { agentId: 'mycompany_agent', name: null },
		});
		expect(event.additionalFields).toEqual({ ...changes, data: { payload: { views: 1 }, spam: false } });
	});

	it('takes no other member for the file, though it looks like one', () => {
		const thumbnail = { ...payload, fileUri: 'https://files.example.com/small' };
		const event = read(message('file', { payload, thumbnail }));
		expect(event.file?.url).toBe(payload.fileUri);
		expect(event.additionalFields).toEqual({ data: { thumbnail } });
	});

	it.each<[string, object, object]>([
		['a reply', message('reply', { text: [1], postbackData: false }), { text: [1], postbackData: false }],
		['a file', message('file', { payload: 'x' }), { payload: 'x' }],
		['a location', message('location', { latitude: [1], longitude: 2 }), { latitude: [1] }],
		['a status', statusUpdate({ eventType: ['READ'] }), { eventType: ['READ'] }],
		['a time', statusUpdate({ timestamp: '1719576000123' }), { timestamp: '1719576000123' }],
		['a second reference', statusUpdate({ reference: '2' }), { reference: '2' }],
		[
			'a size',
			message('file', { payload: { fileUri: 'https://x', fileSizeBytes: '9 kB' } }),
			{ payload: { fileSizeBytes: '9 kB' } },
		],
	])('keeps what is of another form than declared in %s', (_, body, kept) => {
		expect(read(body).additionalFields).toEqual({ data: kept });
	});

	it.each([
		['rcs', 'rcs'],
		['rcslike', 'rcslike'],
		['rcs2', 'rcs2'],
		[undefined, null],
	])('says how it travelled: %j', (requestSubProd, subChannel) => {
		expect(read(text('Hi', { requestSubProd })).subChannel).toBe(subChannel);
	});
});
