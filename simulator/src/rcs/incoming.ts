import type { JsonObject } from '../core/json';
import { unixSeconds } from '../core/clock';
import type { World } from '../core/world';
import type { RcsAgent } from './agents';
import type { RcsIncoming } from './message';
import { callRcsWebhook } from './webhooks';

/** What a phone sends, and to whom. */
export interface RcsArrival {
	readonly agent: RcsAgent;
	/** In international format, without `+`. */
	readonly from: string;
	readonly requestType: string;
	readonly requestSubProd: string | undefined;
	/** What `data` has besides its time. */
	readonly content: JsonObject;
	/** Statuses alone have one; undefined for all that a phone really sends. */
	readonly reference: string | undefined;
	/** Of a file that the simulator itself serves. */
	readonly fileId: string | undefined;
}

/** What stands in a conversation; all else, like that somebody types, is only told. */
const MESSAGE = /^incoming_message/;

/**
 * A person writes, taps or types (service.md#rcs-webhooks).
 * @returns the message, undefined for what is none
 */
export function receiveRcs(arrival: RcsArrival, world: World): RcsIncoming | undefined {
	const { agent, from: number, requestType, requestSubProd, reference, fileId } = arrival;
	const now = world.clock.now();
	const data = { ...arrival.content, timestamp: arrival.content['timestamp'] ?? unixSeconds(now) };
	const message: RcsIncoming | undefined = MESSAGE.test(requestType)
		? {
				channel: 'rcs',
				direction: 'in',
				id: world.numbering.nextId(),
				number,
				agent,
				requestType,
				data,
				fileId,
				weight: JSON.stringify(data).length,
				receivedAt: now,
				readAt: undefined,
			}
		: undefined;
	if (message !== undefined) {
		world.rcs.messages.add(message);
		world.announceMessage(message);
	}
	const about = message?.id;
	callRcsWebhook({ agent, requestType, requestSubProd, data, reference, number, about }, world);
	return message;
}
