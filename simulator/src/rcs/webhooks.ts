import { randomUUID } from 'node:crypto';

import type { JsonObject } from '../core/json';
import { parisIso } from '../core/paris';
import { CLIENT_ID } from '../json/webhook';
import type { World } from '../core/world';
import type { RcsAgent } from './agents';

/** `rcs` or `rcslike`; what the second stands for is not documented. */
const SUB_PROD = 'rcs';

export interface RcsWebhook {
	readonly agent: RcsAgent;
	readonly requestType: string;
	/** `rcs` unless asked otherwise. */
	readonly requestSubProd?: string | undefined;
	readonly data: JsonObject;
	/** Of statuses only. */
	readonly reference?: string | undefined;
	/** Without `+`; webhooks that concern one number keep their order. */
	readonly number: string;
	/** The `id` of the message that it tells of. */
	readonly about?: number | undefined;
}

/**
 * Posts one webhook (service.md#rcs-webhooks, envelope). Without an address there is none. *Assumed*: its UUID is the
 * same at each attempt.
 */
export function callRcsWebhook(webhook: RcsWebhook, world: World): void {
	const { rcsWebhookUrl } = world.settings;
	if (rcsWebhookUrl === null) return;
	const { agent, requestType, requestSubProd = SUB_PROD, data, reference, number, about } = webhook;
	const envelope = {
		requestType,
		agentId: agent.agentId,
		agentName: agent.name,
		clientId: CLIENT_ID,
		msisdn: `+${number}`,
		requestProd: 'RCS',
		requestSubProd,
		requestDate: parisIso(world.clock.now()),
		requestUUID: randomUUID(),
		...(reference === undefined ? {} : { reference }),
		data,
	};
	world.callbacks.sendJson('rcs_webhook', rcsWebhookUrl, envelope, { number, about });
}
