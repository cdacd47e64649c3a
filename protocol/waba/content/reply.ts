import { receivedId } from '../identifiers';
import { contentOf, type WabaContent } from './content';
import { textMembers, type TextMessage } from './text';

export interface ReplyMessage extends TextMessage {
	/** Of the received message that is answered. */
	messageId: string;
}

/**
 * A text that is shown as the answer to a received message ("Business messaging (WABA) API": send reply text).
 *
 * @throws InvalidInput (`messageId`, `text`)
 */
export function replyContent({ messageId, ...message }: ReplyMessage): WabaContent {
	return contentOf({
		...textMembers(message),
		context: { message_id: receivedId(messageId, 'messageId') },
	});
}
