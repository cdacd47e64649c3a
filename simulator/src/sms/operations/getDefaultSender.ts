import { READ_METHODS } from '../../form/operation';
import type { FormOperation } from '../../form/operation';
import { Refusal } from '../../form/refusal';

/** service.md#sender-ids: get the default one. *Assumed*: an account without senders gets ERREUR. */
export const getDefaultSender: FormOperation = {
	name: 'sms.sender.getDefault',
	methods: READ_METHODS,
	body: [],
	refusals: 'plain',
	run(_fields, { directory }) {
		if (directory.defaultSender === undefined) throw new Refusal('other', 'the account has no sender');
		return directory.defaultSender;
	},
};
