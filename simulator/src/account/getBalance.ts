import { READ_METHODS } from '../form/operation';
import type { FormOperation } from '../form/operation';
import { formatCredits } from './ledger';

/** service.md#account: check balance. */
export const getBalance: FormOperation = {
	name: 'account.credit.getBalance',
	methods: READ_METHODS,
	body: [],
	refusals: 'plain',
	run: (_fields, { ledger }) => `CREDIT ${formatCredits(ledger.balance)}`,
};
