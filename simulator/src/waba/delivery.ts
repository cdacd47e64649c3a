import { hasStatus, noteChange } from '../core/statusChanges';
import { scheduleSteps } from '../core/steps';
import type { Delivery } from '../core/steps';
import { unixSeconds } from '../core/clock';
import type { World } from '../core/world';
import type { WabaMessage, WabaOutgoing } from './message';
import type { Step, WabaError } from './statuses';
import { callWebhook } from './webhooks';

/** After it nothing follows of itself. */
const FAILED = 'failed';

/** Sends messages now: their statuses move from here on. */
export function deliver(deliveries: readonly Delivery<WabaOutgoing, Step>[], world: World): void {
	for (const { message } of deliveries) {
		world.waba.messages.add(message);
		world.announceMessage(message);
	}
	scheduleSteps(deliveries, world.clock, (message, { status, error }) => {
		if (!hasStatus(message, status, FAILED))
			changeStatus(message, status, error === undefined ? [] : [error], world);
	});
}

/**
 * Moves a message to a status and tells the receiver of it (service.md#waba-statuses, status_update). The reference is
 * an integer here, though a text in replies.
 */
export function changeStatus(
	message: WabaOutgoing,
	status: string,
	errors: readonly WabaError[],
	world: World,
): void {
	const now = world.clock.now();
	noteChange(message.statusChanges, { at: now, status, errors });
	world.announceMessage(message);
	const { agent, messageId, number, reference } = message;
	callWebhook(
		{
			agent,
			requestType: 'status_update',
			more: { reference: Number(reference) },
			data: {
				id: messageId,
				status,
				timestamp: unixSeconds(now),
				recipient_id: number,
				...(errors.length === 0 ? {} : { errors }),
			},
			number,
			about: message.id,
		},
		world,
	);
}

/**
 * The contact reads all that reached the phone and was not read yet, as by opening the conversation.
 * @returns how many messages those were
 */
export function readAll(number: string, world: World): number {
	const unread = [...world.waba.messages.oldestFirst()].filter(
		(message): message is WabaOutgoing => isUnread(message) && message.number === number,
	);
	for (const message of unread) changeStatus(message, 'read', [], world);
	return unread.length;
}

function isUnread(message: WabaMessage): message is WabaOutgoing {
	if (message.direction === 'in') return false;
	return hasStatus(message, 'delivered') && !hasStatus(message, 'read', FAILED);
}
