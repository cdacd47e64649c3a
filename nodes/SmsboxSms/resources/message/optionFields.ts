import type { INodeProperties } from 'n8n-workflow';
import type { OptionsByPurpose } from '../../../engine/operations/optionLists';
import { limitsOf } from '../../../../protocol/schema/entries';
import { smsOptions } from '../../../../protocol/sms/options';

const dayNames = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'];

function dayField(displayName: string, name: string, day: number, description: string): INodeProperties {
	const options = dayNames.map((dayName, index) => ({ name: dayName, value: index + 1 }));
	return { displayName, name, type: 'options', options, default: day, description };
}

/** A whole number, held to its documented range. */
function numberField(
	displayName: string,
	name: string,
	preset: number,
	description: string,
): INodeProperties {
	const { min, max } = limitsOf(smsOptions, name);
	return {
		displayName,
		name,
		type: 'number',
		typeOptions: { minValue: min, maxValue: max },
		default: preset,
		description,
	};
}

const encodingFields: INodeProperties[] = [
	{
		displayName: 'Encoding',
		name: 'encoding',
		type: 'options',
		default: 'auto',
		options: [
			{
				name: 'Automatic',
				value: 'auto',
				description: 'GSM-7 where the text allows it, Unicode otherwise',
			},
			{
				name: 'GSM-7',
				value: 'gsm7',
				description: '160 characters per segment. Characters outside the GSM alphabet are an error.',
			},
			{ name: 'Unicode', value: 'unicode', description: '70 characters per segment, any character' },
		],
		description: 'Encoding of the text on its way to the phone, which sets the segment length',
	},
	{
		displayName: 'Character Set',
		name: 'charset',
		type: 'options',
		default: 'utf-8',
		options: [
			{
				name: 'UTF-8',
				value: 'utf-8',
				description: 'Every character. The right choice for nearly everyone.',
			},
			{
				name: 'ISO-8859-1',
				value: 'iso-8859-1',
				description: 'Western European, without the euro sign',
			},
			{
				name: 'ISO-8859-15',
				value: 'iso-8859-15',
				description: 'Western European, with the euro sign',
			},
		],
		description: 'Character set of the request to SMSBOX. A text with other characters is an error.',
	},
];

const concatenationHeaderField: INodeProperties = {
	displayName: 'Concatenation Header',
	name: 'concatenationHeader',
	type: 'options',
	default: 'sixBytes',
	options: [
		{
			name: '6 Bytes',
			value: 'sixBytes',
			description: '153 characters per segment, or 67 in Unicode. The usual choice.',
		},
		{
			name: '7 Bytes',
			value: 'sevenBytes',
			description: '152 characters per segment, or 66 in Unicode. Fewer mixed-up segments.',
		},
		{ name: 'None', value: 'none', description: 'The segments arrive as separate messages' },
	],
	description: 'Header that tells the phone how to join the segments of a long text',
};

const textEncodingOf = (values: INodeProperties[]): INodeProperties => ({
	displayName: 'Text Encoding',
	name: 'textEncoding',
	type: 'fixedCollection',
	default: { values: {} },
	options: [{ displayName: 'Text Encoding', name: 'values', values }],
	description: 'Encoding of the text, which sets the segment length',
});

const textEncodingOption = textEncodingOf([...encodingFields, concatenationHeaderField]);

/** Of questions: segments that arrive as separate messages would tear the link apart. */
export const questionEncodingOption = textEncodingOf(encodingFields);

const sendingWindowOption: INodeProperties = {
	displayName: 'Sending Window',
	name: 'sendingWindow',
	type: 'fixedCollection',
	default: { days: {}, hours: {} },
	options: [
		{
			displayName: 'Days',
			name: 'days',
			values: [
				dayField('First Day', 'firstDay', 1, 'First day of the week to send the message'),
				dayField('Last Day', 'lastDay', 5, 'Last day of the week to send the message'),
			],
		},
		{
			displayName: 'Hours',
			name: 'hours',
			values: [
				numberField('First Hour', 'firstHour', 8, 'First hour to send the message, 0 to 23, Paris time'),
				numberField('Last Hour', 'lastHour', 20, 'Last hour to send the message, 0 to 23, Paris time'),
			],
		},
	],
	description: 'Days and hours to send the message, Paris time. Ignored with Send At.',
};

const outsideAllowedHoursOption: INodeProperties = {
	displayName: 'Outside Allowed Hours',
	name: 'outsideAllowedHours',
	type: 'options',
	noDataExpression: true,
	default: 'schedule',
	options: [
		{
			name: 'Schedule for the Next Allowed Time',
			value: 'schedule',
			description: 'Schedule the message with SMSBOX for the next allowed time',
		},
		{
			name: 'Stop With an Error',
			value: 'error',
			description: 'Send nothing; with a Sending Window, schedule the message within it',
		},
		{
			name: 'Send Anyway',
			value: 'send',
			description: 'Leave the hours to SMSBOX, which may reject the message',
		},
	],
	description:
		'What to do with marketing messages outside 8:00 to 20:00 Paris time, on Sundays and on national holidays',
};

const optOutMentionOption: INodeProperties = {
	displayName: 'Opt-Out Mention',
	name: 'optOutMention',
	type: 'options',
	noDataExpression: true,
	default: 'required',
	options: [
		{
			name: 'Required',
			value: 'required',
			description: 'Reject a text without STOP or a way to unsubscribe before sending',
		},
		{ name: 'Not Checked', value: 'notChecked', description: 'Send any text' },
	],
	description: 'How to check that a marketing text mentions STOP or another way to unsubscribe',
};

const requestDeliveryReportOption: INodeProperties = {
	displayName: 'Request Delivery Report',
	name: 'requestDeliveryReport',
	type: 'boolean',
	default: true,
	description:
		'Whether to get delivery reports for this message, on if not set. They start the SMSBOX Delivery Report Trigger.',
};

/** Options that the questions have, too. */
export const callbackDataOption: INodeProperties = {
	displayName: 'Callback Data',
	name: 'callbackData',
	type: 'fixedCollection',
	typeOptions: { multipleValues: true },
	placeholder: 'Add entry',
	default: {},
	options: [
		{
			displayName: 'Entry',
			name: 'entry',
			values: [
				{
					displayName: 'Name',
					name: 'name',
					type: 'string',
					default: '',
					placeholder: 'e.g. order_id',
					description: 'Name of the value; numero, reference, accuse and ts are taken by SMSBOX',
				},
				{
					displayName: 'Value',
					name: 'value',
					type: 'string',
					default: '',
					placeholder: 'e.g. 1042',
					description: 'Value to return with each delivery report',
				},
			],
		},
	],
	description: 'Your own values, such as an order number, to return with each delivery report',
};

export const validityPeriodOption = numberField(
	'Validity Period (Minutes)',
	'validityPeriod',
	1440,
	'Period when the operator tries to deliver, from 5 to 1,440 (one day). The default is 48 to 72 hours. Some operators ignore it.',
);

/** What both sends offer. */
export const messageOptions = {
	delivery: [
		{
			displayName: 'Send At',
			name: 'scheduleAt',
			type: 'dateTime',
			default: '',
			description:
				'Time to send the message, in the workflow time zone, at most 2 years ahead. A time more than a minute ago is an error.',
		},
		sendingWindowOption,
		outsideAllowedHoursOption,
		validityPeriodOption,
		requestDeliveryReportOption,
		callbackDataOption,
	],
	content: [
		numberField(
			'Max Segments',
			'maxSegments',
			3,
			'Max number of segments per message, from 1 to 8; SMSBOX recommends 3 at most. Each segment is charged. Longer texts are rejected before sending, unless Truncate Long Text is on.',
		),
		{
			displayName: 'Truncate Long Text',
			name: 'truncate',
			type: 'boolean',
			default: false,
			description: 'Whether to send texts longer than Max Segments, shortened by SMSBOX',
		},
		textEncodingOption,
		{
			displayName: 'Text-to-Speech for Landlines',
			name: 'textToSpeech',
			type: 'boolean',
			default: false,
			description: 'Whether to call French landlines (+33) and read the text out',
			displayOptions: { hide: { '/senderType': ['twoWay'] } },
		},
	],
	safety: [
		optOutMentionOption,
		numberField(
			'Block Duplicates For (Hours)',
			'blockDuplicatesFor',
			24,
			'Period when SMSBOX rejects the same text to the same number, from 1 to 24',
		),
	],
} satisfies OptionsByPurpose;
