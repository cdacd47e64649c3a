import type { Resource } from '../../../engine/operations/operation';
import { count } from './count.operation';
import { getAll } from './getAll.operation';

export const history: Resource = {
	name: 'History',
	value: 'history',
	description: 'What was sent, and what became of it',
	operations: [getAll, count],
};
