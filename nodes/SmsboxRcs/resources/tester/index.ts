import type { Resource } from '../../../engine/operation';
import { add } from './add.operation';

export const tester: Resource = { name: 'Tester', value: 'tester', operations: [add] };
