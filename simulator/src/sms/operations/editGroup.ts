import { WRITE_METHODS } from '../../form/operation';
import type { FormOperation } from '../../form/operation';
import { readGroup, readGroupName, readGroupNumbers } from '../stores/groups';

/** service.md#groups: edit. The numbers replace all that were there. */
export const editGroup: FormOperation = {
	name: 'sms.group.update',
	methods: WRITE_METHODS,
	body: ['id', 'nom', 'num', 'charset'],
	refusals: 'plain',
	run(fields, world) {
		const group = readGroup(fields, world);
		const [name, numbers] = [readGroupName(fields), readGroupNumbers(fields)];
		Object.assign(group, { name, numbers });
		world.announceState();
		return 'OK';
	},
};
