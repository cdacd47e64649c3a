import type { INodeProperties } from 'n8n-workflow';
import { atMost } from '../../../../protocol/schema/entries';
import { textMessage } from '../../../../protocol/waba/message';

export const textField: INodeProperties = {
	displayName: 'Text',
	name: 'text',
	type: 'string',
	typeOptions: { rows: 4 },
	default: '',
	required: true,
	placeholder: 'e.g. Your parcel arrives today between 14:00 and 16:00.',
	description: `Text of the message, ${atMost(textMessage, 'text')}`,
};

export const previewField: INodeProperties = {
	displayName: 'Link Preview',
	name: 'previewUrl',
	type: 'boolean',
	default: false,
	description: 'Whether to show a preview of the first link in the text',
};

export const messageIdField: INodeProperties = {
	displayName: 'Message ID',
	name: 'messageId',
	type: 'string',
	default: '',
	required: true,
	placeholder: 'e.g. wamid.HBgLMzM2MDAxMjM0NTY',
	description: 'ID of a received message: messageId in the SMSBOX WhatsApp (WABA) Trigger',
};
