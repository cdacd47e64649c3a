import type { SimulatedClock } from './clock';

/** One change of a message's status, some simulated seconds after it was accepted (the delays are *assumed*). */
export interface TimedStep {
	readonly after: number;
}

export interface Delivery<Message, Step extends TimedStep> {
	readonly message: Message;
	readonly steps: readonly Step[];
}

/**
 * Carries the steps of many messages out as their time comes: a bulk send needs a timer a step, not one a message.
 * @param change called for each step of each message when it is due, in the order of the messages
 */
export function scheduleSteps<Message, Step extends TimedStep>(
	deliveries: readonly Delivery<Message, Step>[],
	clock: SimulatedClock,
	change: (message: Message, step: Step) => void,
): void {
	const byDelay = new Map<number, { message: Message; step: Step }[]>();
	for (const { message, steps } of deliveries) {
		for (const step of steps) {
			const alike = byDelay.get(step.after);
			if (alike === undefined) byDelay.set(step.after, [{ message, step }]);
			else alike.push({ message, step });
		}
	}
	const now = clock.now();
	for (const [after, changes] of byDelay) {
		clock.schedule(now + after * 1_000, () => {
			for (const { message, step } of changes) change(message, step);
		});
	}
}
