import { WRITE_METHODS } from '../form/operation';
import type { FormOperation } from '../form/operation';
import { Refusal } from '../form/refusal';

const LONGEST = 50;

/**
 * service.md#account: create sub-account. *Assumed*: without `nolimit` the sub-account has no credits but those
 * allocated.
 */
export const createSubAccount: FormOperation = {
	name: 'account.subAccount.create',
	methods: WRITE_METHODS,
	body: ['do', 'pseudo', 'mdp', 'nolimit', 'charset'],
	refusals: 'plain',
	run(fields, { ledger, announceState }) {
		if (fields.required('do') !== 'add') throw new Refusal('parameters', 'do must be add');
		const created = ledger.create({
			pseudo: fields.requiredUpTo('pseudo', LONGEST),
			mdp: fields.requiredUpTo('mdp', LONGEST),
			nolimit: fields.choice('nolimit', { yes: true, no: false }) ?? false,
		});
		if (!created) throw new Refusal('other', 'the username is taken, or the account has 500 sub-accounts');
		announceState();
		return 'OK';
	},
};
