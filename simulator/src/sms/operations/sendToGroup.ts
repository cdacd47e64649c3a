import { WRITE_METHODS } from '../../form/operation';
import type { FormOperation } from '../../form/operation';
import { Refusal } from '../../form/refusal';
import { LARGEST_ID } from '../stores/groups';
import { SEND_FIELDS, deviations, readSendParameters } from '../sendParameters';
import { submit } from '../submit';

/**
 * service.md#sms-responses: to a stored group. *Assumed*: with `id=1` it answers references as a send to numbers does.
 */
export const sendToGroup: FormOperation = {
	name: 'sms.message.sendToGroup',
	methods: WRITE_METHODS,
	body: ['groupe', ...SEND_FIELDS],
	refusals: 'send',
	deviations,
	run(fields, world) {
		const group = world.directory.group(fields.requiredInteger('groupe', 1, LARGEST_ID));
		if (group === undefined) throw new Refusal('parameters', 'groupe is not an existing group');
		if (group.numbers.length === 0) throw new Refusal('parameters', 'groupe has no numbers');
		const parameters = readSendParameters(fields, world);
		const recipients = group.numbers.map((number) => ({ number, text: parameters.text }));
		return submit(parameters, { recipients, isPersonalized: false }, world);
	},
};
