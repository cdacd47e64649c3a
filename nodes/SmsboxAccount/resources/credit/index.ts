import type { Resource } from '../../../engine/operation';
import { getBalance } from './getBalance.operation';
import { transfer } from './transfer.operation';

export const credit: Resource = { name: 'Credit', value: 'credit', operations: [getBalance, transfer] };
