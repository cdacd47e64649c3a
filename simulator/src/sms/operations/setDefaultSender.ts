import { WRITE_METHODS } from '../../form/operation';
import type { FormOperation } from '../../form/operation';
import { Refusal } from '../../form/refusal';

/** service.md#sender-ids: set the default one, which must be registered. Answers the sender set. */
export const setDefaultSender: FormOperation = {
	name: 'sms.sender.setDefault',
	methods: WRITE_METHODS,
	body: ['emetteur'],
	refusals: 'plain',
	run(fields, { directory, announceState }) {
		const sender = fields.required('emetteur');
		if (!directory.senders.includes(sender))
			throw new Refusal('parameters', 'emetteur is not a registered sender');
		directory.defaultSender = sender;
		announceState();
		return sender;
	},
};
