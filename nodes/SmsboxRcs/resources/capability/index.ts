import type { Resource } from '../../../engine/operations/operation';
import { check } from './check.operation';

export const capability: Resource = {
	name: 'Capability',
	value: 'capability',
	description: 'Phones that can receive RCS',
	operations: [check],
};
