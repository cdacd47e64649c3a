import type { Resource } from '../../../engine/operations/operation';
import { create } from './create.operation';

export const subAccount: Resource = {
	name: 'Sub-Account',
	value: 'subAccount',
	description: 'Accounts of your own below the main account',
	operations: [create],
};
