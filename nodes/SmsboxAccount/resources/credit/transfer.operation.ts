import type { INodeProperties } from 'n8n-workflow';
import { transferCredit } from '../../../../protocol/account/credit';
import { InvalidInput } from '../../../../protocol/errors';
import type { Exchange } from '../../../../protocol/exchange';
import { defineOperation } from '../../../engine/operations/operation';

const directions = ['toSubAccount', 'fromSubAccount'] as const;

interface Transfer {
	subAccount: string;
	direction: (typeof directions)[number];
	amount: number;
	request: Exchange<true>;
}

const fields: INodeProperties[] = [
	{
		displayName: 'Direction',
		name: 'direction',
		type: 'options',
		default: 'toSubAccount',
		options: [
			{
				name: 'To the Sub-Account',
				value: 'toSubAccount',
				description: 'From the main account to the sub-account',
			},
			{
				name: 'From the Sub-Account',
				value: 'fromSubAccount',
				description: 'From the sub-account back to the main account',
			},
		],
		description: 'Direction of the transfer',
	},
	{
		displayName: 'Sub-Account',
		name: 'subAccount',
		type: 'string',
		default: '',
		required: true,
		placeholder: 'e.g. shop-paris',
		description: 'Username of the sub-account, at most 50 characters',
	},
	{
		displayName: 'Credits',
		name: 'amount',
		type: 'number',
		typeOptions: { minValue: 1 },
		default: 1,
		required: true,
		description: 'Number of credits to transfer, at least 1. An SMS costs one credit per segment.',
	},
];

export const transfer = defineOperation<Transfer>({
	name: 'Transfer',
	value: 'transfer',
	action: 'Transfer credits to or from a sub account',
	description: 'Transfer credits between the main account and a sub-account',
	fields,
	readParams(reader) {
		const subAccount = reader.text('subAccount').trim();
		const direction = reader.choice('direction', directions);
		const amount = reader.integer('amount');
		if (amount < 1) {
			throw new InvalidInput(
				'amount',
				'The value must be at least 1.',
				'Use Direction instead of a minus sign.',
			);
		}
		const credit = direction === 'toSubAccount' ? amount : -amount;
		return { subAccount, direction, amount, request: transferCredit({ subAccount, credit }) };
	},
	async run({ subAccount, direction, amount, request }, call) {
		await call(request);
		return { transferred: true, subAccount, direction, amount };
	},
});
