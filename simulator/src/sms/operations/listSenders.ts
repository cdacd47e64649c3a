import { READ_METHODS } from '../../form/operation';
import type { FormOperation } from '../../form/operation';

/** service.md#sender-ids: list, one a line. */
export const listSenders: FormOperation = {
	name: 'sms.sender.getAll',
	methods: READ_METHODS,
	body: [],
	refusals: 'plain',
	run: (_fields, { directory }) => directory.senders.join('\n'),
};
