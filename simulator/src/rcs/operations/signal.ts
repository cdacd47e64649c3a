import { textAt } from '../../core/json';
import type { JsonOperation } from '../../json/operation';
import { oneOf } from '../../json/shape';
import { queued } from '../../json/success';
import type { World } from '../../core/world';
import type { RcsAgent } from '../agents';
import { numbersOf, recipientsOf, resultsOf, withRecipients } from '../recipients';

const MOST_RECIPIENTS = 1;

/**
 * service.md#rcs-requests: `READ` is documented, `IS_TYPING` *assumed*. The event names no message: all that the
 * person wrote to the agent so far is read. It costs nothing (*assumed*).
 */
export const signal: JsonOperation<RcsAgent> = {
	name: () => 'rcs.event.send',
	method: 'POST',
	body: withRecipients({ event: oneOf('READ', 'IS_TYPING') }),
	run({ agent, body }, world) {
		const recipients = recipientsOf(body, MOST_RECIPIENTS, world);
		const reference = world.numbering.nextReference();
		const event = textAt(body, 'event');
		for (const number of numbersOf(recipients)) {
			if (event === 'READ') markAsRead(number, agent, world);
			const message = {
				channel: 'rcs' as const,
				direction: 'out' as const,
				id: world.numbering.nextId(),
				reference,
				number,
				agent,
				kind: 'event' as const,
				event,
				weight: event.length,
				cost: 0,
				acceptedAt: world.clock.now(),
			};
			world.rcs.messages.add(message);
			world.announceMessage(message);
		}
		return queued(reference, resultsOf(recipients));
	},
};

function markAsRead(number: string, { agentId }: RcsAgent, world: World): void {
	for (const message of world.rcs.messages.oldestFirst()) {
		if (message.direction === 'out' || message.readAt !== undefined) continue;
		if (message.number !== number || message.agent.agentId !== agentId) continue;
		message.readAt = world.clock.now();
		world.announceMessage(message);
	}
}
