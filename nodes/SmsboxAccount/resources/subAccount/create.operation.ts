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
		description: 'At most 50 characters, and not taken by another sub-account',
	},
	{
		displayName: 'Password',
		name: 'password',
		type: 'string',
		typeOptions: { password: true },
		default: '',
		required: true,
		description: 'At most 50 characters. It is sent to SMSBOX and appears in no output.',
	},
	{
		displayName: 'Use Main Account Balance',
		name: 'useMainBalance',
		type: 'boolean',
		default: false,
		description:
			'Whether the sub-account uses the balance of the main account directly. Otherwise it has only the credits that are transferred to it.',
	},
];

export const create = defineOperation<Create>({
	name: 'Create',
	value: 'create',
	action: 'Create a sub account',
	description: 'Create a sub-account; an account has at most 500',
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
