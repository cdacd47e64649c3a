import { z } from 'zod/v4';

import { generatedBytes, givenBytes } from '../json/files';
import type { FileBytes } from '../json/files';
import { base64, filled, named } from './primitives';

/** service.md#waba-content, media: documents are the largest. */
const LARGEST_FILE = 100 * 1024 * 1024;

const mimeType = filled.regex(/^[\w.+-]+\/[\w.+-]+(; ?[\w.=+-]+)*$/, 'must look like image/png').optional();
export const file = z
	.union([
		z.strictObject({ mimeType, base64: base64.optional() }),
		z.strictObject({ mimeType, size: z.int().min(0).max(LARGEST_FILE) }),
	])
	.describe('Given bytes, a given size, or a sample.')
	.register(named, { id: 'File' });

/** The bytes of a file: `base64`, `size`, or neither, for a sample. */
export function bytesOf(given: z.output<typeof file>, sample: () => FileBytes): FileBytes {
	if ('size' in given) return generatedBytes(given.size);
	return given.base64 === undefined ? sample() : givenBytes(Buffer.from(given.base64, 'base64'));
}
