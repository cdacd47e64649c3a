import type { INodeProperties } from 'n8n-workflow';
import { atMost, limitsOf } from '../../../../protocol/schema/entries';
import { buttonsContent, buttonsMessage } from '../../../../protocol/waba/interactive';
import { defineSend } from './defineSend';
import { interactiveFields, readFrame, readInteractive } from './interactiveFields';

const buttonRows: INodeProperties = {
	displayName: 'Buttons',
	name: 'buttons',
	type: 'fixedCollection',
	typeOptions: {
		multipleValues: true,
		sortable: true,
		maxAllowedFields: limitsOf(buttonsMessage, 'buttons').max,
	},
	placeholder: 'Add button',
	default: { button: [{ title: '', id: '' }] },
	options: [
		{
			displayName: 'Button',
			name: 'button',
			values: [
				{
					displayName: 'Title',
					name: 'title',
					type: 'string',
					default: '',
					placeholder: 'e.g. Track my parcel',
					description: `Label of the button, ${atMost(buttonsMessage, 'title')}`,
				},
				{
					displayName: 'ID',
					name: 'id',
					type: 'string',
					default: '',
					placeholder: 'e.g. track',
					description: `Value in the event when the button is tapped, ${atMost(buttonsMessage, 'id')}; if empty, the title`,
				},
			],
		},
	],
	description: 'One to three buttons below the text. A tap starts the SMSBOX WhatsApp (WABA) Trigger.',
};

const example = {
	type: 'button',
	header: { type: 'text', text: 'Your order' },
	body: { text: 'What can we do for you?' },
	action: { buttons: [{ type: 'reply', reply: { id: 'track', title: 'Track my parcel' } }] },
};

export const sendButtons = defineSend({
	name: 'Send Buttons',
	value: 'sendButtons',
	action: 'Send a WhatsApp message with buttons',
	description: 'Send a text with up to three buttons; taps arrive in the WhatsApp (WABA) trigger',
	fields: interactiveFields({
		headers: ['text', 'image', 'video', 'document', 'none'],
		withoutHeader: 'A message that starts with its text; SMSBOX documents buttons only below a header',
		rows: [buttonRows],
		example,
	}),
	readContent: (reader) =>
		readInteractive(reader, 'buttons', () =>
			buttonsContent({
				...readFrame(reader),
				buttons: reader.rows('buttons', 'button').map((row) => ({
					id: row.messageText('id', 'data').trim() || row.messageText('title').trim(),
					title: row.messageText('title'),
				})),
			}),
		),
});
