import { getDefaultSenderId } from '../../../../protocol/sms/senderIds';
import { defineOperation } from '../../../engine/operations/operation';

export const getDefault = defineOperation({
	name: 'Get Default',
	value: 'getDefault',
	action: 'Get the default sender ID',
	description: 'Get the sender ID used when none is set',
	fields: [],
	readParams: () => ({}),
	run: async (_params, call) => ({ senderId: await call(getDefaultSenderId()) }),
});
