import { getBalance as getBalanceExchange } from '../../../../protocol/account/credit';
import { defineOperation } from '../../../engine/operations/operation';

export const getBalance = defineOperation({
	name: 'Get Balance',
	value: 'getBalance',
	action: 'Get the credit balance',
	description: 'Get the number of credits left; an SMS costs one credit per segment',
	fields: [],
	readParams: () => ({}),
	run: async (_params, call) => ({ balance: await call(getBalanceExchange()) }),
});
