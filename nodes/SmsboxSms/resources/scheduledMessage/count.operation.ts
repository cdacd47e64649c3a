import { countScheduled } from '../../../../protocol/sms/scheduled';
import { defineOperation } from '../../../engine/operations/operation';

export const count = defineOperation({
	name: 'Count',
	value: 'count',
	action: 'Count the scheduled messages',
	description: 'Count the messages to be sent later',
	fields: [],
	readParams: () => ({}),
	run: async (_params, call) => ({ count: await call(countScheduled()) }),
});
