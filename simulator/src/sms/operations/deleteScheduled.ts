import { WRITE_METHODS } from '../../form/operation';
import type { FormOperation } from '../../form/operation';
import { Refusal } from '../../form/refusal';

/**
 * service.md#scheduled-messages: delete. *Assumed*: any reference of a message takes it back whole, and its credits
 * are given back.
 */
export const deleteScheduled: FormOperation = {
	name: 'sms.scheduledMessage.delete',
	methods: WRITE_METHODS,
	body: ['ref'],
	refusals: 'plain',
	run(fields, { scheduled, ledger, announceRemoval, announceState }) {
		const message = scheduled.delete(fields.required('ref'));
		if (message === undefined) throw new Refusal('parameters', 'ref is not a scheduled message');
		ledger.refund(message.cost);
		announceRemoval(message);
		announceState();
		return 'OK';
	},
};
