import { internationalNumbers } from '../../../../protocol/recipients/internationalNumbers';
import { type CapabilityPlan, planCapabilities } from '../../../../protocol/rcs/capabilities';
import { callAll } from '../../../engine/sending/calls';
import { defineOperation } from '../../../engine/operations/operation';
import { unconfirmedOf } from '../../../../protocol/recipients/recipientResults';
import { readRecipientNumbers, toField } from '../../../engine/operations/toField';
import { readAgentId } from '../../agent';

/** A number of which the service said nothing: it must not be missing from the output. */
const unanswered = (number: string) => ({
	number,
	reachable: null,
	capabilities: [],
	state: null,
	reasonCode: null,
	submitted: null,
});

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
	async run({ exchanges, to }, call) {
		const results = (await callAll(exchanges, call)).flat();
		return [
			...results.map(({ number, reachable, capabilities, state, reasonCode, ...more }) => ({
				number,
				reachable,
				capabilities,
				state,
				reasonCode,
				...more,
			})),
			...unconfirmedOf(to, results).map(unanswered),
		];
	},
});
