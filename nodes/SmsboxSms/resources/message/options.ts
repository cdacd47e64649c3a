import type { INodeProperties } from 'n8n-workflow';

const dayNames = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'];

function dayField(displayName: string, name: string, day: number, description: string): INodeProperties {
	const options = dayNames.map((dayName, index) => ({ name: dayName, value: index + 1 }));
	return { displayName, name, type: 'options', options, default: day, description };
}

function hourField(displayName: string, name: string, hour: number, description: string): INodeProperties {
	return {
		displayName,
		name,
		type: 'number',
		typeOptions: { minValue: 0, maxValue: 23 },
		default: hour,
		description,
	};
}

const textEncodingOption: INodeProperties = {
	displayName: 'Text Encoding',
	name: 'textEncoding',
	type: 'fixedCollection',
	placeholder: 'Add text encoding',
	default: { values: {} },
	options: [
		{
			displayName: 'Text Encoding',
			name: 'values',
			values: [
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
							description: '160 characters an SMS. A character outside the GSM alphabet is an error.',
						},
						{ name: 'Unicode', value: 'unicode', description: '70 characters an SMS, any character' },
					],
					description: 'How the text travels to the phone, which decides how many characters an SMS holds',
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
							description: 'Holds every character. Right for nearly everyone.',
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
					description:
						'How the text travels to SMSBOX. A character that it lacks is an error, never a question mark.',
				},
				{
					displayName: 'Concatenation Header',
					name: 'concatenationHeader',
					type: 'options',
					default: 'sixBytes',
					options: [
						{
							name: '6 Bytes',
							value: 'sixBytes',
							description: '153 characters a segment, 67 in Unicode. The usual one.',
						},
						{
							name: '7 Bytes',
							value: 'sevenBytes',
							description: '152 characters a segment, 66 in Unicode. Fewer mix-ups of segments.',
						},
						{ name: 'None', value: 'none', description: 'The segments arrive as separate messages' },
					],
					description: 'How the phone is told which segments of a long text belong together',
				},
			],
		},
	],
	description: 'How the text is encoded, which decides how many characters an SMS holds',
};

const sendingWindowOption: INodeProperties = {
	displayName: 'Sending Window',
	name: 'sendingWindow',
	type: 'fixedCollection',
	placeholder: 'Add days or hours',
	default: { hours: {} },
	options: [
		{
			displayName: 'Days',
			name: 'days',
			values: [
				dayField('First Day', 'firstDay', 1, 'The first day of the week on which the message may leave'),
				dayField('Last Day', 'lastDay', 5, 'The last day of the week on which the message may leave'),
			],
		},
		{
			displayName: 'Hours',
			name: 'hours',
			values: [
				hourField(
					'First Hour',
					'firstHour',
					8,
					'The hour from which the message may leave, 0 to 23, Paris time',
				),
				hourField(
					'Last Hour',
					'lastHour',
					20,
					'The hour until which the message may leave, 0 to 23, Paris time',
				),
			],
		},
	],
	description: 'The days and hours, in Paris time, when the message may leave. Ignored with Send At.',
};

/** What both sends offer in their Options collection. */
export const messageOptions: INodeProperties[] = [
	{
		displayName: 'Send At',
		name: 'scheduleAt',
		type: 'dateTime',
		default: '',
		description:
			'When to send, in the time zone of the workflow, at most 2 years ahead. A past time sends at once.',
	},
	{
		displayName: 'Validity Period (Minutes)',
		name: 'validityPeriod',
		type: 'number',
		typeOptions: { minValue: 5, maxValue: 1440 },
		default: 1440,
		description:
			'How long the operator goes on trying, 5 to 1,440 (one day). Without it 48 to 72 hours; some operators ignore it.',
	},
	{
		displayName: 'Max Segments',
		name: 'maxSegments',
		type: 'number',
		typeOptions: { minValue: 1, maxValue: 8 },
		default: 3,
		description:
			'How many SMS one message may take, 1 to 8 (8 if not set). Each segment is charged. A longer text is rejected before it is sent, unless Truncate Long Text is on.',
	},
	{
		displayName: 'Truncate Long Text',
		name: 'truncate',
		type: 'boolean',
		default: false,
		description: 'Whether a text over Max Segments is sent all the same, cut off by SMSBOX at its end',
	},
	textEncodingOption,
	{
		displayName: 'Text-to-Speech for Landlines',
		name: 'textToSpeech',
		type: 'boolean',
		default: false,
		description: 'Whether French landlines (+33) are called and hear the text read out',
		displayOptions: { hide: { '/senderType': ['twoWay'] } },
	},
	{
		displayName: 'Block Duplicates For (Hours)',
		name: 'blockDuplicatesFor',
		type: 'number',
		typeOptions: { minValue: 1, maxValue: 24 },
		default: 24,
		description: 'For how long SMSBOX rejects the same text to the same number, 1 to 24',
	},
	sendingWindowOption,
	{
		displayName: 'Request Delivery Report',
		name: 'requestDeliveryReport',
		type: 'boolean',
		default: true,
		description:
			'Whether SMSBOX reports what becomes of the message to the URL in your customer area, which starts the SMSBOX Delivery Report Trigger',
	},
	{
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
						description:
							'The name under which it comes back; numero, reference, accuse and ts are taken by SMSBOX',
					},
					{
						displayName: 'Value',
						name: 'value',
						type: 'string',
						default: '',
						placeholder: 'e.g. 1042',
						description: 'What comes back with each delivery report',
					},
				],
			},
		],
		description:
			'Values of your own, such as an order number, that come back with each delivery report of this message',
	},
];
