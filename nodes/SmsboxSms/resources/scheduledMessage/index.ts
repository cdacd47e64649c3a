import type { Resource } from '../../../engine/operations/operation';
import { count } from './count.operation';
import { deleteMessage } from './delete.operation';
import { getAll } from './getAll.operation';

export const scheduledMessage: Resource = {
	name: 'Scheduled Message',
	value: 'scheduledMessage',
	description: 'Messages to be sent later',
	operations: [getAll, count, deleteMessage],
};
