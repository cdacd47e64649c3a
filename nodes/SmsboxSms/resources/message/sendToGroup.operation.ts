import type { INodeProperties } from 'n8n-workflow';
import { planSmsToGroup, type SendPlan, type SmsOptions } from '../../../../protocol/sms/send';
import { defineOperation } from '../../../engine/operations/operation';
import type { Locator } from '../../../engine/operations/reader';
import { groupInfoOf, groupLocator, readGroup, resolveGroup } from '../../listSearch/groupLocator';
import { messageFields } from './fields';
import { messageOptions } from './optionFields';
import { hintsOnSms } from './hints';
import { readSmsOptions, sendPlanned, smsPreview, textOutput } from './readSmsOptions';

interface SendToGroup {
	group: Locator;
	options: SmsOptions;
	now: Date;
	/** The message, checked before its group is known. */
	plan: SendPlan;
}

const fields: INodeProperties[] = [groupLocator, ...messageFields];

export const sendToGroup = defineOperation<SendToGroup>({
	name: 'Send to Group',
	value: 'sendToGroup',
	action: 'Send an SMS to everyone in a group',
	description: 'Send an SMS to everyone in a group, now or later',
	fields,
	options: messageOptions,
	readParams(reader) {
		const group = readGroup(reader);
		const options = readSmsOptions(reader);
		const { now } = reader;
		// What is wrong with the message shows before any group is looked up.
		return { group, options, now, plan: planSmsToGroup({ ...options, groupId: '0' }, now) };
	},
	resolve: resolveGroup,
	groupInfo: groupInfoOf,
	hints: hintsOnSms,
	preview: ({ group, plan }) => ({ groupId: group.value, ...smsPreview(plan) }),
	async run({ group, options, now }, call) {
		const plan = planSmsToGroup({ ...options, groupId: group.value }, now);
		const references = await sendPlanned(plan, call);
		return {
			accepted: true,
			groupId: group.value,
			...textOutput(plan),
			references,
			requests: plan.exchanges.length,
		};
	},
});
