import type { Resource } from '../../../engine/operations/operation';
import { add } from './add.operation';

export const tester: Resource = {
	name: 'Tester',
	value: 'tester',
	description: 'Phones that may try your agent before its launch',
	operations: [add],
};
