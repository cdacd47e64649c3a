import { WRITE_METHODS } from '../../form/operation';
import type { FormOperation } from '../../form/operation';
import { readGroup } from '../stores/groups';

/** service.md#groups: delete. */
export const deleteGroup: FormOperation = {
	name: 'sms.group.delete',
	methods: WRITE_METHODS,
	body: ['id'],
	refusals: 'plain',
	run(fields, world) {
		world.directory.deleteGroup(readGroup(fields, world).id);
		world.announceState();
		return 'OK';
	},
};
