import { textAt } from '../../core/json';
import type { JsonOperation } from '../../json/operation';
import { object, oneOf } from '../../json/shape';
import { queued } from '../../json/success';
import type { WabaAgent } from '../agents';
import { messageId } from '../messageId';

/**
 * service.md#waba-requests: answers like a send. *Assumed*: its recipient is who wrote the message; the ID of a
 * message that is not known is taken on all the same, without a recipient; it costs nothing.
 */
export const markAsRead: JsonOperation<WabaAgent> = {
	name: () => 'waba.message.markAsRead',
	method: 'POST',
	body: object({ message_id: messageId, status: oneOf('read') }),
	run({ agent, body }, world) {
		const reference = world.numbering.nextReference();
		const message = world.waba.messages.find(textAt(body, 'message_id'));
		if (message?.direction !== 'in' || message.agent.phoneId !== agent.phoneId) return queued(reference, []);
		message.readAt ??= world.clock.now();
		world.announceMessage(message);
		const { number } = message;
		return queued(reference, [
			{ submitted: number, rewrited: number, state: 'ACCEPTED', reason_code: 'PROCESSING' },
		]);
	},
};
