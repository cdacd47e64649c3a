import type { INodeProperties } from 'n8n-workflow';
import { InvalidInput } from '../../../../protocol/errors';
import { parseNumbers } from '../../../../protocol/recipients/phoneNumbers';
import type { SmsRecipient } from '../../../../protocol/sms/send';
import type { Reader } from '../../../engine/operations/reader';
import { readRecipients, toField } from '../../../engine/operations/toField';

/** To, in which recipients can have variables of their own. */
export const smsToField: INodeProperties = {
	...toField,
	description:
		'Phone numbers in international format, comma-separated, or an array by expression. For variables per recipient (%1% to %9%), use an array of { "to": "+33600123456", "variables": ["Jean", "14:30"] }.',
};

/** The variables of recipients that have none of their own: with one number an item, each item has its own. */
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
					description: 'Value for %1% in the text if it is first, for %2% if it is second, and so on',
				},
			],
		},
	],
	description: 'Up to 9 values for %1% to %9% in the text, for every number in To without its own variables',
};

/** An error about variables belongs to To where the recipients bring them. */
function inList(error: unknown): unknown {
	const isAboutVariables = error instanceof InvalidInput && error.field === variablesOption.name;
	return isAboutVariables ? new InvalidInput('to', error.message, error.remediation) : error;
}

/** Reads To and Variables, and plans the message. Throws {@link InvalidInput}, with the field that has to be corrected. */
export function planForRecipients<Plan>(reader: Reader, plan: (recipients: SmsRecipient[]) => Plan): Plan {
	const entries = readRecipients(reader);
	const rows = reader.options().rows(variablesOption.name, 'variable');
	const shared = rows.map((row) => row.messageText('value'));
	const numbers = parseNumbers(
		entries.map(({ to }) => to),
		'to',
	);
	const recipients = numbers.map((to, index): SmsRecipient => {
		const variables = entries[index]?.variables ?? shared;
		return variables.length === 0 ? { to } : { to, variables };
	});
	if (entries.every(({ variables }) => variables === undefined)) return plan(recipients);
	try {
		return plan(recipients);
	} catch (error) {
		throw inList(error);
	}
}
