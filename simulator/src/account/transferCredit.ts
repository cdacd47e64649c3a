import { WRITE_METHODS } from '../form/operation';
import type { FormOperation } from '../form/operation';
import { Refusal } from '../form/refusal';
import { toHundredths } from './ledger';

const MOST_CREDITS = 1_000_000_000;

/**
 * service.md#account: transfer credit to or from a sub-account. *Assumed*: a transfer of nothing is refused, and a
 * sub-account gives back no more than it was allocated. `do=manage` is accepted in the body as it is in the query.
 */
export const transferCredit: FormOperation = {
	name: 'account.credit.transfer',
	methods: WRITE_METHODS,
	body: ['to', 'credit', 'do'],
	refusals: 'plain',
	run(fields, { ledger, announceState }) {
		fields.choice('do', { manage: true });
		const to = fields.required('to');
		const credit = fields.requiredInteger('credit', -MOST_CREDITS, MOST_CREDITS);
		if (credit === 0) throw new Refusal('parameters', 'credit must not be 0');
		if (!ledger.transfer(to, toHundredths(credit))) {
			throw new Refusal('balance', 'unknown sub-account or insufficient credits');
		}
		announceState();
		return 'OK';
	},
};
