import type { INodeProperties } from 'n8n-workflow';
import { planSms, type SendPlan } from '../../../../protocol/sms/send';
import { defineOperation } from '../../../engine/operation';
import { messageFields } from './fields';
import { messageOptions } from './options';
import { planForRecipients, recipientFields, variablesOption } from './recipients';
import { readSmsOptions, sendPlanned } from './smsOptions';

const fields: INodeProperties[] = [...recipientFields, ...messageFields];

export const send = defineOperation<SendPlan>({
	name: 'Send',
	value: 'send',
	sends: true,
	action: 'Send an SMS',
	description: 'Send an SMS to one or more phone numbers, now or later',
	fields,
	options: [...messageOptions, variablesOption],
	readParams: (reader) =>
		planForRecipients(reader, (recipients) => planSms({ ...readSmsOptions(reader), recipients }, reader.now)),
	async run(plan, call) {
		const { to, duplicatesRemoved } = plan;
		const sent = await sendPlanned(plan, call);
		const [reference, ...others] = sent.references;
		const isCertain = to.length === 1 && others.length === 0 && reference !== undefined;
		return { ...sent, recipients: to.length, to, duplicatesRemoved, ...(isCertain ? { reference } : {}) };
	},
});
