import type { z } from 'zod/v4';

import { generatedBytes, givenBytes } from '../json/files';
import type { FileBytes } from '../json/files';
import type { SCHEMAS } from './schemas';

/** The bytes of a file: `base64`, `size`, or neither, for a sample. */
export function bytesOf(given: z.output<typeof SCHEMAS.File>, sample: () => FileBytes): FileBytes {
	if ('size' in given) return generatedBytes(given.size);
	return given.base64 === undefined ? sample() : givenBytes(Buffer.from(given.base64, 'base64'));
}
