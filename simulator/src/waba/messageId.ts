import { also, text } from '../json/shape';
import type { Shape } from '../json/shape';

/** The ID of a received message. *Assumed*: whatever else it holds, it begins like those of the samples. */
export const messageId: Shape = also(
	text(),
	(value) => typeof value === 'string' && value.startsWith('wamid.'),
	'must be the ID of a message (wamid.…)',
);
