/** The RCS trigger, published in n8n's engine on loopback, and webhooks as the service sends them. */
import type { INodeParameters } from 'n8n-workflow';

import { SmsboxRcsTrigger } from '../../../nodes/SmsboxRcsTrigger/SmsboxRcsTrigger.node';
import type { TriggerOptions } from '../../support/triggers';
import { serveWaba, type ServedWaba } from './wabaServed';

export { closeAll } from './wabaServed';

export const type = 'n8n-nodes-smsbox.smsboxRcsTrigger';
const nodeTypes = { [type]: SmsboxRcsTrigger };

/** Of everything that a person sends or does. */
export const timestamp = '1719576000';

let requests = 0;

/** A webhook's envelope. Each has another request ID, as the service gives every request its own. */
export function webhook(requestType: string, data: unknown, more: object = {}): Record<string, unknown> {
	requests += 1;
	return {
		requestType,
		agentId: 'mycompany_agent',
		agentName: 'MyCompany',
		clientId: 123456,
		msisdn: '+33600123456',
		requestProd: 'RCS',
		requestSubProd: 'rcs',
		requestDate: '2024-06-01T14:00:00+02:00',
		requestUUID: `0d6e8c52-3c5a-4a57-9d0c-${String(requests).padStart(12, '0')}`,
		data,
		...more,
	};
}

/** A message of a kind that has a request type of its own. */
export const message = (kind: string, content: object): Record<string, unknown> =>
	webhook(`incoming_message_${kind}`, { type: kind, ...content, timestamp });

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

/** What is served of a trigger is the same for both channels that speak JSON. */
export const serveRcs = async (
	parameters: INodeParameters = {},
	more: Partial<TriggerOptions> = {},
): Promise<ServedWaba> => await serveWaba(parameters, { type, nodeTypes, ...more });
