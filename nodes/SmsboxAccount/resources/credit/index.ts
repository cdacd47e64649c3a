import type { Resource } from '../../../engine/operations/operation';
import { getBalance } from './getBalance.operation';
import { transfer } from './transfer.operation';

export const credit: Resource = {
	name: 'Credit',
	value: 'credit',
	description: 'The balance of the account, and transfers to sub-accounts',
	operations: [getBalance, transfer],
};
