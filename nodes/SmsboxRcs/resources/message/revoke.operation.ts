import { internationalNumbers } from '../../../../protocol/recipients/internationalNumbers';
import type { RecipientPlan } from '../../../../protocol/recipients/recipientPlan';
import { planRevoke } from '../../../../protocol/rcs/revoke';
import { defineOperation } from '../../../engine/operations/operation';
import { carryOutPlan } from '../../../engine/operations/messageSending';
import { readRecipientNumbers, toField } from '../../../engine/operations/toField';
import { readAgentId } from '../../agent';

export const revoke = defineOperation<{ messageReference: string; plan: RecipientPlan }>({
	name: 'Revoke',
	value: 'revoke',
	action: 'Revoke an RCS message',
	description: 'Revoke a message that has not been read yet',
	fields: [
		toField,
		{
			displayName: 'Message Reference',
			name: 'reference',
			type: 'string',
			default: '',
			required: true,
			placeholder: 'e.g. 123456789012',
			description: 'Reference that Send returned',
		},
	],
	readParams(reader) {
		const messageReference = reader.text('reference').trim();
		const to = readRecipientNumbers(reader, internationalNumbers);
		return { messageReference, plan: planRevoke(readAgentId(reader), to, messageReference) };
	},
	partitionKeysOf: ({ plan }) => plan.to,
	run: async ({ messageReference, plan }, call) => ({
		...(await carryOutPlan(plan, call)),
		messageReference,
	}),
});
