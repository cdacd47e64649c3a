import type { Registry } from '../../engine/operations/operation';
import { group } from './group';
import { history } from './history';
import { message } from './message';
import { scheduledMessage } from './scheduledMessage';
import { senderId } from './senderId';

/** The node's resources, the one shown first at the top. */
export const smsRegistry: Registry = { resources: [message, senderId, group, history, scheduledMessage] };
