import type { Registry } from '../../engine/operations/operation';
import { group } from './group';
import { history } from './history';
import { message } from './message';
import { scheduledMessage } from './scheduledMessage';
import { sender } from './sender';

/** The node's resources, the one shown first at the top. */
export const registry: Registry = { resources: [message, sender, group, history, scheduledMessage] };
