import type { IDataObject, INodeProperties } from 'n8n-workflow';
import { toParisTime } from '../../../../protocol/parisTime';
import type { RequestLimits } from '../../../../protocol/recipients/splitting';
import { planSms, type SendPlan, type SmsOptions, type SmsRecipient } from '../../../../protocol/sms/send';
import { type Batching, defineOperation } from '../../../engine/operations/operation';
import { sentTo } from '../../../engine/operations/toField';
import { messageFields } from './fields';
import { messageOptions } from './optionFields';
import { planForRecipients, smsToField, variablesOption } from './recipients';
import { hintsOnSms } from './hints';
import { type PlannedSms, previewPlanned, readSmsOptions, sendPlanned, textOutput } from './readSmsOptions';

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
