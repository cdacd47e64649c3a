import type { Registry } from '../../engine/operations/operation';
import { wabaAgentFields } from '../agent';
import { file } from './file';
import { message } from './message';
import { template } from './template';

/** The node's resources, the one shown first at the top, and what all its operations ask for. */
export const wabaRegistry: Registry = { resources: [message, file, template], shared: wabaAgentFields };
