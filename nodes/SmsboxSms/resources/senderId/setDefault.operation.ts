import type { INodeProperties } from 'n8n-workflow';
import { setDefaultSenderId, validSenderId } from '../../../../protocol/sms/senderIds';
import { defineOperation } from '../../../engine/operations/operation';
import { senderIdLocator } from '../../senderIdLocator';

const fields: INodeProperties[] = [
	{
		...senderIdLocator,
		required: true,
		description: `Who a message comes from when it names no sender ID. ${senderIdLocator.description ?? ''}.`,
	},
];

export const setDefault = defineOperation<{ senderId: string }>({
	name: 'Set Default',
	value: 'setDefault',
	action: 'Set the default sender ID',
	description: 'Set the sender ID that is used when none is given',
	fields,
	readParams: (reader) => ({ senderId: validSenderId(reader.locator('senderId').value, 'senderId') }),
	run: async ({ senderId }, call) => ({ senderId: await call(setDefaultSenderId(senderId)) }),
});
