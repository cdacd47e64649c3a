import type { Resource } from '../../../engine/operations/operation';
import { check } from './check.operation';

export const capability: Resource = {
	name: 'Capability',
	value: 'capability',
	description: 'Which phones can show RCS',
	operations: [check],
};
