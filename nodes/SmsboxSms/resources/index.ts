import type { Resource } from '../../engine/operation';
import { group } from './group';
import { history } from './history';
import { message } from './message';
import { scheduledMessage } from './scheduledMessage';
import { sender } from './sender';

/** The node's registry: its resources, the one shown first at the top. */
export const resources: readonly Resource[] = [message, sender, group, history, scheduledMessage];
