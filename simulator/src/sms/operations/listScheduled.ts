import { formatParis } from '../../core/paris';
import { WRITE_METHODS } from '../../form/operation';
import type { FormOperation } from '../../form/operation';
import { readPage } from '../paging';

/**
 * service.md#scheduled-messages: list. *Assumed*: a message of several parts is one record with its first reference.
 * Nothing is quoted: the text stands last and may hold `;` and line breaks.
 */
export const listScheduled: FormOperation = {
	name: 'sms.scheduledMessage.getAll',
	methods: WRITE_METHODS,
	body: ['from', 'nb', 'showref'],
	refusals: 'plain',
	run(fields, { scheduled }) {
		const { from, count } = readPage(fields);
		const showReference = fields.flag('showref');
		return scheduled
			.inOrder()
			.slice(from, from + count)
			.map(({ message, due }) => {
				const { id, references, number, text } = message;
				return [
					id,
					...(showReference ? references.slice(0, 1) : []),
					number,
					'',
					0,
					formatParis(due),
					text,
				].join(';');
			})
			.join('\n');
	},
};
