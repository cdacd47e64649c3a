import type { Resource } from '../../../engine/operations/operation';
import { add } from './add.operation';

export const tester: Resource = {
	name: 'Tester',
	value: 'tester',
	description: 'Phones that can use your agent before launch',
	operations: [add],
};
