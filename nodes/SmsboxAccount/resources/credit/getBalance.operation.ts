import { getBalance as getBalanceExchange } from '../../../../protocol/account/credit';
import { defineOperation } from '../../../engine/operations/operation';

export const getBalance = defineOperation({
	name: 'Get Balance',
	value: 'getBalance',
	action: 'Get the credit balance',
	description: 'Get how many credits the account has; one SMS of one segment takes one credit',
	fields: [],
	readParams: () => ({}),
	run: async (_params, call) => ({ balance: await call(getBalanceExchange()) }),
});
