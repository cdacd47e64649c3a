import type { Resource } from '../../../engine/operations/operation';
import { revoke } from './revoke.operation';
import { send } from './send.operation';
import { sendAndWait } from './sendAndWait.operation';

export const message: Resource = {
	name: 'Message',
	value: 'message',
	description: 'Texts, files, cards and carousels',
	operations: [send, sendAndWait, revoke],
};
