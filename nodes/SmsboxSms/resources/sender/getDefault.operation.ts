import { getDefaultSender } from '../../../../protocol/sms/senders';
import { defineOperation } from '../../../engine/operations/operation';

export const getDefault = defineOperation({
	name: 'Get Default',
	value: 'getDefault',
	action: 'Get the default sender',
	description: 'Get the sender that is used when none is given',
	fields: [],
	readParams: () => ({}),
	run: async (_params, call) => ({ sender: await call(getDefaultSender()) }),
});
