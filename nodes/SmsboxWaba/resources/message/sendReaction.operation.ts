import type { INodeProperties } from 'n8n-workflow';
import { InvalidInput } from '../../../../protocol/errors';
import { reactionContent } from '../../../../protocol/waba/message';
import { defineSend } from './defineSend';
import { messageIdField } from './fields';

const emojiField: INodeProperties = {
	displayName: 'Emoji',
	name: 'emoji',
	type: 'string',
	default: '',
	placeholder: 'e.g. 👍',
	description: 'A single emoji; leave empty to remove your previous reaction',
};

export const sendReaction = defineSend({
	name: 'Send Reaction',
	value: 'sendReaction',
	action: 'React to a WhatsApp message',
	description: 'React to a received message with an emoji',
	fields: [messageIdField, emojiField],
	readContent(reader) {
		const emoji = reader.messageText('emoji').trim();
		const emojiValue = reader.value('emoji');
		// An expression with a typing mistake must not take a reaction back.
		if (emojiValue === undefined || emojiValue === null)
			throw new InvalidInput(
				'emoji',
				'The expression returned no value.',
				'Fix the expression. To remove a reaction, leave the field empty.',
			);
		return reactionContent({
			messageId: reader.text('messageId').trim(),
			emoji,
		});
	},
});
