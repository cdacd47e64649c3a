import type { INodeProperties } from 'n8n-workflow';
import { InvalidInput } from '../../../../protocol/errors';
import type { RequestLimits } from '../../../../protocol/recipients/splitting';
import { planSmsToGroup, type SendPlan } from '../../../../protocol/sms/send';
import { defineOperation } from '../../../engine/operations/operation';
import type { Locator } from '../../../engine/operations/values';
import { groupInfoOf, groupLocator, readGroup, resolveGroup } from '../../listSearch/groupLocator';
import { messageFields } from './fields';
import { messageOptions } from './optionFields';
import {
	type PlannedSms,
	previewPlanned,
	readSmsOptions,
	sendPlanned,
	textOutput,
	hintsOnSms,
} from './plannedSms';
import { type SmsOptions, tooManyFor } from '../../../../protocol/sms/options';

/** A message to a group, checked before the group is known. */
interface SendToGroup extends PlannedSms {
	group: Locator;
	limits: RequestLimits;
}

const fields: INodeProperties[] = [groupLocator, ...messageFields];

const planOf =
	({ group }: Pick<SendToGroup, 'group'>) =>
	(options: SmsOptions, now: Date): SendPlan =>
		planSmsToGroup({ ...options, groupId: group.value }, now);

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
		const { now, limits } = reader;
		// What is wrong with the message shows before any group is looked up.
		const plan = planSmsToGroup({ ...options, groupId: '0' }, now);
		return { group, options, now, limits, plan, departures: [] };
	},
	resolve: resolveGroup,
	async groupInfo(sms, read) {
		const group = await groupInfoOf(sms, read);
		const problem =
			group.count === 0
				? new InvalidInput('group', 'The group has no numbers.', 'Add some, or choose another group.')
				: tooManyFor(sms.options.category, group.count, sms.limits);
		return { ...group, problem };
	},
	hints: hintsOnSms,
	preview: (sms) => ({ groupId: sms.group.value, ...previewPlanned(sms, planOf(sms)) }),
	async run({ group, ...sms }, call) {
		const resolved = { ...sms, plan: planOf({ group })(sms.options, sms.now) };
		const references = await sendPlanned(resolved, planOf({ group }), call);
		return {
			accepted: true,
			groupId: group.value,
			...textOutput(resolved),
			references,
			requests: resolved.plan.exchanges.length,
		};
	},
});
