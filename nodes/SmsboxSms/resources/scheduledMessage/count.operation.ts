import { countScheduled } from '../../../../protocol/sms/scheduled';
import { defineOperation } from '../../../engine/operations/operation';

export const count = defineOperation({
	name: 'Count',
	value: 'count',
	action: 'Count the scheduled messages',
	description: 'Count the messages that wait to be sent',
	fields: [],
	readParams: () => ({}),
	run: async (_params, call) => ({ count: await call(countScheduled()) }),
});
