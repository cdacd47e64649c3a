import { replyContent } from '../../../../protocol/waba/message';
import { defineSend } from './defineSend';
import { messageIdField, previewField, textField } from './fields';

export const sendReply = defineSend({
	name: 'Send Reply',
	value: 'sendReply',
	action: 'Send a reply to a WhatsApp message',
	description: 'Send a text that quotes a received message',
	fields: [messageIdField, textField, previewField],
	readContent: (reader) =>
		replyContent({
			messageId: reader.text('messageId').trim(),
			text: reader.messageText('text'),
			previewUrl: reader.flag('previewUrl'),
		}),
});
