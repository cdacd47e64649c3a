import type { Resource } from '../../../engine/operation';
import { create } from './create.operation';

export const subAccount: Resource = { name: 'Sub-Account', value: 'subAccount', operations: [create] };
