import type { Resource } from '../../../engine/operations/operation';
import { getAll } from './getAll.operation';
import { getDefault } from './getDefault.operation';
import { setDefault } from './setDefault.operation';

export const senderId: Resource = {
	name: 'Sender ID',
	value: 'senderId',
	description: 'Names and numbers shown as the sender',
	operations: [getDefault, getAll, setDefault],
};
