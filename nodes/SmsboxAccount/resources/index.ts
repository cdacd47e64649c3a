import type { Registry } from '../../engine/operations/operation';
import { credit } from './credit';
import { subAccount } from './subAccount';

/** The node's resources, the one shown first at the top. */
export const accountRegistry: Registry = { resources: [credit, subAccount] };
