import type { INodeProperties } from 'n8n-workflow';
import { InvalidInput } from '../../../../protocol/errors';
import { normalizeNumber, parseNumbers } from '../../../../protocol/phoneNumbers';
import type { SmsRecipient } from '../../../../protocol/sms/send';
import { optionsName } from '../../../engine/operations/properties';
import { isMissing, isRecord, type Reader } from '../../../engine/operations/reader';

/** Who gets the message: numbers, or a list in which everyone has variables of their own. */
export const recipientFields: INodeProperties[] = [
	{
		displayName: 'Recipients',
		name: 'recipientsFrom',
		type: 'options',
		// It decides which of two required fields is shown: n8n cannot tell while it is an expression.
		noDataExpression: true,
		default: 'numbers',
		options: [
			{ name: 'Phone Numbers', value: 'numbers', description: 'One number, or several with the same text' },
			{
				name: 'List with Variables (JSON)',
				value: 'json',
				description:
					'Many recipients in one request, each with values of their own for %1% to %9% in the text',
			},
		],
		description: 'How the recipients are given: as numbers alone, or each with values for the text',
	},
	{
		displayName: 'To',
		name: 'to',
		type: 'string',
		default: '',
		required: true,
		placeholder: 'e.g. +33600123456, +33600789012',
		description:
			'Phone numbers in international format, comma-separated, or a list by expression. A national number that begins with 0 gets the default country of your account. Over 5,000, several requests are made.',
		displayOptions: { show: { recipientsFrom: ['numbers'] } },
	},
	{
		displayName: 'Recipients (JSON)',
		name: 'recipientsJson',
		type: 'json',
		typeOptions: { rows: 6 },
		default: '[]',
		required: true,
		description:
			'A list of recipients, each as { "to": "33600123456", "variables": ["Jean", "14:30"] }. In the text, %1% to %9% stand for the variables in their order, %0% for the number. Over 500, several requests are made.',
		displayOptions: { show: { recipientsFrom: ['json'] } },
	},
];

/** The same variables for every number in To: with one number an item, each item has its own. */
export const variablesOption: INodeProperties = {
	displayName: 'Variables',
	name: 'variables',
	type: 'fixedCollection',
	typeOptions: { multipleValues: true, sortable: true },
	placeholder: 'Add variable',
	default: {},
	options: [
		{
			displayName: 'Variable',
			name: 'variable',
			values: [
				{
					displayName: 'Value',
					name: 'value',
					type: 'string',
					default: '',
					placeholder: 'e.g. Jean',
					description:
						'What stands for %1% in the text if it is the first, for %2% if it is the second, and so on',
				},
			],
		},
	],
	description: 'Up to 9 values that stand for %1% to %9% in the text, the same for every number in To',
	displayOptions: { show: { '/recipientsFrom': ['numbers'] } },
};

const isScalar = (value: unknown): value is string | number | boolean =>
	['string', 'number', 'boolean'].includes(typeof value);

const listField = 'recipientsJson';

function variablesOf(entry: Record<string, unknown>, place: string): string[] {
	const { variables = [] } = entry;
	const empty = Array.isArray(variables) ? variables.findIndex(isMissing) : -1;
	if (empty >= 0) {
		throw new InvalidInput(
			listField,
			`Variable ${empty + 1} of ${place} is empty.`,
			'Enter a value, or correct the expression. For an intended blank, enter a space.',
		);
	}
	if (Array.isArray(variables) && variables.every(isScalar)) return variables.map(String);
	throw new InvalidInput(
		listField,
		`“variables” of ${place} must be a list of texts.`,
		'Write ["Jean", "14:30"].',
	);
}

function recipientOf(entry: unknown, index: number): SmsRecipient {
	const place = `recipient ${index + 1}`;
	if (!isRecord(entry) || (typeof entry.to !== 'string' && typeof entry.to !== 'number')) {
		throw new InvalidInput(
			listField,
			`“to” of ${place} is missing.`,
			'Write { "to": "33600000000", "variables": ["Jean"] }.',
		);
	}
	const known = new Set(['to', 'variables']);
	const stranger = Object.keys(entry).find((key) => !known.has(key));
	if (stranger !== undefined)
		throw new InvalidInput(
			listField,
			`There is a member besides “to” and “variables” in ${place}.`,
			'Take it out.',
		);
	const to = normalizeNumber(entry.to, listField, index + 1);
	return { to, variables: variablesOf(entry, place) };
}

function readList(reader: Reader): SmsRecipient[] {
	const list = reader.json(listField);
	if (Array.isArray(list) && list.length > 0) return list.map(recipientOf);
	throw new InvalidInput(
		listField,
		'It must be a list with at least one recipient.',
		'Write [{ "to": "33600000000" }].',
	);
}

function readNumbers(reader: Reader): SmsRecipient[] {
	const numbers = parseNumbers(reader.value('to'), 'to');
	const rows = reader.within(optionsName).rows('variables', 'variable');
	const variables = rows.map((row) => row.text('value'));
	return numbers.map((to) => (variables.length === 0 ? { to } : { to, variables }));
}

const readers: Record<'numbers' | 'json', (reader: Reader) => SmsRecipient[]> = {
	numbers: readNumbers,
	json: readList,
};

/** Reads {@link recipientFields}. Throws {@link InvalidInput}. */
function readRecipients(reader: Reader): SmsRecipient[] {
	return readers[reader.choice('recipientsFrom', ['numbers', 'json'])](reader);
}

function inList(error: unknown): unknown {
	const isAboutVariables = error instanceof InvalidInput && error.field === 'variables';
	return isAboutVariables ? new InvalidInput(listField, error.message, error.mend) : error;
}

/** Plans a message; what is wrong with the variables of a list is told of the list, where they stand. */
export function planForRecipients<Plan>(reader: Reader, plan: (recipients: SmsRecipient[]) => Plan): Plan {
	const recipients = readRecipients(reader);
	if (reader.text('recipientsFrom') !== 'json') return plan(recipients);
	try {
		return plan(recipients);
	} catch (error) {
		throw inList(error);
	}
}
