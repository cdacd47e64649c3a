import { READ_METHODS } from '../../form/operation';
import type { FormOperation } from '../../form/operation';

/** service.md#history: count, one for each part, as in the list. */
export const countHistory: FormOperation = {
	name: 'sms.history.count',
	methods: READ_METHODS,
	body: [],
	refusals: 'plain',
	run(_fields, { messages }) {
		let count = 0;
		for (const { references } of messages.sentNewestFirst()) count += references.length;
		return `HISTORIQUE ${count}`;
	},
};
