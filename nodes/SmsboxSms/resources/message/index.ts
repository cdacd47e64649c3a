import type { Resource } from '../../../engine/operations/operation';
import { send } from './send.operation';
import { sendAndWait } from './sendAndWait.operation';
import { sendToGroup } from './sendToGroup.operation';

export const message: Resource = {
	name: 'Message',
	value: 'message',
	description: 'Texts to phone numbers or to a group',
	operations: [send, sendAndWait, sendToGroup],
};
