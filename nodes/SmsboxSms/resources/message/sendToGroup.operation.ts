import type { INodeProperties } from 'n8n-workflow';
import { planSmsToGroup, type SendPlan, type SmsOptions } from '../../../../protocol/sms/send';
import { defineOperation } from '../../../engine/operations/operation';
import type { Locator } from '../../../engine/operations/reader';
import { groupInfoOf, groupLocator, readGroup, resolveGroup } from '../../listSearch/groupLocator';
import { messageFields } from './fields';
import { messageOptions } from './optionFields';
import { hintsOnSms } from './hints';
import {
	atDeparture,
	type PlannedSms,
	readSmsOptions,
	sendPlanned,
	smsPreview,
	textOutput,
} from './readSmsOptions';

/** A message to a group, checked before the group is known. */
interface SendToGroup extends PlannedSms {
	group: Locator;
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
		const plan = planSmsToGroup({ ...options, groupId: '0' }, now);
		return { group, options, now, plan, departures: [] };
	},
	resolve: resolveGroup,
	groupInfo: groupInfoOf,
	hints: hintsOnSms,
	atDeparture: (sms, leaving) =>
		atDeparture(sms, leaving, (options, now) => planSmsToGroup({ ...options, groupId: '0' }, now)),
	preview: ({ group, ...sms }) => ({ groupId: group.value, ...smsPreview(sms) }),
	async run({ group, ...sms }, call) {
		const planOf = (options: SmsOptions, now: Date): SendPlan =>
			planSmsToGroup({ ...options, groupId: group.value }, now);
		const resolved = { ...sms, plan: planOf(sms.options, sms.now) };
		const references = await sendPlanned(resolved, planOf, call);
		return {
			accepted: true,
			groupId: group.value,
			...textOutput(resolved),
			references,
			requests: resolved.plan.exchanges.length,
		};
	},
});
