import type { IDataObject, INodeProperties } from 'n8n-workflow';
import { InvalidInput } from '../../../../protocol/errors';
import { toParisTime } from '../../../../protocol/parisTime';
import { parseNumbers } from '../../../../protocol/recipients/phoneNumbers';
import type { RequestLimits } from '../../../../protocol/recipients/splitting';
import type { SmsOptions } from '../../../../protocol/sms/options';
import { planSms, type SendPlan, type SmsRecipient } from '../../../../protocol/sms/send';
import { type Batching, defineOperation } from '../../../engine/operations/operation';
import type { Reader } from '../../../engine/operations/reader';
import { readRecipients, sentTo, toField } from '../../../engine/operations/toField';
import { messageFields } from './fields';
import { messageOptions } from './optionFields';
import {
	hintsOnSms,
	type PlannedSms,
	previewPlanned,
	readSmsOptions,
	sendPlanned,
	textOutput,
} from './plannedSms';

/** To, in which recipients can have variables of their own. */
const smsToField: INodeProperties = {
	...toField,
	description:
		'Phone numbers in international format, comma-separated, or an array by expression. For variables per recipient (%1% to %9%), use an array of { "to": "+33600123456", "variables": ["Jean", "14:30"] }.',
};

/** The variables of recipients that have none of their own: with one number an item, each item has its own. */
const variablesOption: INodeProperties = {
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
function planForRecipients<Plan>(reader: Reader, plan: (recipients: SmsRecipient[]) => Plan): Plan {
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

const fields: INodeProperties[] = [smsToField, ...messageFields];

/** A message to numbers: as it was asked for, and as it would go out alone. */
interface Sms extends PlannedSms {
	recipients: SmsRecipient[];
	limits: RequestLimits;
}

/**
 * Returns the output of a message that was sent. The service doesn't say which reference belongs to which recipient, so
 * `reference` exists only with one recipient. A text of several segments can have one for each: then it is the first, and
 * the reports of the other segments carry the others of `references`.
 */
function outputOf(sms: Sms, references: string[]): IDataObject {
	const { to, exchanges, duplicatesRemoved } = sms.plan;
	return {
		...sentTo(true, to.length === 1 ? references[0] : undefined, to),
		...textOutput(sms),
		references,
		requests: exchanges.length,
		duplicatesRemoved,
	};
}

const planOf =
	({ recipients, limits }: Sms) =>
	(options: SmsOptions, now: Date): SendPlan =>
		planSms({ ...options, recipients }, now, limits);

/** Items share a request that say the same in the same minute, personalized ones with variables of their own. */
const batching: Batching<Sms> = {
	contentKeyOf({ options, plan }) {
		const scheduleAt = options.scheduleAt && toParisTime(options.scheduleAt);
		return JSON.stringify([{ ...options, scheduleAt }, plan.personalized]);
	},
	mostRecipientsOf: ({ plan }) => plan.mostRecipients,
	merge(items) {
		const [first] = items;
		if (first === undefined) throw new TypeError('There is no item');
		const recipients = items.flatMap((item) => item.recipients);
		return {
			...first,
			recipients,
			departures: [],
			plan: planSms({ ...first.options, recipients }, first.now, first.limits),
		};
	},
	async runTogether(shared, items, call) {
		const requestReferences = await sendPlanned(shared, planOf(shared), call);
		for (const item of items) item.departures = shared.departures;
		return items.map((item, index) => ({
			...outputOf(item, []),
			// They belong to the request, so only its first item has them.
			...(index === 0 && { requestReferences }),
			batchSize: items.length,
		}));
	},
};

export const send = defineOperation<Sms>({
	name: 'Send',
	value: 'send',
	action: 'Send an SMS',
	description: 'Send an SMS to one or more phone numbers, now or later',
	fields,
	options: { ...messageOptions, content: [...messageOptions.content, variablesOption] },
	readParams: (reader) =>
		planForRecipients(reader, (recipients) => {
			const options = readSmsOptions(reader);
			const { now, limits } = reader;
			const plan = planSms({ ...options, recipients }, now, limits);
			return { options, recipients, now, limits, plan, departures: [] };
		}),
	partitionKeysOf: ({ plan }) => plan.to,
	keepRecipients(sms, isKept) {
		const recipients = sms.recipients.filter(({ to }) => isKept(to));
		return { ...sms, recipients, plan: planSms({ ...sms.options, recipients }, sms.now, sms.limits) };
	},
	personalOf: ({ plan }) => plan.personal,
	batching,
	hints: hintsOnSms,
	preview: (sms) => previewPlanned(sms, planOf(sms)),
	async run(sms, call) {
		const references = await sendPlanned(sms, planOf(sms), call);
		return outputOf(sms, references);
	},
});
