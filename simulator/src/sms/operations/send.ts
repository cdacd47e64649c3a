import { WRITE_METHODS } from '../../form/operation';
import type { FormOperation } from '../../form/operation';
import { readPersonalizedRecipients, readRecipients } from '../recipients/recipients';
import { SEND_FIELDS, deviations, readSendParameters } from '../sendParameters';
import { submit } from '../submit';

/** service.md#sms-responses: to numbers. */
export const send: FormOperation = {
	name: 'sms.message.send',
	methods: WRITE_METHODS,
	body: ['dest', 'personnalise', ...SEND_FIELDS],
	refusals: 'send',
	deviations,
	run(fields, world) {
		const dest = fields.required('dest');
		const parameters = readSendParameters(fields, world);
		const isPersonalized = fields.flag('personnalise');
		const read = isPersonalized ? readPersonalizedRecipients : readRecipients;
		return submit(parameters, { recipients: read(dest, parameters.text), isPersonalized }, world);
	},
};
