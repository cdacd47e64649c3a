import { WRITE_METHODS } from '../../form/operation';
import type { FormOperation } from '../../form/operation';
import { Refusal } from '../../form/refusal';
import { readGroupName, readGroupNumbers } from '../stores/groups';

/** service.md#groups: add. *Assumed*: `charset` declares the encoding of the name, as in a send. */
export const addGroup: FormOperation = {
	name: 'sms.group.create',
	methods: WRITE_METHODS,
	body: ['nom', 'num', 'charset'],
	refusals: 'plain',
	run(fields, { directory, announceState }) {
		const added = directory.addGroup(readGroupName(fields), readGroupNumbers(fields));
		if (!added) throw new Refusal('internal', 'too many groups');
		announceState();
		return 'OK';
	},
};
