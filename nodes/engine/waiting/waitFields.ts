import type { INodeProperties } from 'n8n-workflow';
import { InvalidInput } from '../../../protocol/errors';
import type { Reader } from '../operations/reader';
import type { PageTexts, ResponseType } from './question';

const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;
/** How long the execution waits where nothing is set. */
const defaultWaitMs = dayMs;
const longestWaitMs = 2 * 365 * dayMs;

/**
 * Milliseconds that n8n waits after a question is closed. Once a minute it sets timers for waits that end within 70 seconds, and an
 * answer removes none: a timer would begin the execution again, or end its next question. So none may exist while an answer
 * counts; 20 seconds more are for an n8n that takes its time to go on, and for clocks that differ.
 */
export const waitAfterLimitMs = 90_000;
/** What n8n needs of a timeout besides the wait: the above, and half a minute for the nodes before and behind. */
const besidesWaitMs = waitAfterLimitMs + 30_000;

export const messageField: INodeProperties = {
	displayName: 'Message',
	name: 'message',
	type: 'string',
	typeOptions: { rows: 4 },
	default: '',
	required: true,
	placeholder: 'e.g. Approve order 1042 for 80 €?',
	description: 'Text of the message',
};

const responseTypeNames: Record<ResponseType, { name: string; description: string }> = {
	approval: { name: 'Approval', description: 'Approve, or approve and decline' },
	choices: { name: 'Choices', description: 'One of several answers' },
	deliveryStatus: { name: 'Delivery Status', description: 'Wait for the final delivery report' },
	freeText: { name: 'Free Text', description: 'A text, entered on a web page' },
};

export const responseTypeField = (types: readonly ResponseType[]): INodeProperties => ({
	displayName: 'Response Type',
	name: 'responseType',
	type: 'options',
	noDataExpression: true,
	options: types.map((value) => ({ value, ...responseTypeNames[value] })),
	default: 'approval',
	description: 'Type of the response to wait for',
});

/** As n8n's own nodes have it. */
export const limitWaitTimeOption: INodeProperties = {
	displayName: 'Limit Wait Time',
	name: 'limitWaitTime',
	type: 'fixedCollection',
	default: { values: {} },
	options: [
		{
			displayName: 'Values',
			name: 'values',
			values: [
				{
					displayName: 'Limit Type',
					name: 'limitType',
					type: 'options',
					default: 'afterTimeInterval',
					options: [
						{ name: 'After Time Interval', value: 'afterTimeInterval', description: 'Counted from the send' },
						{ name: 'At Specified Time', value: 'atSpecifiedTime', description: 'A date and time' },
					],
					description: 'When the wait ends',
				},
				{
					displayName: 'Amount',
					name: 'resumeAmount',
					type: 'number',
					typeOptions: { minValue: 1 },
					default: 1,
					description: 'Time to wait, in the unit below',
					displayOptions: { show: { limitType: ['afterTimeInterval'] } },
				},
				{
					displayName: 'Unit',
					name: 'resumeUnit',
					type: 'options',
					options: [
						{ name: 'Minutes', value: 'minutes', description: '60 seconds each' },
						{ name: 'Hours', value: 'hours', description: '60 minutes each' },
						{ name: 'Days', value: 'days', description: '24 hours each' },
					],
					// The option as it is added waits as long as without it.
					default: 'days',
					description: 'Unit of the amount',
					displayOptions: { show: { limitType: ['afterTimeInterval'] } },
				},
				{
					displayName: 'Max Date and Time',
					name: 'maxDateAndTime',
					type: 'dateTime',
					default: '',
					description: 'End of the wait',
					displayOptions: { show: { limitType: ['atSpecifiedTime'] } },
				},
			],
		},
	],
	description: 'Time to wait for a response, from one minute to two years. The default is one day.',
};

const unitMs = { minutes: minuteMs, hours: 60 * minuteMs, days: dayMs };

/** Reads {@link limitWaitTimeOption} as it is; undefined where a time is missing. */
function readUnchecked(options: Reader, now: number): number | undefined {
	if (!options.isThere('limitWaitTime')) return now + defaultWaitMs;
	const values = options.within('limitWaitTime').within('values');
	const type = values.optionalChoice('limitType', ['afterTimeInterval', 'atSpecifiedTime']);
	return type === 'atSpecifiedTime'
		? values.optionalInstant('maxDateAndTime')?.getTime()
		: now +
				(values.isThere('resumeAmount') ? values.number('resumeAmount') : 1) *
					unitMs[values.optionalChoice('resumeUnit', ['minutes', 'hours', 'days']) ?? 'days'];
}

/**
 * Reads {@link limitWaitTimeOption}. Returns when the wait ends, in milliseconds since 1970. At its end, n8n counts the time
 * waited as part of the workflow's timeout, and cancels instead of going on where that is over.
 */
export function readWaitLimit(options: Reader): number {
	const now = options.now.getTime();
	const until = readUnchecked(options, now);
	if (until === undefined || until < now + minuteMs || until > now + longestWaitMs)
		throw new InvalidInput(
			'limitWaitTime',
			'The wait must last from one minute to two years.',
			'Change the limit, or remove the option to wait for one day.',
		);
	if (until + besidesWaitMs > now + options.asking.timeoutMs())
		throw new InvalidInput(
			'limitWaitTime',
			"The wait is too long for the workflow's timeout.",
			'Without an answer, n8n would cancel the execution. Turn off Timeout Workflow in the workflow settings, or limit the wait to two minutes less.',
		);
	return until;
}

const defaultSubmitLabel = 'Send';
const defaultClosing = 'Thank you. You can close this page.';

/** The words of the answer page, besides what is asked. */
export const pageOptions: INodeProperties[] = [
	{
		displayName: 'Submit Button Label',
		name: 'submitLabel',
		type: 'string',
		default: defaultSubmitLabel,
		displayOptions: { show: { '/responseType': ['freeText'] } },
		description: 'Label of the button on the web page that sends a free text',
	},
	{
		displayName: 'Closing Sentence',
		name: 'closing',
		type: 'string',
		default: defaultClosing,
		description: 'Text of the web page after the response',
	},
];

/** Reads {@link pageOptions}. */
export const readPageTexts = (options: Reader): Pick<PageTexts, 'submitLabel' | 'closing'> => ({
	submitLabel: options.optionalMessageText('submitLabel') ?? defaultSubmitLabel,
	closing: options.optionalMessageText('closing') ?? defaultClosing,
});
