import type { INodeProperties } from 'n8n-workflow';
import { setDefaultSender, validSender } from '../../../../protocol/sms/senders';
import { defineOperation } from '../../../engine/operations/operation';
import { senderLocator } from '../../senderLocator';

const fields: INodeProperties[] = [
	{
		...senderLocator,
		required: true,
		description: `Who a message comes from when it names no sender. ${senderLocator.description ?? ''}.`,
	},
];

export const setDefault = defineOperation<{ sender: string }>({
	name: 'Set Default',
	value: 'setDefault',
	action: 'Set the default sender',
	description: 'Set the sender that is used when none is given',
	fields,
	readParams: (reader) => ({ sender: validSender(reader.locator('sender').value, 'sender') }),
	run: async ({ sender }, call) => ({ sender: await call(setDefaultSender(sender)) }),
});
