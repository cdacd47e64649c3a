import type { Registry } from '../../engine/operations/operation';
import { rcsAgentFields } from '../agent';
import { capability } from './capability';
import { event } from './event';
import { message } from './message';
import { tester } from './tester';

/** The node's resources, the one shown first at the top, and what all its operations ask for. */
export const rcsRegistry: Registry = {
	resources: [message, capability, event, tester],
	shared: rcsAgentFields,
};
