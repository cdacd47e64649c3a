/** What the control API takes for RCS. */
import { z } from 'zod/v4';

import { PHONE_STATE_NAMES } from '../../rcs/phones';
import { file, filled, free, latitude, longitude, phoneNumber, text, url } from '../primitives';

export const rcsAgent = z.strictObject({ agentId: filled, name: filled }).describe('agentId must be unique.');

const rcsContact = {
	from: phoneNumber,
	agentId: z.string().optional().describe('Receiving agent. Defaults to the first.'),
	requestSubProd: z.string().optional().describe('Default rcs.'),
};

export const rcsIncoming = z.union([
	z.discriminatedUnion('type', [
		z.strictObject({ type: z.literal('text'), text, ...rcsContact }),
		z.strictObject({ type: z.enum(['reply', 'action']), text, postbackData: z.string(), ...rcsContact }),
		z.strictObject({
			type: z.literal('file'),
			file: file.optional(),
			fileName: text.optional(),
			fileUri: url.optional(),
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
]);

export const phoneState = z.enum(PHONE_STATE_NAMES);

export const rcsStatusChange = z.strictObject({
	reference: filled,
	number: phoneNumber.optional(),
	status: filled,
});

export const rcsRead = z.strictObject({ number: phoneNumber });

export const rcsPhone = z.strictObject({
	number: phoneNumber,
	state: phoneState.nullable().describe("Null restores the number's default."),
});
