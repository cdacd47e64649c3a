import { receivedId } from '../identifiers';
import { wabaContentOf, type WabaContent } from './content';
import { textMembers, type WabaTextMessage } from './text';

export interface ReplyMessage extends WabaTextMessage {
	/** Of the received message that is answered. */
	messageId: string;
}

/**
 * A text that is shown as the answer to a received message (service.md#waba-content).
 *
 * @throws InvalidInput (`messageId`, `text`)
 */
export function replyContent({ messageId, ...message }: ReplyMessage): WabaContent {
	return wabaContentOf({
		...textMembers(message),
		context: { message_id: receivedId(messageId, 'messageId') },
	});
}
