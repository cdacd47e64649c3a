import { readRawBody, readWabaWebhook } from '../../../protocol/callbacks/waba';
import { bytesOf, read, received, statusUpdate, webhook } from './wabaBodies';

const text = { ...received, type: 'text', text: { body: 'Bonjour é 😀' } };
const readData = (data: unknown, changes?: object) => read(webhook(data, changes));

describe('readWabaWebhook: messages', () => {
	it('reads a text', () => {
		expect(readData(text)).toEqual({
			channel: 'waba',
			event: 'incoming_message',
			eventId: expect.stringMatching(/^[0-9a-f]{32}$/),
			timestamp: '2024-06-28T12:00:00.000Z',
			from: '33600123456',
			to: '33700000001',
			reference: null,
			agent: { wabaId: '10000001', phoneId: '20000002', phoneNumber: '33700000001' },
			fromUserId: null,
			messageId: 'wamid.abc',
			kind: 'text',
			text: 'Bonjour é 😀',
			errors: [],
			additionalFields: {},
		});
	});

	it.each(['document', 'image', 'video', 'audio', 'sticker'])('reads a file of the kind %s', (type) => {
		const file = { id: '987', filename: 'a.bin', mime_type: 'image/jpeg', sha256: 'abc=', caption: 'See?' };
		const event = readData({ ...received, type, [type]: file });
		expect(event.additionalFields).toEqual({});
		expect(event).toMatchObject({
			kind: type,
			text: 'See?',
			file: {
				id: '987',
				mimeType: 'image/jpeg',
				sha256: 'abc=',
				fileName: 'a.bin',
				caption: 'See?',
			},
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
			kind: 'reaction',
			text: null,
			reaction: { messageId: 'wamid.x', emoji: '👍' },
		});
		for (const emoji of ['', undefined]) {
			expect(reaction(emoji).reaction).toEqual({ messageId: 'wamid.x', emoji: null });
			expect(reaction(emoji).additionalFields).toEqual({});
		}
	});

	it('reads no coordinate that cannot be one, and loses nothing of it', () => {
		const location = { latitude: 90.5, longitude: ' ', name: 'A' };
		const event = readData({ ...received, type: 'location', location });
		expect(event.location).toMatchObject({ latitude: null, longitude: null, name: 'A' });
		expect(event.additionalFields).toEqual({ data: { location: { latitude: 90.5, longitude: ' ' } } });
	});

	it('reads a location', () => {
		const place = { latitude: 48.8584, longitude: 2.2945 };
		const known = { name: 'Eiffel Tower', address: 'Paris', url: 'https://example.com' };
		const event = readData({ ...received, type: 'location', location: { ...place, ...known } });
		expect(event.location).toEqual({ ...place, ...known });
		expect(event.additionalFields).toEqual({});
		expect(
			readData({ ...received, type: 'location', location: { latitude: '48.8584', longitude: 'x' } }).location,
		).toEqual({ latitude: 48.8584, longitude: null, name: null, address: null, url: null });
	});

	it.each([
		[
			{
				type: 'interactive',
				interactive: { type: 'button_reply', button_reply: { id: 'yes', title: 'Yes' } },
			},
			{ id: 'yes', title: 'Yes' },
		],
		[
			{
				type: 'interactive',
				interactive: { type: 'list_reply', list_reply: { id: 'tea', title: 'Tea', description: 'Hot' } },
			},
			{ id: 'tea', title: 'Tea', description: 'Hot' },
		],
		[
			{ type: 'button', button: { payload: 'yes', text: 'Yes' } },
			{ id: 'yes', title: 'Yes' },
		],
	])('reads the answer %j', (data, answer) => {
		const event = readData({ ...received, ...data });
		expect(event.answer).toStrictEqual(answer);
		expect(event).toMatchObject({ kind: data.type, text: answer.title });
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
		expect(event).toMatchObject({ kind: 'interactive', text: null });
		expect(event.additionalFields).toEqual(
			type === 'call_permission_reply' ? {} : { data: { interactive: unread } },
		);
	});

	it('passes on kinds that it does not know, whole', () => {
		const contacts = [{ name: { formatted_name: 'A' } }];
		const event = readData({ ...received, type: 'contacts', contacts, context: { id: 'wamid.y' } });
		expect(event).toMatchObject({
			kind: 'contacts',
			text: null,
			messageId: 'wamid.abc',
			additionalFields: { data: { contacts, context: { id: 'wamid.y' } } },
		});
		const order = { catalog_id: '7', text: 'Two, please' };
		expect(readData({ ...received, type: 'order', order })).toMatchObject({
			kind: 'order',
			text: null,
			additionalFields: { data: { order } },
		});
		for (const type of ['__proto__', 'constructor', 'toString']) {
			const odd = readData({ ...received, type });
			expect([odd.kind, odd.additionalFields]).toEqual([type, {}]);
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

	it('finds the user ID in the data or in the envelope', () => {
		const anonymous = { ...text, from: undefined };
		expect(readData({ ...anonymous, from_user_id: 'FR.1' })).toMatchObject({
			from: null,
			fromUserId: 'FR.1',
		});
		expect(readData(anonymous, { from_user_id: 'FR.2' })).toMatchObject({ from: null, fromUserId: 'FR.2' });
		const both = readData({ ...text, from_user_id: 'FR.1' }, { from_user_id: 'FR.2' });
		expect(both).toMatchObject({ from: '33600123456', fromUserId: 'FR.1' });
		expect(both.additionalFields).toEqual({});
	});
});

describe('readWabaWebhook: statuses', () => {
	it('reads a status', () => {
		expect(read(statusUpdate({}))).toEqual({
			channel: 'waba',
			event: 'status_update',
			eventId: expect.stringMatching(/^[0-9a-f]{32}$/),
			timestamp: '2024-06-28T12:00:00.000Z',
			from: '33700000001',
			to: '33600123456',
			reference: '123456789012',
			agent: { wabaId: '10000001', phoneId: '20000002', phoneNumber: '33700000001' },
			fromUserId: null,
			messageId: 'wamid.sent',
			kind: null,
			text: null,
			status: {
				code: 'delivered',
				name: 'Delivered',
				description: 'Delivered to the recipient',
				final: false,
				delivered: true,
			},
			errors: [],
			additionalFields: {},
		});
	});

	it('says why a message failed', () => {
		const errors = [
			{
				code: 131047,
				title: 'Re-engagement message',
				message: 'Re-engagement message',
				error_data: {
					details: 'More than 24 hours have passed',
					href: 'https://example.com/131047',
					more: 1,
				},
				fbtrace_id: 'x',
			},
		];
		const read131047 = {
			code: '131047',
			title: 'Re-engagement message',
			message: 'Re-engagement message',
			details: 'More than 24 hours have passed',
			href: 'https://example.com/131047',
			additionalFields: { fbtrace_id: 'x', error_data: { more: 1 } },
		};
		const event = read(statusUpdate({ status: 'failed', errors }));
		expect(event.status).toMatchObject({
			code: 'failed',
			final: true,
			delivered: false,
			errors: [read131047],
		});
		expect(event.errors).toEqual([read131047]);
		expect(event.additionalFields).toEqual({});
	});

	it.each(['deleted', 'warning', 'toString'])('passes on the status %s', (status) => {
		expect(read(statusUpdate({ status })).status).toMatchObject({
			code: status,
			final: null,
			delivered: null,
		});
	});

	it('gives the reference as text, to its last digit', () => {
		const body = JSON.stringify(statusUpdate({})).replace('123456789012', '12345678901234567890');
		expect(readWabaWebhook(Buffer.from(body))?.reference).toBe('12345678901234567890');
		expect(read(statusUpdate({}, { reference: '0012' })).reference).toBe('0012');
		expect(read(statusUpdate({}, { reference: null })).reference).toBeNull();
		const inData = read(statusUpdate({ reference: 12 }, { reference: undefined }));
		expect([inData.reference, inData.additionalFields]).toEqual(['12', {}]);
	});
});

describe('readWabaWebhook: errors', () => {
	const error = {
		code: 123456,
		title: 'Message type unknown',
		message: 'Message type unknown',
		error_data: { details: 'Message type is currently not supported.' },
	};
	const expected = {
		code: '123456',
		title: 'Message type unknown',
		message: 'Message type unknown',
		details: 'Message type is currently not supported.',
		href: null,
	};

	it.each([
		['a list in the data', { ...received, errors: [error] }, {}],
		['an object in the data', { ...received, errors: error }, {}],
		['a list in the envelope', received, { errors: [error] }],
		['an object in the envelope', received, { errors: error }],
	])('come as %s', (_, data, changes) => {
		const event = readData(data, { requestType: 'incoming_error', ...changes });
		expect(event).toMatchObject({
			event: 'incoming_error',
			from: '33600123456',
			to: '33700000001',
			messageId: 'wamid.abc',
			kind: null,
			text: null,
		});
		expect(event.additionalFields).toEqual({});
		expect(event.errors).toEqual([expected]);
		expect(event).not.toHaveProperty('status');
	});

	it.each([
		['oops', [{ code: null, message: 'oops' }]],
		[
			[5, true, null],
			[{ message: '5' }, { message: 'true' }, { message: 'null' }],
		],
		[{}, [{ code: null, title: null, message: null, details: null }]],
		[[], []],
		[null, []],
		[{ code: 1, error_data: 'x' }, [{ code: '1', additionalFields: { error_data: 'x' } }]],
	])('are passed on as far as they can be read: %j', (errors, read_) => {
		expect(readData({ ...received, errors }, { requestType: 'incoming_error' }).errors).toMatchObject(read_);
	});
});

describe('readWabaWebhook: whatever else comes', () => {
	it('passes on a request type that it does not know', () => {
		expect(readData({ id: 'x', new: [1] }, { requestType: 'template_update' })).toMatchObject({
			event: 'template_update',
			messageId: 'x',
			additionalFields: { data: { new: [1] } },
		});
	});

	it.each([['a text'], [''], [5], [true], [['a', { b: 1 }]]])('passes on data that are %j', (data) => {
		expect(readData(data)).toMatchObject({ kind: null, text: null, additionalFields: { data } });
	});

	it.each([[null], [undefined]])('needs no data', (data) => {
		const event = readData(data);
		expect(event).toMatchObject({ from: null, kind: null, timestamp: '2024-06-01T12:00:00.000Z' });
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
			to: '33700000001',
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
