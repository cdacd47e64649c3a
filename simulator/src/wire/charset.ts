import iconv from 'iconv-lite';

/** The three charsets of the interface (service.md#sms-parameters, `charset`). */
export type Charset = 'iso-8859-1' | 'iso-8859-15' | 'utf-8';

export const DEFAULT_CHARSET: Charset = 'iso-8859-1';

const CHARSETS: readonly Charset[] = ['iso-8859-1', 'iso-8859-15', 'utf-8'];

/** *Assumed*: case does not matter, as the service itself writes `ISO-8859-1` in its callbacks. */
export const findCharset = (name: string): Charset | undefined =>
	CHARSETS.find((charset) => charset === name.toLowerCase());

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** ISO 8859 assigns no characters to 0x80–0x9F: such a byte comes from a text in another encoding (Windows-1252). */
const isUnassigned = (byte: number): boolean => byte >= 0x80 && byte <= 0x9f;

function decodeUtf8(bytes: Buffer): string | undefined {
	try {
		return utf8.decode(bytes);
	} catch {
		return undefined;
	}
}

/** @returns undefined if the bytes are no text in this charset */
export function decodeText(bytes: Buffer, charset: Charset): string | undefined {
	if (charset === 'utf-8') return decodeUtf8(bytes);
	return bytes.some(isUnassigned) ? undefined : iconv.decode(bytes, charset);
}

/** @returns undefined if the charset lacks one of the characters */
export function encodeText(text: string, charset: Charset): Buffer | undefined {
	const bytes = iconv.encode(text, charset);
	return decodeText(bytes, charset) === text ? bytes : undefined;
}
