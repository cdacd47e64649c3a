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
