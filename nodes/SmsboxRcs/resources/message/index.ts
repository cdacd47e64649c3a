import type { Resource } from '../../../engine/operations/operation';
import { revoke } from './revoke.operation';
import { send } from './send.operation';

export const message: Resource = {
	name: 'Message',
	value: 'message',
	description: 'A text, a file, a card or a carousel',
	operations: [send, revoke],
};
