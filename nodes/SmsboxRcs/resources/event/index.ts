import type { Resource } from '../../../engine/operation';
import { send } from './send.operation';

export const event: Resource = { name: 'Event', value: 'event', operations: [send] };
