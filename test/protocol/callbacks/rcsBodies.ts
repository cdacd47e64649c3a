import { readRcsWebhook, type RcsWebhookEvent } from '../../../protocol/callbacks/rcs';

export const bytesOf = (body: unknown): Uint8Array => new TextEncoder().encode(JSON.stringify(body));

/** A webhook as the service sends it, with the data given. */
export const webhook = (requestType: string, data: unknown, changes: object = {}): object => ({
	requestType,
	agentId: 'mycompany_agent',
	agentName: 'MyCompany é',
	clientId: 123456,
	msisdn: '+33600123456',
	requestProd: 'RCS',
	requestSubProd: 'rcs',
	requestDate: '2024-06-01T14:00:00+02:00',
	requestUUID: '6f1d0c5e-6d0b-4b5e-9a55-0c8f0f6a1b2c',
	data,
	...changes,
});

export const timestamp = '1719576000';

/** A message of a kind that has a request type of its own. */
export const message = (type: string, content: object, changes: object = {}): object =>
	webhook(`incoming_message_${type}`, { type, ...content, timestamp }, changes);

export const text = (body: string, changes: object = {}): object => message('text', { text: body }, changes);

export const statusUpdate = (data: object = {}, changes: object = {}): object =>
	webhook(
		'status_update',
		{ type: 'event', eventType: 'READ', timestamp, ...data },
		{ reference: '123456789012', ...changes },
	);

export const payload = {
	mimeType: 'image/jpeg',
	fileSizeBytes: 48211,
	fileName: 'Été.jpg',
	fileUri: 'https://files.example.com/a?b=%C3%A9',
};

/** The event; the test fails if there is none. */
export function read(body: unknown): RcsWebhookEvent {
	const event = readRcsWebhook(bytesOf(body));
	if (!event) throw new Error('No event');
	return event;
}
