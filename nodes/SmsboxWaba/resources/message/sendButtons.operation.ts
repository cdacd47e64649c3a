import type { INodeProperties } from 'n8n-workflow';
import { buttonsContent } from '../../../../protocol/waba/content/buttons';
import { defineSend } from './defineSend';
import { interactiveFields, readFrame, readInteractive } from './interactiveFields';

const buttonRows: INodeProperties = {
	displayName: 'Buttons',
	name: 'buttons',
	type: 'fixedCollection',
	typeOptions: { multipleValues: true, sortable: true, maxAllowedFields: 3 },
	placeholder: 'Add button',
	default: {},
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
					description: 'What stands on the button, at most 20 characters',
				},
				{
					displayName: 'ID',
					name: 'id',
					type: 'string',
					default: '',
					placeholder: 'e.g. track',
					description:
						'What comes back when the button is tapped, at most 256 characters; without it, the title',
				},
			],
		},
	],
	description: 'One to three buttons below the text; a tap on one starts the SMSBOX WhatsApp (WABA) Trigger',
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
	description: 'Send a text with one to three buttons to tap',
	fields: interactiveFields({
		headers: ['text', 'image', 'video', 'document', 'none'],
		withoutHeader: 'Undocumented: every documented message with buttons has a header',
		rows: [buttonRows],
		example,
	}),
	readContent: (reader) =>
		readInteractive(reader, 'buttons', () =>
			buttonsContent({
				...readFrame(reader),
				buttons: reader.rows('buttons', 'button').map((row) => ({
					id: row.text('id').trim() || row.text('title').trim(),
					title: row.text('title'),
				})),
			}),
		),
});
