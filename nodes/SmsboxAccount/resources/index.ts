import type { Registry } from '../../engine/operations/operation';
import { credit } from './credit';
import { subAccount } from './subAccount';

/** The node's resources, the one shown first at the top. */
export const registry: Registry = { resources: [credit, subAccount] };
