import { read, readData, received, statusUpdate, text, webhook } from './wabaBodies';

describe('readWabaWebhook: statuses', () => {
	it('reads a status', () => {
		expect(read(statusUpdate({}))).toEqual({
			channel: 'waba',
			event: 'status_update',
			eventId: expect.stringMatching(/^[0-9a-f]{32}$/),
			timestamp: '2024-06-28T12:00:00.000Z',
			from: '+33700000001',
			to: '+33600123456',
			reference: '123456789012',
			agent: { wabaId: '10000001', phoneId: '20000002', phoneNumber: '+33700000001' },
			fromUserId: null,
			messageId: 'wamid.sent',
			messageType: null,
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
});

describe('readWabaWebhook: errors', () => {
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
	])('are passed on as far as they can be read: %j', (errors, expectedErrors) => {
		expect(readData({ ...received, errors }, { requestType: 'incoming_error' }).errors).toMatchObject(
			expectedErrors,
		);
	});
});

describe('readWabaWebhook: who wrote to whom', () => {
	it('a status without a recipient never names the agent as the one it went to', () => {
		const { from, to } = read(statusUpdate({ recipient_id: undefined, from_user_id: 'FR.123' }));
		expect(to).toBeNull();
		expect(from).toBe(read(webhook(text)).to);
	});

	it.each([
		['a status update that names no status', statusUpdate({ status: undefined })],
		['a status under a request type that nobody knows', statusUpdate({}, { requestType: 'status_update_2' })],
	])('%s goes from the agent to the person', (_, body) => {
		expect(read(body)).toMatchObject({ from: '+33700000001', to: '+33600123456' });
	});

	it.each([
		['incoming_message', { recipient_id: '33600999999' }],
		['incoming_message', { status: 'received' }],
		['incoming_message', { status: 1 }],
		['incoming_error', { status: 'unsupported' }],
	])('an %s with %j is from its sender, and no status', (requestType, more) => {
		const event = read(webhook({ ...text, ...more }, { requestType }));
		expect(event).toMatchObject({ from: `+${received.from}`, to: '+33700000001' });
		expect(event).not.toHaveProperty('status');
		expect('chatInput' in event).toBe(requestType === 'incoming_message');
		expect('optOut' in event).toBe(requestType === 'incoming_message');
	});
});
