import type { INodeProperties } from 'n8n-workflow';
import { createSubAccount } from '../../../../protocol/account/subAccounts';
import type { Exchange } from '../../../../protocol/exchange';
import { defineOperation } from '../../../engine/operations/operation';

interface Create {
	username: string;
	useMainBalance: boolean;
	request: Exchange<true>;
}

const fields: INodeProperties[] = [
	{
		displayName: 'Username',
		name: 'username',
		type: 'string',
		default: '',
		required: true,
		placeholder: 'e.g. shop-paris',
		description: 'Name that no other sub-account uses, at most 50 characters',
	},
	{
		displayName: 'Password',
		name: 'password',
		type: 'string',
		typeOptions: { password: true },
		default: '',
		required: true,
		description: 'Password of the sub-account, at most 50 characters. It is not included in the output.',
	},
	{
		displayName: 'Use Main Account Balance',
		name: 'useMainBalance',
		type: 'boolean',
		default: false,
		description:
			'Whether the sub-account spends from the main account balance. Otherwise it can only spend credits transferred to it.',
	},
];

export const create = defineOperation<Create>({
	name: 'Create',
	value: 'create',
	action: 'Create a sub account',
	description: 'Create a sub-account (at most 500 per account)',
	fields,
	readParams(reader) {
		const username = reader.text('username').trim();
		const useMainBalance = reader.flag('useMainBalance');
		const request = createSubAccount({ username, password: reader.text('password'), useMainBalance });
		return { username, useMainBalance, request };
	},
	async run({ username, useMainBalance, request }, call) {
		await call(request);
		return { created: true, username, useMainBalance };
	},
});
