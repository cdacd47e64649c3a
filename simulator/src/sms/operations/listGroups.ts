import { READ_METHODS } from '../../form/operation';
import type { FormOperation } from '../../form/operation';

/** service.md#groups: list. `hide_numbers` is accepted in the body and in the query; the body's counts. */
export const listGroups: FormOperation = {
	name: 'sms.group.getAll',
	methods: READ_METHODS,
	query: ['hide_numbers'],
	body: ['hide_numbers'],
	refusals: 'plain',
	run(fields, { directory }) {
		const hideNumbers = fields.flag('hide_numbers');
		return directory
			.allGroups()
			.map(({ id, name, numbers }) => `${id};${name};${hideNumbers ? numbers.length : numbers.join(',')}`)
			.join('\n');
	},
};
