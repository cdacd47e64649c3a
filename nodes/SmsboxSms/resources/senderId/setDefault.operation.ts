import type { INodeProperties } from 'n8n-workflow';
import { setDefaultSenderId, validSenderId } from '../../../../protocol/sms/senderIds';
import { defineOperation } from '../../../engine/operations/operation';
import { senderIdLocator } from '../../listSearch/senderIdLocator';

const fields: INodeProperties[] = [
	{
		...senderIdLocator,
		required: true,
		description: `Sender of messages without a sender ID. ${senderIdLocator.description ?? ''}.`,
	},
];

export const setDefault = defineOperation<{ senderId: string }>({
	name: 'Set Default',
	value: 'setDefault',
	action: 'Set the default sender ID',
	description: 'Set the sender ID to use when none is set',
	fields,
	readParams: (reader) => ({ senderId: validSenderId(reader.locator('senderId').value, 'senderId') }),
	run: async ({ senderId }, call) => ({ senderId: await call(setDefaultSenderId(senderId)) }),
});
