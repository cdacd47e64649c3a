import { hasStatus, noteChange } from '../core/statusChanges';
import { scheduleSteps } from '../core/steps';
import type { Delivery } from '../core/steps';
import { unixSeconds } from '../core/clock';
import type { World } from '../core/world';
import { REVOKED } from './message';
import type { RcsMessage, RcsOutgoing } from './message';
import type { RcsStep } from './phones';
import { callRcsWebhook } from './webhooks';

/** After one of these nothing follows of itself. */
const OVER = ['FAILED', 'REJECTED', 'EXPIRED', REVOKED];
/** Of these the message is, or was, on the phone. */
const ARRIVED = ['DELIVERED', 'READ'];

/** Sends messages now: their statuses move from here on, and those that never arrive expire. */
export function deliver(deliveries: readonly Delivery<RcsOutgoing, RcsStep>[], world: World): void {
	for (const { message } of deliveries) {
		world.rcs.messages.add(message);
		world.announceMessage(message);
	}
	scheduleSteps(deliveries, world.clock, (message, { status }) => {
		if (!hasStatus(message, status, ...OVER)) changeStatus(message, status, world);
	});
	const pending = deliveries
		.filter(({ steps }) => !steps.some(({ status }) => [...OVER, ...ARRIVED].includes(status)))
		.map(({ message }) => message);
	expireInTime(pending, world);
}

/** All of one send have the same validity. */
function expireInTime(messages: readonly RcsOutgoing[], world: World): void {
	const [first] = messages;
	if (first === undefined) return;
	world.clock.schedule(first.expiresAt, () => {
		for (const message of messages) {
			if (!hasStatus(message, ...OVER, ...ARRIVED)) changeStatus(message, 'EXPIRED', world);
		}
	});
}

function note(message: RcsOutgoing, status: string, world: World): void {
	noteChange(message.statusChanges, { at: world.clock.now(), status });
	world.announceMessage(message);
}

/** Moves a message to a status and tells the receiver of it (service.md#rcs-webhooks, status_update). */
export function changeStatus(message: RcsOutgoing, status: string, world: World): void {
	note(message, status, world);
	const { agent, number, reference } = message;
	callRcsWebhook(
		{
			agent,
			requestType: 'status_update',
			data: { type: 'event', eventType: status, timestamp: unixSeconds(world.clock.now()) },
			reference,
			number,
			about: message.id,
		},
		world,
	);
}

/**
 * Takes a message off the phone. "Revoke works before the message is read": one that is read, or that never came to
 * be, stays as it is. *Assumed*: one that has not arrived yet never does, and no status tells of it.
 */
export function revoke(message: RcsOutgoing, world: World): void {
	if (!hasStatus(message, 'READ', ...OVER)) note(message, REVOKED, world);
}

/**
 * The person reads all that reached the phone and was not read yet, as by opening the conversation.
 * @returns how many messages those were
 */
export function readAll(number: string, world: World): number {
	const unread = [...world.rcs.messages.oldestFirst()].filter(
		(message): message is RcsOutgoing => isUnread(message) && message.number === number,
	);
	for (const message of unread) changeStatus(message, 'READ', world);
	return unread.length;
}

function isUnread(message: RcsMessage): message is RcsOutgoing {
	if (message.direction === 'in' || message.kind === 'event') return false;
	return hasStatus(message, 'DELIVERED') && !hasStatus(message, 'READ', ...OVER);
}
