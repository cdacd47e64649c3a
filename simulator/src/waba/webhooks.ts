import { randomUUID } from 'node:crypto';

import type { JsonObject } from '../core/json';
import { parisIso } from '../core/paris';
import { CLIENT_ID } from '../json/webhook';
import type { World } from '../core/world';
import type { WabaAgent } from './agents';

export interface WabaWebhook {
	readonly agent: WabaAgent;
	readonly requestType: string;
	readonly data: JsonObject;
	/** Members of the envelope that only some webhooks have. */
	readonly more?: JsonObject;
	/** Webhooks that concern one number keep their order. */
	readonly number: string;
	/** The `id` of the message that it tells of. */
	readonly about?: number | undefined;
}

/**
 * Posts one webhook (service.md#waba-webhooks, envelope). Without an address there is none. *Assumed*: its UUID is
 * the same at each attempt.
 */
export function callWebhook(
	{ agent, requestType, data, more = {}, number, about }: WabaWebhook,
	world: World,
): void {
	const { wabaWebhookUrl } = world.settings;
	if (wabaWebhookUrl === null) return;
	const envelope = {
		wabaId: agent.wabaId,
		phoneId: agent.phoneId,
		phoneNumber: agent.phoneNumber,
		clientId: CLIENT_ID,
		requestProd: 'WABA',
		requestDate: parisIso(world.clock.now()),
		requestUUID: randomUUID(),
		requestType,
		...more,
		data,
	};
	world.callbacks.sendJson('waba_webhook', wabaWebhookUrl, envelope, { number, about });
}
