import type { Exchange } from '../../../../protocol/exchange';
import { internationalNumbers } from '../../../../protocol/recipients/internationalNumbers';
import { addTesters, type TestersResult } from '../../../../protocol/rcs/testers';
import { defineOperation } from '../../../engine/operations/operation';
import { readRecipientNumbers, toField } from '../../../engine/operations/toField';
import { readAgentId } from '../../agent';

export const add = defineOperation<Exchange<TestersResult>>({
	name: 'Add',
	value: 'add',
	action: 'Add testers to an RCS agent',
	description: 'Add phones that can use the agent before launch',
	fields: [
		{
			...toField,
			description:
				'One to ten phone numbers in international format, comma-separated, or an array by expression. Each returns one item.',
		},
	],
	readParams: (reader) => addTesters(readAgentId(reader), readRecipientNumbers(reader, internationalNumbers)),
	async run(exchange, call) {
		const { recipients, ...details } = await call(exchange);
		return recipients.map(({ number, accepted, state, reasonCode, ...more }) => ({
			number,
			accepted,
			state,
			reasonCode,
			...more,
			...details,
		}));
	},
});
