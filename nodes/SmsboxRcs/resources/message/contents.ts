import type { INodeProperties } from 'n8n-workflow';
import {
	type RcsContent,
	rcsContent,
	rcsContentFromJson,
	type RcsMessage,
	rcsMessage,
} from '../../../../protocol/rcs/message';
import { atMost, limitsOf } from '../../../../protocol/schema/entries';
import { formOrJson, inForm, readFormOrJson } from '../../../engine/operations/formOrJson';
import type { Reader } from '../../../engine/operations/reader';
import { cardFields, readCard } from './cards';
import { readSuggestions, suggestionsField } from './suggestions';

const jsonName = 'contentMessage';
const messageTypes = ['text', 'file', 'card', 'carousel'] as const;
type MessageType = (typeof messageTypes)[number];
const orientations = ['vertical', 'horizontal'] as const;
const alignments = ['left', 'right'] as const;

const only = (messageType: MessageType) => ({
	show: { ...inForm, messageType: [messageType] },
});

const messageTypeField: INodeProperties = {
	displayName: 'Message Type',
	name: 'messageType',
	type: 'options',
	noDataExpression: true,
	default: 'text',
	options: [
		{ name: 'Card', value: 'card', description: 'An image or video with a title, text and buttons' },
		{ name: 'Carousel', value: 'carousel', description: 'Two to ten cards in a row' },
		{ name: 'File', value: 'file', description: 'An image, video or document, by URL only' },
		{ name: 'Text', value: 'text', description: `A plain text, ${atMost(rcsMessage, 'text')}` },
	],
	description: 'Type of content to send',
	displayOptions: { show: inForm },
};

const textFields: INodeProperties[] = [
	{
		displayName: 'Text',
		name: 'text',
		type: 'string',
		typeOptions: { rows: 4 },
		default: '',
		required: true,
		placeholder: 'e.g. Your parcel arrives today between 14:00 and 16:00.',
		description: `Text of the message, ${atMost(rcsMessage, 'text')}`,
		displayOptions: only('text'),
	},
];

const fileFields: INodeProperties[] = [
	{
		displayName: 'File URL',
		name: 'fileUrl',
		type: 'string',
		default: '',
		required: true,
		placeholder: 'e.g. https://example.com/invoice.pdf',
		description: 'Public URL of the file, http or https. Binary data cannot be sent.',
		displayOptions: only('file'),
	},
	{
		displayName: 'Thumbnail URL',
		name: 'thumbnailUrl',
		type: 'string',
		default: '',
		placeholder: 'e.g. https://example.com/invoice-small.jpg',
		description: 'Public URL of a small image to show until the file has loaded',
		displayOptions: only('file'),
	},
];

const singleCardFields: INodeProperties[] = [
	{
		displayName: 'Orientation',
		name: 'orientation',
		type: 'options',
		noDataExpression: true,
		default: 'vertical',
		options: [
			{ name: 'Vertical', value: 'vertical', description: 'Image above the text' },
			{ name: 'Horizontal', value: 'horizontal', description: 'Image beside the text' },
		],
		description: 'Position of the image',
		displayOptions: only('card'),
	},
	{
		displayName: 'Image Alignment',
		name: 'imageAlignment',
		type: 'options',
		default: 'left',
		options: [
			{ name: 'Left', value: 'left', description: 'Image first, then the text' },
			{ name: 'Right', value: 'right', description: 'Text first, then the image' },
		],
		description: 'Side of the card that shows the image',
		displayOptions: { show: { ...inForm, messageType: ['card'], orientation: ['horizontal'] } },
	},
	...cardFields.map((field) => ({ ...field, displayOptions: only('card') })),
];

const carouselFields: INodeProperties[] = [
	{
		displayName: 'Card Width',
		name: 'width',
		type: 'options',
		default: 'medium',
		options: [
			{ name: 'Small', value: 'small', description: '120 pixels wide, for short texts' },
			{ name: 'Medium', value: 'medium', description: '232 pixels wide' },
		],
		description: 'Width of each card in the carousel',
		displayOptions: only('carousel'),
	},
	{
		displayName: 'Cards',
		name: 'cards',
		type: 'fixedCollection',
		typeOptions: {
			multipleValues: true,
			sortable: true,
			maxAllowedFields: limitsOf(rcsMessage, 'cards').max,
		},
		placeholder: 'Add card',
		default: {},
		options: [{ displayName: 'Card', name: 'card', values: cardFields }],
		description: 'Two to ten cards in a row',
		displayOptions: only('carousel'),
	},
];

const messageSuggestions: INodeProperties = {
	...suggestionsField(
		{
			displayName: 'Suggestions',
			name: 'suggestions',
			description: 'Up to 11 buttons below the message, hidden once the recipient replies',
		},
		rcsMessage,
	),
	displayOptions: { show: inForm },
};

const example = {
	text: 'May we deliver tomorrow?',
	suggestions: [
		{ reply: { text: 'Yes', postbackData: '{"deliver":true}' } },
		{ reply: { text: 'No', postbackData: '{"deliver":false}' } },
	],
};

/** The fields of a message, as a form or as JSON. */
export const contentFields: INodeProperties[] = formOrJson({
	switchName: 'an AgentContentMessage object of the RCS API',
	form: [
		messageTypeField,
		...textFields,
		...fileFields,
		...singleCardFields,
		...carouselFields,
		messageSuggestions,
	],
	json: {
		displayName: 'Content Message (JSON)',
		name: jsonName,
		description:
			'AgentContentMessage object of RCS Business Messaging. The limits of the form apply. Unknown properties are sent as they are.',
		example,
		rows: 12,
	},
});

const readers: Record<MessageType, (reader: Reader, forceRefresh: boolean) => RcsMessage> = {
	text: (reader) => ({ type: 'text', text: reader.messageText('text') }),
	file: (reader, forceRefresh) => ({
		type: 'file',
		fileUrl: reader.messageText('fileUrl', 'data'),
		thumbnailUrl: reader.optionalMessageText('thumbnailUrl', 'data'),
		forceRefresh,
	}),
	card(reader, forceRefresh) {
		const orientation = reader.choice('orientation', orientations);
		return {
			type: 'card',
			orientation,
			imageAlignment: orientation === 'horizontal' ? reader.choice('imageAlignment', alignments) : undefined,
			...readCard(reader, forceRefresh),
		};
	},
	carousel: (reader, forceRefresh) => ({
		type: 'carousel',
		width: reader.choice('width', ['small', 'medium']),
		cards: reader.rows('cards', 'card').map((row) => readCard(row, forceRefresh)),
	}),
};

function readForm(reader: Reader): RcsContent {
	const forceRefresh = reader.options().flag('forceRefresh');
	const messageType = reader.choice('messageType', messageTypes);
	const suggestions = readSuggestions(reader, 'suggestions');
	return rcsContent({ ...readers[messageType](reader, forceRefresh), suggestions });
}

/** Reads {@link contentFields}. */
export const readRcsContentFields = (reader: Reader): RcsContent =>
	readFormOrJson(reader, jsonName, { form: readForm, json: rcsContentFromJson });
