import type { INodeProperties } from 'n8n-workflow';
import { planSmsToGroup } from '../../../../protocol/sms/send';
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
		return { group, options, now, plan: planSmsToGroup({ ...options, groupId: '0' }, now) };
	},
	resolve: resolveGroup,
	groupInfo: groupInfoOf,
	hints: hintsOnSms,
	atDeparture: (sms, leaving) =>
		atDeparture(sms, leaving, (options, now) => planSmsToGroup({ ...options, groupId: '0' }, now)),
	preview: ({ group, ...sms }) => ({ groupId: group.value, ...smsPreview(sms) }),
	async run({ group, options, now, rescheduled }, call) {
		const plan = planSmsToGroup({ ...options, groupId: group.value }, now);
		const references = await sendPlanned(plan, call);
		return {
			accepted: true,
			groupId: group.value,
			...textOutput(plan, rescheduled),
			references,
			requests: plan.exchanges.length,
		};
	},
});
