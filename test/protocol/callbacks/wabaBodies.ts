import { readWabaWebhook, type WabaWebhookEvent } from '../../../protocol/callbacks/waba';

export const bytesOf = (body: unknown): Uint8Array => new TextEncoder().encode(JSON.stringify(body));

/** A webhook as the service sends it, with the data given. */
export const webhook = (data: unknown, changes: object = {}): object => ({
	wabaId: '10000001',
	phoneId: '20000002',
	phoneNumber: '33700000001',
	clientId: 123456,
	requestProd: 'WABA',
	requestDate: '2024-06-01T14:00:00+02:00',
	requestUUID: '6f1d0c5e-6d0b-4b5e-9a55-0c8f0f6a1b2c',
	requestType: 'incoming_message',
	data,
	...changes,
});

/** What all kinds of received messages have. */
export const received = { from: '33600123456', id: 'wamid.abc', timestamp: '1719576000' };

/** A received text. */
export const text = { ...received, type: 'text', text: { body: 'Bonjour é 😀' } };

export const statusUpdate = (data: object, changes: object = {}): object =>
	webhook(
		{ id: 'wamid.sent', status: 'delivered', timestamp: '1719576000', recipient_id: '33600123456', ...data },
		{ requestType: 'status_update', reference: 123456789012, ...changes },
	);

/** The event; the test fails if there is none. */
export function read(body: unknown): WabaWebhookEvent {
	const event = readWabaWebhook(bytesOf(body));
	if (!event) throw new Error('No event');
	return event;
}

/** The event of a webhook with the data given. */
export const readData = (data: unknown, changes?: object): WabaWebhookEvent => read(webhook(data, changes));
