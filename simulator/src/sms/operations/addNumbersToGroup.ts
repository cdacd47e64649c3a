import { WRITE_METHODS } from '../../form/operation';
import type { FormOperation } from '../../form/operation';
import { readGroup, readGroupNumbers } from '../stores/groups';

/** service.md#groups: add numbers. */
export const addNumbersToGroup: FormOperation = {
	name: 'sms.group.addNumbers',
	methods: WRITE_METHODS,
	body: ['id', 'num'],
	refusals: 'plain',
	run(fields, world) {
		const group = readGroup(fields, world);
		group.numbers = [...new Set([...group.numbers, ...readGroupNumbers(fields)])];
		world.announceState();
		return 'OK';
	},
};
