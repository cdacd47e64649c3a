import type { JsonObject } from '../core/json';
import { generatedBytes, givenBytes } from '../json/files';
import type { FileBytes } from '../json/files';
import { invalid, readBase64, readInteger } from './input';

/** service.md#waba-content, media: documents are the largest. */
const LARGEST_FILE = 100 * 1024 * 1024;

/** The bytes of a file as the control API is told them: `base64`, `size`, or neither, for a sample. */
export function readBytes({ base64, size }: JsonObject, sample: () => FileBytes): FileBytes {
	if (base64 !== undefined && size !== undefined) return invalid('a file has base64 or a size, not both');
	if (base64 !== undefined) return givenBytes(readBase64(base64, 'base64 of a file'));
	if (size !== undefined) return generatedBytes(readInteger(size, 'size of a file', 0, LARGEST_FILE));
	return sample();
}
