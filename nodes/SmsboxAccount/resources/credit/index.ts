import type { Resource } from '../../../engine/operations/operation';
import { getBalance } from './getBalance.operation';
import { transfer } from './transfer.operation';

export const credit: Resource = {
	name: 'Credit',
	value: 'credit',
	description: 'Account balance and transfers to sub-accounts',
	operations: [getBalance, transfer],
};
