/** Parts of bodies that several schemas have. */
import { z } from 'zod/v4';

import { isJsonObject, isTooDeep } from '../core/json';
import type { JsonObject } from '../core/json';
import { normalizeNumber } from '../sms/recipients/numbers';

/** As long as a text by WhatsApp may be; a phone writes none that is longer. */
const LONGEST_TEXT = 4_096;
/** service.md#waba-content, media: documents are the largest. */
const LARGEST_FILE = 100 * 1024 * 1024;

export const filled = z.string().min(1);
export const text = filled.max(LONGEST_TEXT);
/** An object whose members the caller names freely. A record would refuse a member such as `constructor`. */
export const free = z
	.custom<JsonObject>(isJsonObject, 'must be a JSON object')
	.refine((value) => !isTooDeep(value), 'is nested too deeply')
	.meta({ type: 'object', additionalProperties: true, description: 'Sent as is.' });

function isBase64(given: string): boolean {
	// Node's own reading skips what is none.
	return Buffer.from(given, 'base64').toString('base64') === given;
}
export const base64 = z.string().refine(isBase64, 'must be base64');

/** Becomes the number in international format. */
export const phoneNumber = filled
	.transform((given, context) => {
		const number = normalizeNumber(given);
		if (number !== undefined) return number;
		context.addIssue('must be a phone number in international or national format');
		return z.NEVER;
	})
	.describe('International (33600123456, +33600123456, 0033600123456) or French national (0600123456).');

const isWeb = (given: string): boolean =>
	URL.canParse(given) && ['http:', 'https:'].includes(new URL(given).protocol);

/** Becomes null for none. */
export const url = z
	.string()
	.nullable()
	.refine((given) => given === null || given === '' || isWeb(given), 'must be an http or https URL, or null')
	.transform((given) => (given === '' ? null : given))
	.describe('An http or https URL, or null or an empty string for none.');

const mimeType = filled.regex(/^[\w.+-]+\/[\w.+-]+(; ?[\w.=+-]+)*$/, 'must look like image/png').optional();
export const file = z
	.union([
		z.strictObject({ mimeType, base64: base64.optional() }),
		z.strictObject({ mimeType, size: z.int().min(0).max(LARGEST_FILE) }),
	])
	.describe('Given bytes, a given size, or a sample.');

export const latitude = z.number().min(-90).max(90);
export const longitude = z.number().min(-180).max(180);
