import { textAt } from '../../core/json';
import type { JsonOperation } from '../../json/operation';
import { text } from '../../json/shape';
import { queued } from '../../json/success';
import type { RcsAgent } from '../agents';
import { revoke } from '../delivery';
import { numbersOf, recipientsOf, resultsOf, withRecipients } from '../recipients';

const MOST_RECIPIENTS = 5_000;

/**
 * service.md#rcs-requests: takes a message back from those recipients. *Assumed*: the answer has a reference of its
 * own; a message that is unknown, another agent's or read already is answered alike, and nothing happens; it costs
 * nothing.
 */
export const revokeMessage: JsonOperation<RcsAgent> = {
	name: () => 'rcs.message.revoke',
	method: 'POST',
	body: withRecipients({ reference: text() }),
	run({ agent, body }, world) {
		const recipients = recipientsOf(body, MOST_RECIPIENTS, world);
		const numbers = new Set(numbersOf(recipients));
		for (const message of world.rcs.messages.sentWith(textAt(body, 'reference'))) {
			const isMeant = message.agent.agentId === agent.agentId && numbers.has(message.number);
			if (isMeant && message.kind !== 'event') revoke(message, world);
		}
		return queued(world.numbering.nextReference(), resultsOf(recipients));
	},
};
