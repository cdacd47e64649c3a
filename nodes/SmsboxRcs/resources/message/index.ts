import type { Resource } from '../../../engine/operation';
import { revoke } from './revoke.operation';
import { send } from './send.operation';

export const message: Resource = { name: 'Message', value: 'message', operations: [send, revoke] };
