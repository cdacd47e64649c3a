import type { JsonObject } from '../../playground/src/support/json';
import { agent } from './realN8n';

/** A webhook as the service posts it. */
export const incoming = (id: string, data: JsonObject): string =>
	JSON.stringify({
		wabaId: agent.wabaId,
		phoneId: agent.phoneId,
		phoneNumber: agent.phoneNumber,
		requestProd: 'WABA',
		requestDate: '2024-06-28T14:00:00+02:00',
		requestType: 'incoming_message',
		data: { from: '33600123461', id, timestamp: '1719576000', ...data },
	});

export const message = (id: string, body = 'Hello', more: JsonObject = {}): string =>
	incoming(id, { type: 'text', text: { body }, ...more });
