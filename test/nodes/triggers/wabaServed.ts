/** The WABA trigger, published in n8n's engine on loopback, and webhooks as the service sends them. */
import { serveWebhooks, type Given, type ServedWebhooks } from './webhookServed';

export const agent = { wabaId: '104996122399160', phoneId: '106540352242922' };

/** What `data` of every incoming message has. */
export const received = { from: '33600123456', id: 'wamid.HBgLMzM2MDAxMjM0NTY', timestamp: '1719576000' };

/** A webhook's envelope. */
export function webhook(requestType: string, data: unknown, more: object = {}): Record<string, unknown> {
	return {
		...agent,
		phoneNumber: '33600123400',
		clientId: 123456,
		requestProd: 'WABA',
		requestDate: '2024-06-01T14:00:00+02:00',
		requestUUID: '0d6e8c52-3c5a-4a57-9d0c-6f1f6f1d2a11',
		requestType,
		data,
		...more,
	};
}

export const message = (content: object): Record<string, unknown> =>
	webhook('incoming_message', { ...received, ...content });

export const text = (body: string, more: object = {}): Record<string, unknown> =>
	message({ type: 'text', text: { body }, ...more });

export const image = (more: object = {}): Record<string, unknown> =>
	message({ type: 'image', image: { id: '1234', mime_type: 'image/jpeg', sha256: 'abc', ...more } });

/** A tap on a reply button of this ID. */
export const tap = (id: string): Record<string, unknown> =>
	message({ type: 'interactive', interactive: { type: 'button_reply', button_reply: { id, title: 'Yes' } } });

export const status = (code: string, more: object = {}): Record<string, unknown> =>
	webhook(
		'status_update',
		{ id: 'wamid.sent', status: code, timestamp: '1719576000', recipient_id: '33600123456', ...more },
		{ reference: 7001 },
	);

export const serveWaba = async (...given: Given): Promise<ServedWebhooks> =>
	await serveWebhooks('smsboxWabaTrigger', ...given);
