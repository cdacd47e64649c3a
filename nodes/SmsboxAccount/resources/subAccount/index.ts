import type { Resource } from '../../../engine/operations/operation';
import { create } from './create.operation';

export const subAccount: Resource = {
	name: 'Sub-Account',
	value: 'subAccount',
	description: 'Accounts that belong to your main account',
	operations: [create],
};
