import type { INodeProperties } from 'n8n-workflow';
import type { RequestLimits } from '../../../../protocol/limits';
import { planSms, type SendPlan, type SmsOptions, type SmsRecipient } from '../../../../protocol/sms/send';
import { type Batching, defineOperation } from '../../../engine/operations/operation';
import { messageFields } from './fields';
import { messageOptions } from './options';
import { planForRecipients, smsToField, variablesOption } from './recipients';
import { remarksOnSms } from './remarks';
import { readSmsOptions, sendPlanned } from './smsOptions';

const fields: INodeProperties[] = [smsToField, ...messageFields];

/** A message to numbers: as it was asked for, and as it would go out alone. */
interface Sms {
	options: SmsOptions;
	recipients: SmsRecipient[];
	now: Date;
	limits: RequestLimits;
	plan: SendPlan;
}

/** Items share a request that say the same, personalized ones with variables of their own. */
const batching: Batching<Sms> = {
	alike: ({ options, plan }) => JSON.stringify([options, plan.personalized]),
	most: ({ plan }) => plan.mostRecipients,
	merge(items) {
		const [first] = items;
		if (first === undefined) throw new TypeError('There is no item');
		const recipients = items.flatMap((item) => item.recipients);
		return { ...first, recipients, plan: planSms({ ...first.options, recipients }, first.now, first.limits) };
	},
	async runTogether({ plan: shared }, items, call) {
		const { references, scheduledFor } = await sendPlanned(shared, call);
		return items.map(({ plan: { to, duplicatesRemoved, segments, encoding, charactersLeft } }, index) => ({
			accepted: true,
			references: [],
			// They belong to the request: to whom each, the service does not say. So they stand once, with its first item.
			...(index === 0 ? { requestReferences: references } : {}),
			batchSize: items.length,
			requests: 1,
			segments,
			encoding,
			charactersLeft,
			...(scheduledFor === undefined ? {} : { scheduledFor }),
			recipients: to.length,
			to,
			duplicatesRemoved,
		}));
	},
};

export const send = defineOperation<Sms>({
	name: 'Send',
	value: 'send',
	sends: true,
	action: 'Send an SMS',
	description: 'Send an SMS to one or more phone numbers, now or later',
	fields,
	options: [...messageOptions, variablesOption],
	readParams: (reader) =>
		planForRecipients(reader, (recipients) => {
			const options = readSmsOptions(reader);
			const { now, limits } = reader;
			return { options, recipients, now, limits, plan: planSms({ ...options, recipients }, now, limits) };
		}),
	inOrderOf: ({ plan }) => plan.to,
	batching,
	remarks: remarksOnSms,
	async run({ plan }, call) {
		const { to, duplicatesRemoved } = plan;
		const sent = await sendPlanned(plan, call);
		const [reference, ...others] = sent.references;
		const isCertain = to.length === 1 && others.length === 0 && reference !== undefined;
		return { ...sent, recipients: to.length, to, duplicatesRemoved, ...(isCertain ? { reference } : {}) };
	},
});
