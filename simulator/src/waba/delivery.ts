import type { WabaMessage, WabaOutgoing } from './message';
import type { Step, WabaError } from './statuses';
import { callWebhook, unixSeconds } from './webhooks';
import type { World } from '../world';

export interface Delivery {
	readonly message: WabaOutgoing;
	readonly steps: readonly Step[];
}

/** Sends messages now: their statuses move from here on. */
export function deliver(deliveries: readonly Delivery[], world: World): void {
	const now = world.clock.now();
	const byDelay = new Map<number, { message: WabaOutgoing; step: Step }[]>();
	for (const { message, steps } of deliveries) {
		world.waba.messages.add(message);
		world.announceMessage(message);
		for (const step of steps) {
			const alike = byDelay.get(step.after);
			if (alike === undefined) byDelay.set(step.after, [{ message, step }]);
			else alike.push({ message, step });
		}
	}
	for (const [after, changes] of byDelay) {
		world.clock.schedule(now + after * 1_000, () => {
			for (const { message, step } of changes) {
				changeStatus(message, step.status, step.error === undefined ? [] : [step.error], world);
			}
		});
	}
}

/** Enough for every real sequence; the control API may add statuses without end. */
const MOST_CHANGES_KEPT = 50;

/**
 * Moves a message to a status and tells the receiver of it ("WABA", status_update). The reference is an integer here,
 * though a text in replies.
 */
export function changeStatus(
	message: WabaOutgoing,
	status: string,
	errors: readonly WabaError[],
	world: World,
): void {
	const now = world.clock.now();
	message.statusChanges.push({ at: now, status, errors });
	if (message.statusChanges.length > MOST_CHANGES_KEPT) message.statusChanges.shift();
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
	const statuses = message.statusChanges.map(({ status }) => status);
	return statuses.includes('delivered') && !statuses.includes('read') && !statuses.includes('failed');
}
