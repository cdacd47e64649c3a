import type { Resource } from '../../../engine/operation';
import { getBalance } from './getBalance.operation';

export const credit: Resource = { name: 'Credit', value: 'credit', operations: [getBalance] };
