import type { INodeProperties } from 'n8n-workflow';
import { type Suggestion, suggestion } from '../../../../protocol/rcs/suggestions';
import { entriesInCountry } from '../../../../protocol/recipients/phoneNumbers';
import { atMost, limitsOf, type Node } from '../../../../protocol/schema/entries';
import type { Reader } from '../../../engine/operations/reader';

const suggestionTypes = [
	'reply',
	'dial',
	'openUrl',
	'viewLocation',
	'createCalendarEvent',
	'shareLocation',
] as const satisfies ReadonlyArray<Suggestion['type']>;

type SuggestionType = (typeof suggestionTypes)[number];

const typeField: INodeProperties = {
	displayName: 'Type',
	name: 'type',
	type: 'options',
	noDataExpression: true,
	default: 'reply',
	options: [
		{
			name: 'Create Calendar Event',
			value: 'createCalendarEvent',
			description: 'Add an event to the calendar',
		},
		{ name: 'Dial', value: 'dial', description: 'Call a phone number' },
		{ name: 'Open URL', value: 'openUrl', description: 'Open a web page' },
		{ name: 'Reply', value: 'reply', description: 'Reply with the text of the button' },
		{
			name: 'Share Location',
			value: 'shareLocation',
			description: 'Send you the current position of the phone',
		},
		{ name: 'View Location', value: 'viewLocation', description: 'Show a place on the map' },
	],
	description: 'Action of the button',
};

const text: INodeProperties = {
	displayName: 'Text',
	name: 'text',
	type: 'string',
	default: '',
	placeholder: 'e.g. Track my parcel',
	description: `Label of the button, ${atMost(suggestion, 'text')}`,
};

const postbackData: INodeProperties = {
	displayName: 'Postback Data',
	name: 'postbackData',
	type: 'string',
	default: '',
	placeholder: 'e.g. {"order":1042,"answer":"track"}',
	description: `Data returned by the trigger when the button is tapped, ${atMost(suggestion, 'postbackData')}. If empty, the text of the button. JSON is parsed into fields.`,
};

const only = (...shownFor: SuggestionType[]): Pick<INodeProperties, 'displayOptions'> => ({
	displayOptions: { show: { type: shownFor } },
});

const ownFields: INodeProperties[] = [
	{
		displayName: 'Phone Number',
		name: 'phoneNumber',
		type: 'string',
		default: '',
		placeholder: 'e.g. +33140000000',
		description: 'Number to call, in international format',
		...only('dial'),
	},
	{
		displayName: 'URL',
		name: 'url',
		type: 'string',
		default: '',
		placeholder: 'e.g. https://example.com/parcel/1042',
		description: 'Page to open, http or https',
		...only('openUrl'),
	},
	{
		displayName: 'Latitude',
		name: 'latitude',
		type: 'string',
		default: '',
		placeholder: 'e.g. 48.8584',
		description: 'Degrees from -90 to 90. Leave empty to use Query instead.',
		...only('viewLocation'),
	},
	{
		displayName: 'Longitude',
		name: 'longitude',
		type: 'string',
		default: '',
		placeholder: 'e.g. 2.2945',
		description: 'Degrees from -180 to 180. Leave empty to use Query instead.',
		...only('viewLocation'),
	},
	{
		displayName: 'Label',
		name: 'label',
		type: 'string',
		default: '',
		placeholder: 'e.g. Our shop',
		description: 'Name of the place on the map',
		...only('viewLocation'),
	},
	{
		displayName: 'Query',
		name: 'query',
		type: 'string',
		default: '',
		placeholder: 'e.g. bakery in Lyon',
		description: 'Search text for the map, instead of latitude and longitude',
		...only('viewLocation'),
	},
	{
		displayName: 'Title',
		name: 'title',
		type: 'string',
		default: '',
		placeholder: 'e.g. Fitting',
		description: 'Name of the event',
		...only('createCalendarEvent'),
	},
	{
		displayName: 'Start',
		name: 'start',
		type: 'dateTime',
		default: '',
		description: 'Start of the event, in the workflow time zone',
		...only('createCalendarEvent'),
	},
	{
		displayName: 'End',
		name: 'end',
		type: 'dateTime',
		default: '',
		description: 'End of the event, in the workflow time zone',
		...only('createCalendarEvent'),
	},
	{
		displayName: 'Description',
		name: 'description',
		type: 'string',
		default: '',
		placeholder: 'e.g. Please bring the receipt',
		description: 'Details of the event',
		...only('createCalendarEvent'),
	},
	{
		displayName: 'Fallback URL',
		name: 'fallbackUrl',
		type: 'string',
		default: '',
		placeholder: 'e.g. https://example.com/contact',
		description: 'Page to open if the phone does not support the action',
		...only('dial', 'openUrl', 'viewLocation', 'createCalendarEvent', 'shareLocation'),
	},
];

const group = 'suggestion';

/** Buttons to tap, as rows of a form, as many as the table has. */
export function suggestionsField(
	field: Pick<INodeProperties, 'displayName' | 'name' | 'description'>,
	table: Node,
): INodeProperties {
	return {
		...field,
		type: 'fixedCollection',
		typeOptions: { multipleValues: true, sortable: true, maxAllowedFields: limitsOf(table, field.name).max },
		placeholder: 'Add suggestion',
		default: {},
		options: [
			{ displayName: 'Suggestion', name: group, values: [typeField, text, postbackData, ...ownFields] },
		],
	};
}

/** An end of a calendar event. */
function instant(row: Reader, name: 'start' | 'end'): Date {
	const value = row.optionalInstant(name);
	if (value === undefined)
		throw row.invalid(name, 'A calendar event needs a start and an end.', 'Fill in both.');
	return value;
}

const optionalNumber = (row: Reader, name: string): number | undefined =>
	row.has(name) ? row.number(name) : undefined;

/** A number to call, which a country code completes as it does in To. */
function phoneNumber(row: Reader): string {
	const name = 'phoneNumber';
	const [number] = entriesInCountry([row.messageText(name, 'data')], row.defaults.countryCode, name);
	return String(number);
}

type Own<Type extends SuggestionType> = Omit<Extract<Suggestion, { type: Type }>, 'text' | 'postbackData'>;

const readers: { [Type in SuggestionType]: (row: Reader) => Own<Type> } = {
	reply: () => ({ type: 'reply' }),
	dial: (row) => ({
		type: 'dial',
		fallbackUrl: row.optionalMessageText('fallbackUrl', 'data'),
		phoneNumber: phoneNumber(row),
	}),
	openUrl: (row) => ({
		type: 'openUrl',
		fallbackUrl: row.optionalMessageText('fallbackUrl', 'data'),
		url: row.messageText('url', 'data'),
	}),
	viewLocation: (row) => ({
		type: 'viewLocation',
		fallbackUrl: row.optionalMessageText('fallbackUrl', 'data'),
		latitude: optionalNumber(row, 'latitude'),
		longitude: optionalNumber(row, 'longitude'),
		label: row.optionalMessageText('label'),
		query: row.optionalMessageText('query'),
	}),
	createCalendarEvent: (row) => ({
		type: 'createCalendarEvent',
		fallbackUrl: row.optionalMessageText('fallbackUrl', 'data'),
		start: instant(row, 'start'),
		end: instant(row, 'end'),
		title: row.messageText('title'),
		description: row.optionalMessageText('description'),
	}),
	shareLocation: (row) => ({
		type: 'shareLocation',
		fallbackUrl: row.optionalMessageText('fallbackUrl', 'data'),
	}),
};

/** Reads a field of {@link suggestionsField}. */
export function readSuggestions(reader: Reader, name: string): Suggestion[] {
	return reader.rows(name, group).map((row) => ({
		...readers[row.choice('type', suggestionTypes)](row),
		text: row.messageText('text'),
		postbackData: row.optionalMessageText('postbackData', 'data') ?? row.messageText('text').trim(),
	}));
}
