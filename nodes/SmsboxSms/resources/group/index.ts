import type { Resource } from '../../../engine/operations/operation';
import { addNumbers } from './addNumbers.operation';
import { create } from './create.operation';
import { deleteGroup } from './delete.operation';
import { getAll } from './getAll.operation';
import { update } from './update.operation';

export const group: Resource = {
	name: 'Group',
	value: 'group',
	description: 'Lists of phone numbers stored in the account',
	operations: [getAll, create, update, addNumbers, deleteGroup],
};
