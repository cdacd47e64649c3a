/** What the control API takes for WABA. */
import { z } from 'zod/v4';

import { normalizeInternational } from '../../sms/recipients/numbers';
import { file } from '../file';
import { filled, free, latitude, longitude, named, phoneNumber, text } from '../primitives';

export const wabaAgent = z
	.strictObject({
		wabaId: filled,
		phoneId: filled,
		phoneNumber: filled
			.transform((given, context) => {
				const number = normalizeInternational(given);
				if (number !== undefined) return number;
				context.addIssue('must be a phone number in international format');
				return z.NEVER;
			})
			.describe('In international format.'),
		name: filled,
	})
	.describe('phoneId must be unique.')
	.register(named, { id: 'WabaAgent' });

export const wabaTemplate = z
	.strictObject({
		id: filled,
		name: filled,
		language: filled,
		status: filled,
		category: filled,
		components: z.array(
			z.strictObject({ type: filled, parameters: z.array(z.unknown()).nullable().default(null) }),
		),
	})
	.register(named, { id: 'WabaTemplate' });

const wabaContact = {
	from: phoneNumber.optional(),
	fromUserId: filled.optional().describe('Alone or with from. Defaults to FR. and the number.'),
	fromUserIdIn: z.enum(['data', 'envelope']).default('data'),
	phoneId: z.string().optional().describe('Receiving agent. Defaults to the first.'),
};

/** A body about a contact, who is known by number, by user ID, or both. */
const aboutContact = <Shape extends z.ZodRawShape>(shape: Shape) =>
	z
		.strictObject({ ...shape, ...wabaContact })
		.refine((given: object) => 'from' in given || 'fromUserId' in given, 'from or fromUserId is required')
		.meta({ anyOf: [{ required: ['from'] }, { required: ['fromUserId'] }] });

const replyTo = filled.optional().describe('ID of the message it replies to.');
const caption = z.string().optional();

export const wabaIncoming = z
	.union([
		z.discriminatedUnion('type', [
			aboutContact({ type: z.literal('text'), text, replyTo }),
			aboutContact({ type: z.enum(['image', 'video']), file: file.optional(), caption, replyTo }),
			// Documents alone have a file name. The voice message has no caption.
			aboutContact({
				type: z.literal('document'),
				file: file.optional(),
				filename: text.optional(),
				caption,
				replyTo,
			}),
			aboutContact({ type: z.literal('audio'), file: file.optional(), replyTo }),
			aboutContact({ type: z.literal('reaction'), messageId: text, emoji: z.string(), replyTo }),
			aboutContact({
				type: z.literal('location'),
				latitude,
				longitude,
				name: z.string().optional(),
				address: z.string().optional(),
				url: z.string().optional(),
				replyTo,
			}),
			aboutContact({ type: z.literal('button_reply'), id: text, title: text, replyTo }),
			aboutContact({
				type: z.literal('list_reply'),
				id: text,
				title: text,
				description: z.string().optional(),
				replyTo,
			}),
			aboutContact({ type: z.literal('button'), payload: text, text, replyTo }),
		]),
		aboutContact({ type: z.string().optional(), data: free, replyTo }),
	])
	.register(named, { id: 'WabaIncoming' });

export const errorEntry = z
	.strictObject({
		code: z.int().min(0).default(123_456),
		title: z.string().default('Message type unknown'),
		message: z.string().optional(),
		details: z.string().default('Message type is currently not supported.'),
		href: z.string().optional(),
	})
	.register(named, { id: 'ErrorEntry' });

const status = {
	number: phoneNumber.optional(),
	status: filled,
	errors: z.array(errorEntry).default([]),
};

export const wabaStatus = z
	.union([z.strictObject({ messageId: filled, ...status }), z.strictObject({ reference: filled, ...status })])
	.register(named, { id: 'WabaStatus' });

export const wabaError = aboutContact({
	error: errorEntry.default(() => errorEntry.parse({})),
	shape: z.enum(['array', 'object']).default('array'),
	in: z.enum(['data', 'envelope']).default('data'),
}).register(named, { id: 'WabaError' });
