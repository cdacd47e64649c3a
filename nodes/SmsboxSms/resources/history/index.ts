import type { Resource } from '../../../engine/operations/operation';
import { count } from './count.operation';
import { getAll } from './getAll.operation';

export const history: Resource = {
	name: 'History',
	value: 'history',
	description: 'Sent messages and their delivery status',
	operations: [getAll, count],
};
