/** What the control API takes for RCS. */
import { z } from 'zod/v4';

import { file } from '../file';
import { filled, free, latitude, longitude, named, phoneNumber, text, webUrl } from '../primitives';

export const rcsAgent = z
	.strictObject({ agentId: filled, name: filled })
	.describe('agentId must be unique.')
	.register(named, { id: 'RcsAgent' });

const rcsContact = {
	from: phoneNumber,
	agentId: z.string().optional().describe('Receiving agent. Defaults to the first.'),
	requestSubProd: z.string().optional().describe('Default rcs.'),
};

export const rcsIncoming = z
	.union([
		z.discriminatedUnion('type', [
			z.strictObject({ type: z.literal('text'), text, ...rcsContact }),
			z.strictObject({ type: z.enum(['reply', 'action']), text, postbackData: z.string(), ...rcsContact }),
			z.strictObject({
				type: z.literal('file'),
				file: file.optional(),
				fileName: text.optional(),
				fileUri: webUrl.optional(),
				...rcsContact,
			}),
			z.strictObject({ type: z.literal('location'), latitude, longitude, ...rcsContact }),
			z.strictObject({ type: z.literal('event'), eventType: text.default('IS_TYPING'), ...rcsContact }),
		]),
		z.strictObject({
			type: z.string().optional(),
			requestType: filled,
			data: free,
			reference: z.string().optional(),
			...rcsContact,
		}),
	])
	.register(named, { id: 'RcsIncoming' });
