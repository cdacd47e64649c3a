import type { INodeProperties } from 'n8n-workflow';
import { atMost, limitsOf } from '../../../../protocol/schema/entries';
import { listContent, listMessage } from '../../../../protocol/waba/interactive';
import type { Reader } from '../../../engine/operations/reader';
import { defineSend } from './defineSend';
import { interactiveFields, readFrame, readInteractive } from './interactiveFields';

const rowFields: INodeProperties[] = [
	{
		displayName: 'Title',
		name: 'title',
		type: 'string',
		default: '',
		placeholder: 'e.g. Track my parcel',
		description: `First line of the row, ${atMost(listMessage, 'title')}`,
	},
	{
		displayName: 'ID',
		name: 'id',
		type: 'string',
		default: '',
		placeholder: 'e.g. track',
		description: `Value in the event when the row is selected, ${atMost(listMessage, 'id')}; if empty, the title`,
	},
	{
		displayName: 'Description',
		name: 'description',
		type: 'string',
		default: '',
		placeholder: 'e.g. Where it is and when it comes',
		description: `Smaller line below the title, ${atMost(listMessage, 'description')}`,
	},
];

const listRows: INodeProperties[] = [
	{
		displayName: 'Button Label',
		name: 'button',
		type: 'string',
		default: '',
		required: true,
		placeholder: 'e.g. Choose',
		description: `Label of the button that opens the list, ${atMost(listMessage, 'button')}`,
	},
	{
		displayName: 'Sections',
		name: 'sections',
		type: 'fixedCollection',
		typeOptions: {
			multipleValues: true,
			sortable: true,
			maxAllowedFields: limitsOf(listMessage, 'sections').max,
		},
		placeholder: 'Add section',
		default: {},
		options: [
			{
				displayName: 'Section',
				name: 'section',
				values: [
					{
						displayName: 'Title',
						name: 'title',
						type: 'string',
						default: '',
						placeholder: 'e.g. Orders',
						description: `Heading above the rows, ${atMost(listMessage, 'title')}; required with several sections`,
					},
					{
						displayName: 'Rows',
						name: 'rows',
						type: 'fixedCollection',
						typeOptions: {
							multipleValues: true,
							sortable: true,
							maxAllowedFields: limitsOf(listMessage, 'rows').max,
						},
						placeholder: 'Add row',
						default: {},
						options: [{ displayName: 'Row', name: 'row', values: rowFields }],
						description:
							'One to ten rows to choose from. A selection starts the SMSBOX WhatsApp (WABA) Trigger.',
					},
				],
			},
		],
		description: 'One to ten groups of rows, with one to ten rows each',
	},
];

const example = {
	type: 'list',
	body: { text: 'What can we do for you?' },
	action: { button: 'Choose', sections: [{ rows: [{ id: 'track', title: 'Track my parcel' }] }] },
};

const readSection = (section: Reader) => ({
	title: section.optionalMessageText('title'),
	rows: section.rows('rows', 'row').map((row) => ({
		id: row.messageText('id', 'data').trim() || row.messageText('title').trim(),
		title: row.messageText('title'),
		description: row.optionalMessageText('description'),
	})),
});

export const sendList = defineSend({
	name: 'Send List',
	value: 'sendList',
	action: 'Send a WhatsApp message with a list',
	description: 'Send a text with a list of choices; replies arrive in the WhatsApp (WABA) trigger',
	fields: interactiveFields({
		headers: ['none', 'text'],
		withoutHeader: 'A message that starts with its text',
		rows: listRows,
		example,
	}),
	readContent: (reader) =>
		readInteractive(reader, 'list', () =>
			listContent({
				...readFrame(reader),
				button: reader.messageText('button'),
				sections: reader.rows('sections', 'section').map(readSection),
			}),
		),
});
