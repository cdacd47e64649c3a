import { countHistory } from '../../../../protocol/sms/history';
import { defineOperation } from '../../../engine/operations/operation';

export const count = defineOperation({
	name: 'Count',
	value: 'count',
	action: 'Count the messages in the history',
	description: 'Count the sent messages',
	fields: [],
	readParams: () => ({}),
	run: async (_params, call) => ({ count: await call(countHistory()) }),
});
