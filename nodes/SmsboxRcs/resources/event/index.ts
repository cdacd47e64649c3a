import type { Resource } from '../../../engine/operations/operation';
import { send } from './send.operation';

export const event: Resource = {
	name: 'Event',
	value: 'event',
	description: 'That you have read, or that you are writing',
	operations: [send],
};
