/** The RCS trigger, published in n8n's engine on loopback, and webhooks as the service sends them. */
import * as bodies from '../../protocol/callbacks/rcsBodies';
import { serveWebhooks, type Given, type ServedWebhooks } from './webhookServed';

export const { timestamp } = bodies;

let requests = 0;

/** A webhook's envelope. Each has another request ID, as the service gives every request its own. */
export function webhook(requestType: string, data: unknown, more: object = {}): Record<string, unknown> {
	requests += 1;
	const requestUUID = `0d6e8c52-3c5a-4a57-9d0c-${String(requests).padStart(12, '0')}`;
	return { ...bodies.webhook(requestType, data, { agentName: 'MyCompany', requestUUID }), ...more };
}

/** A message of a type that has a request type of its own. */
export const message = (messageType: string, content: object): Record<string, unknown> =>
	webhook(`incoming_message_${messageType}`, { type: messageType, ...content, timestamp });

export const text = (body: string): Record<string, unknown> => message('text', { text: body });

export const reply = (title: string, postbackData: string): Record<string, unknown> =>
	message('reply', { text: title, postbackData });

export const file = (fileUri: string, more: object = {}): Record<string, unknown> =>
	message('file', {
		payload: { mimeType: 'image/jpeg', fileSizeBytes: 9, fileName: 'photo.jpg', fileUri, ...more },
	});

export const typing = (): Record<string, unknown> =>
	webhook('incoming_event', { type: 'event', eventType: 'IS_TYPING', timestamp });

export const status = (eventType: string, more: object = {}): Record<string, unknown> =>
	webhook('status_update', { type: 'event', eventType, timestamp }, { reference: '7001', ...more });

export const serveRcs = async (...given: Given): Promise<ServedWebhooks> =>
	await serveWebhooks('smsboxRcsTrigger', ...given);
