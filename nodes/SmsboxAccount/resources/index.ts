import type { Resource } from '../../engine/operation';
import { credit } from './credit';

/** The node's registry: its resources, the one shown first at the top. */
export const resources: readonly Resource[] = [credit];
