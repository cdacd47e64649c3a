import { READ_METHODS } from '../../form/operation';
import type { FormOperation } from '../../form/operation';

/** service.md#scheduled-messages: count. */
export const countScheduled: FormOperation = {
	name: 'sms.scheduledMessage.count',
	methods: READ_METHODS,
	body: [],
	refusals: 'plain',
	run: (_fields, { scheduled }) => `DIFFERES ${scheduled.size}`,
};
