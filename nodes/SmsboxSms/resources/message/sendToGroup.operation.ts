import type { INodeProperties } from 'n8n-workflow';
import { planSmsToGroup, type SmsOptions } from '../../../../protocol/sms/send';
import { defineOperation } from '../../../engine/operation';
import type { Locator } from '../../../engine/reader';
import { groupLocator, readGroup, resolveGroup } from '../../groupLocator';
import { messageFields } from './fields';
import { messageOptions } from './options';
import { readSmsOptions, sendPlanned } from './smsOptions';

interface SendToGroup {
	group: Locator;
	sms: SmsOptions;
	now: Date;
}

const fields: INodeProperties[] = [groupLocator, ...messageFields];

export const sendToGroup = defineOperation<SendToGroup>({
	name: 'Send to Group',
	value: 'sendToGroup',
	sends: true,
	action: 'Send an SMS to a group',
	description: 'Send an SMS to everyone in a group of the account, now or later',
	fields,
	options: messageOptions,
	readParams(reader) {
		const params = { group: readGroup(reader), sms: readSmsOptions(reader), now: reader.now };
		// What is wrong with the message shows before any group is looked up.
		planSmsToGroup({ ...params.sms, groupId: '0' }, params.now);
		return params;
	},
	resolve: resolveGroup,
	async run({ group, sms, now }, call) {
		const sent = await sendPlanned(planSmsToGroup({ ...sms, groupId: group.value }, now), call);
		return { ...sent, groupId: group.value };
	},
});
