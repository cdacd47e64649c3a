import { randomUUID } from 'node:crypto';
import type { JsonObject } from '../../playground/src/support/json';
import { rcsAgent } from './realN8n';

/** A webhook as the service posts it (service.md#rcs-webhooks), each with a UUID of its own. */
export const webhook = (requestType: string, data: JsonObject, more: JsonObject = {}): string =>
	JSON.stringify({
		requestType,
		agentId: rcsAgent.agentId,
		agentName: rcsAgent.name,
		clientId: 123456,
		msisdn: '+33600123481',
		requestProd: 'RCS',
		requestSubProd: 'rcs',
		requestDate: '2024-06-28T14:00:00+02:00',
		requestUUID: randomUUID(),
		...more,
		data: { timestamp: '1719576000', ...data },
	});

/** A message of a kind that has a request type of its own. */
const message = (type: string, content: JsonObject): string =>
	webhook(`incoming_message_${type}`, { type, ...content });

export const text = (body: string): string => message('text', { text: body });

export const file = (fileUri: string): string =>
	message('file', {
		payload: { mimeType: 'image/jpeg', fileSizeBytes: 9, fileName: 'photo é.jpg', fileUri },
	});

export const status = (eventType: string, reference: string): string =>
	webhook('status_update', { type: 'event', eventType }, { reference });

export const typing = (): string => webhook('incoming_event', { type: 'event', eventType: 'IS_TYPING' });

const fileUri = 'https://files.example.com/photo.jpg';

/** All seven request types, and what of each a workflow gets. */
export const everyRequestType: ReadonlyArray<[requestType: string, body: string, event: JsonObject]> = [
	['incoming_message_text', text('Déjà reçu 🙂, 10 €'), { messageType: 'text', text: 'Déjà reçu 🙂, 10 €' }],
	['incoming_event', typing(), { messageType: 'event', eventType: 'IS_TYPING' }],
	[
		'incoming_message_reply',
		message('reply', { text: 'À midi', postbackData: '{"when":12}' }),
		{ text: 'À midi', answer: { id: '{"when":12}', title: 'À midi', data: { when: 12 } } },
	],
	[
		'incoming_message_action',
		message('action', { text: 'Call us', postbackData: 'call' }),
		{ text: 'Call us', answer: { id: 'call', title: 'Call us', data: null } },
	],
	[
		'status_update',
		status('READ', '279428029479'),
		{ reference: '279428029479', to: '+33600123481', status: { code: 'READ', delivered: true, final: true } },
	],
	[
		'incoming_message_file',
		file(fileUri),
		{ file: { url: fileUri, mimeType: 'image/jpeg', size: 9, fileName: 'photo é.jpg' } },
	],
	[
		'incoming_message_location',
		message('location', { latitude: 48.8584, longitude: 2.2945 }),
		{ location: { latitude: 48.8584, longitude: 2.2945 } },
	],
];
