import { internationalNumbers } from '../../../../protocol/recipients/internationalNumbers';
import { type CapabilityPlan, planCapabilities } from '../../../../protocol/rcs/capabilities';
import { callAll } from '../../../engine/sending/calls';
import { defineOperation } from '../../../engine/operations/operation';
import { readRecipientNumbers, toField } from '../../../engine/operations/toField';
import { readAgentId } from '../../agent';

export const check = defineOperation<CapabilityPlan>({
	name: 'Check',
	value: 'check',
	action: 'Check which numbers can receive RCS',
	description: 'Check whether phones support RCS, and which features',
	fields: [
		{
			...toField,
			description:
				'Phone numbers in international format, comma-separated, or an array by expression. Each returns one item. More than 500 are split into several requests.',
		},
	],
	readParams: (reader) =>
		planCapabilities(readAgentId(reader), readRecipientNumbers(reader, internationalNumbers)),
	partitionKeysOf: () => [],
	run: async ({ exchanges }, call) => (await callAll(exchanges, call)).flat(),
});
