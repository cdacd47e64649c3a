import type { Exchange } from '../../../../protocol/exchange';
import { internationalNumbers } from '../../../../protocol/recipients/internationalNumbers';
import { addTesters, type TestersResult } from '../../../../protocol/rcs/testers';
import { defineOperation } from '../../../engine/operations/operation';
import { unconfirmedOf } from '../../../../protocol/recipients/recipientResults';
import { readRecipientNumbers, toField } from '../../../engine/operations/toField';
import { readAgentId } from '../../agent';

export const add = defineOperation<{ to: string[]; exchange: Exchange<TestersResult> }>({
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
	readParams(reader) {
		const to = readRecipientNumbers(reader, internationalNumbers);
		return { to, exchange: addTesters(readAgentId(reader), to) };
	},
	async run({ to, exchange }, call) {
		const { recipients, ...details } = await call(exchange);
		return [
			...recipients.map(({ number, state, reasonCode, accepted, ...more }) => ({
				number,
				accepted,
				state,
				reasonCode,
				...more,
				...details,
			})),
			// Of these the service said nothing: they must not be missing from the output.
			...unconfirmedOf(to, recipients).map((number) => ({
				number,
				accepted: null,
				state: null,
				reasonCode: null,
				...details,
			})),
		];
	},
});
