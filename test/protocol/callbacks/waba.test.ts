import { received, readData, text } from './wabaBodies';

describe('readWabaWebhook: messages', () => {
	it('reads a text', () => {
		expect(readData(text)).toEqual({
			channel: 'waba',
			event: 'incoming_message',
			eventId: expect.stringMatching(/^[0-9a-f]{32}$/),
			timestamp: '2024-06-28T12:00:00.000Z',
			from: '+33600123456',
			to: '+33700000001',
			reference: null,
			agent: { wabaId: '10000001', phoneId: '20000002', phoneNumber: '+33700000001' },
			fromUserId: null,
			messageId: 'wamid.abc',
			messageType: 'text',
			text: 'Bonjour é 😀',
			chatInput: 'Bonjour é 😀',
			sessionId: 'whatsapp:+33600123456:20000002',
			optOut: false,
			errors: [],
			additionalFields: {},
		});
	});

	it.each(['document', 'image', 'video', 'audio', 'sticker'])('reads a file of the type %s', (type) => {
		const file = { id: '987', filename: 'a.bin', mime_type: 'image/jpeg', sha256: 'abc=', caption: 'See?' };
		const event = readData({ ...received, type, [type]: file });
		expect(event.additionalFields).toEqual({});
		expect(event).toMatchObject({
			messageType: type,
			text: 'See?',
			file: { id: '987', mimeType: 'image/jpeg', sha256: 'abc=', fileName: 'a.bin', caption: 'See?' },
		});
		expect(readData({ ...received, type, [type]: { id: 987 } })).toMatchObject({
			text: null,
			file: { id: '987', mimeType: null, sha256: null, fileName: null, caption: null },
		});
	});

	it('knows no file without an id, and passes on what there is', () => {
		const event = readData({
			...received,
			type: 'image',
			image: { caption: 'See?', mime_type: 'image/png' },
		});
		expect(event).not.toHaveProperty('file');
		expect(event.text).toBe('See?');
		expect(event.additionalFields).toEqual({ data: { image: { mime_type: 'image/png' } } });
	});

	it('reads a reaction, and one that is taken back', () => {
		const reaction = (emoji?: string) =>
			readData({ ...received, type: 'reaction', reaction: { message_id: 'wamid.x', emoji } });
		expect(reaction('👍').additionalFields).toEqual({});
		expect(reaction('👍')).toMatchObject({
			messageType: 'reaction',
			text: null,
			reaction: { messageId: 'wamid.x', emoji: '👍' },
		});
		for (const emoji of ['', undefined]) {
			expect(reaction(emoji).reaction).toEqual({ messageId: 'wamid.x', emoji: null });
			expect(reaction(emoji).additionalFields).toEqual({});
		}
	});

	it.each<[object, object, object]>([
		[
			{ latitude: 90.5, longitude: ' ' },
			{ latitude: null, longitude: null },
			{ latitude: 90.5, longitude: ' ' },
		],
		[{ latitude: '48.8584', longitude: 'x' }, { latitude: 48.8584, longitude: null }, { longitude: 'x' }],
	])('reads no coordinate of %j that cannot be one, and loses nothing of it', (location, read, kept) => {
		const event = readData({ ...received, type: 'location', location });
		expect(event.location).toEqual({ ...read, name: null, address: null, url: null });
		expect(event.additionalFields).toEqual({ data: { location: kept } });
	});

	const yes = { id: 'yes', title: 'Yes' };
	const tea = { id: 'tea', title: 'Tea', description: 'Hot' };
	it.each([
		[{ type: 'interactive', interactive: { type: 'button_reply', button_reply: yes } }, yes],
		[{ type: 'interactive', interactive: { type: 'list_reply', list_reply: tea } }, tea],
		[{ type: 'button', button: { payload: 'yes', text: 'Yes' } }, yes],
	])('reads the answer %j', (data, answer) => {
		const event = readData({ ...received, ...data });
		expect(event.answer).toStrictEqual(answer);
		expect(event).toMatchObject({ messageType: data.type, text: answer.title });
		expect(event.additionalFields).toEqual({});
	});

	it.each([
		{ type: 'nfm_reply', nfm_reply: { response_json: '{}' } },
		{ type: 'button_reply', button_reply: 'yes' },
		{ type: 'call_permission_reply' },
	])('knows no answer in %j, and passes on what there is', (interactive) => {
		const { type, ...unread } = interactive;
		const event = readData({ ...received, type: 'interactive', interactive });
		expect(event).not.toHaveProperty('answer');
		expect(event).toMatchObject({ messageType: 'interactive', text: null });
		expect(event.additionalFields).toEqual(
			type === 'call_permission_reply' ? {} : { data: { interactive: unread } },
		);
	});

	it('passes on types that it does not know, whole', () => {
		const contacts = [{ name: { formatted_name: 'A' } }];
		const event = readData({ ...received, type: 'contacts', contacts, context: { id: 'wamid.y' } });
		expect(event).toMatchObject({
			messageType: 'contacts',
			text: null,
			messageId: 'wamid.abc',
			additionalFields: { data: { contacts, context: { id: 'wamid.y' } } },
		});
		const order = { catalog_id: '7', text: 'Two, please' };
		expect(readData({ ...received, type: 'order', order })).toMatchObject({
			messageType: 'order',
			text: null,
			additionalFields: { data: { order } },
		});
		for (const type of ['__proto__', 'constructor', 'toString']) {
			const odd = readData({ ...received, type });
			expect([odd.messageType, odd.additionalFields]).toEqual([type, {}]);
		}
	});

	it('passes on members that nobody declared, wherever they stand', () => {
		const data = {
			...received,
			type: 'image',
			image: { id: '1', view_once: true },
			is_error: 'yes',
			interactive: { flow: 1 },
		};
		expect(readData(data, { attempt: 2, contact: { name: 'A' } }).additionalFields).toEqual({
			attempt: 2,
			contact: { name: 'A' },
			data: { image: { view_once: true }, is_error: 'yes', interactive: { flow: 1 } },
		});
		const reply = { id: 'a', title: 'A', extra: { b: 1 } };
		expect(
			readData({ ...received, type: 'interactive', interactive: { button_reply: reply, nfm_reply: 5 } })
				.additionalFields,
		).toEqual({ data: { interactive: { button_reply: { extra: { b: 1 } }, nfm_reply: 5 } } });
	});

	it('prefers the user ID in the data to the one in the envelope', () => {
		const both = readData({ ...text, from_user_id: 'FR.1' }, { from_user_id: 'FR.2' });
		expect(both).toMatchObject({ from: '+33600123456', fromUserId: 'FR.1' });
		expect(both.additionalFields).toEqual({ from_user_id: 'FR.2' });
	});
});
