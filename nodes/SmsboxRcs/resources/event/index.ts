import type { Resource } from '../../../engine/operations/operation';
import { send } from './send.operation';

export const event: Resource = {
	name: 'Event',
	value: 'event',
	description: 'Read receipts and typing indicators',
	operations: [send],
};
