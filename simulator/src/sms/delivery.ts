import { reportDelivery } from '../callbacks/deliveryReport';
import { hasStatus, noteChange } from '../core/statusChanges';
import { scheduleSteps } from '../core/steps';
import type { TimedStep } from '../core/steps';
import type { World } from '../core/world';
import type { OutgoingMessage } from './message';
import { isSandbox } from './recipients/numbers';
import { NOTHING_KNOWN, REIMBURSED } from './statuses';

interface Step extends TimedStep {
	readonly status: number;
}

const FIRST_STEP_S = 2;
const LAST_STEP_S = 5;

const transmittedThen = (status: number): readonly Step[] => [
	{ after: FIRST_STEP_S, status: 9 },
	{ after: LAST_STEP_S, status },
];

/** service.md#sandbox-numbers: by the digit after 999. */
const SANDBOX_STEPS: Readonly<Record<string, readonly Step[]>> = {
	0: transmittedThen(0),
	1: transmittedThen(1),
	2: transmittedThen(2),
	3: transmittedThen(3),
	4: transmittedThen(4),
	5: transmittedThen(5),
	6: transmittedThen(6),
	7: transmittedThen(7),
	8: transmittedThen(8),
	9: [{ after: FIRST_STEP_S, status: REIMBURSED }],
};

/** *Assumed*: every other number receives its message. */
const ORDINARY_STEPS = transmittedThen(0);

/** *Assumed*: a landline that is read its message picks up and listens to the end. */
const VOCAL_STEPS: readonly Step[] = [
	{ after: FIRST_STEP_S, status: 30 },
	{ after: LAST_STEP_S, status: 33 },
];

function stepsOf(message: OutgoingMessage): readonly Step[] {
	if (message.vocal) return VOCAL_STEPS;
	return isSandbox(message.number)
		? (SANDBOX_STEPS[message.number.charAt(3)] ?? ORDINARY_STEPS)
		: ORDINARY_STEPS;
}

/** Sends messages now: they enter the history, and their statuses move from here on. */
export function deliver(messages: readonly OutgoingMessage[], world: World): void {
	const now = world.clock.now();
	for (const message of messages) {
		message.sentAt = now;
		message.status = NOTHING_KNOWN;
		if (message.mode === 'Reponse') world.replyWindows.open(message.number, now);
		world.messages.add(message);
		world.announceMessage(message);
	}
	const deliveries = messages.map((message) => ({ message, steps: stepsOf(message) }));
	scheduleSteps(deliveries, world.clock, (message, { status }) => changeStatus(message, status, world));
}

/**
 * Moves a message to a status; where delivery reports were asked for, one is sent for each of its references.
 * Status -3 gives the credits back (service.md#delivery-status-codes).
 */
export function changeStatus(message: OutgoingMessage, status: number, world: World): void {
	noteStatus(message, status, world);
	if (!message.callback) return;
	for (const reference of message.references) reportDelivery(message, reference, status, world);
}

/** The same without a report. */
export function noteStatus(message: OutgoingMessage, status: number, world: World): void {
	if (status === REIMBURSED && !hasStatus(message, REIMBURSED)) {
		world.ledger.refund(message.cost);
		world.announceState();
	}
	message.status = status;
	noteChange(message.statusChanges, { at: world.clock.now(), status });
	world.announceMessage(message);
}
