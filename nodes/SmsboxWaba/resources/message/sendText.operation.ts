import { wabaTextContent } from '../../../../protocol/waba/message';
import { defineSend } from './defineSend';
import { previewField, textField } from './fields';

export const sendText = defineSend({
	name: 'Send',
	value: 'sendText',
	action: 'Send a WhatsApp message',
	description: 'Send a text to recipients who wrote to you in the last 24 hours',
	fields: [textField, previewField],
	readContent: (reader) =>
		wabaTextContent({ text: reader.messageText('text'), previewUrl: reader.flag('previewUrl') }),
});
