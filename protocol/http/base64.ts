/** A multiple of 4; large enough for speed, small beside a file. */
const chunkSize = 262_144;
/** The longest escape of JSON: `\u002f`. */
const longestEscape = 6;
const backslash = '\\';

const alphabet = /^[A-Za-z0-9+/]*$/;
/** What may stand at the end: whole groups, with or without the padding. */
const ending = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}(?:==)?|[A-Za-z0-9+/]{3}=?)?$/;

function unescapeJson(text: string): string | undefined {
	if (!text.includes(backslash)) return text;
	try {
		const value: unknown = JSON.parse(`"${text}"`);
		return typeof value === 'string' ? value : undefined;
	} catch {
		return undefined;
	}
}

/** The pieces of a string of JSON, none cut within an escape. */
function* pieces(source: Buffer): Generator<string> {
	let start = 0;
	while (start < source.length) {
		const end = Math.min(start + chunkSize, source.length);
		const text = source.toString('latin1', start, end);
		const escape = text.indexOf(backslash, Math.max(0, text.length - longestEscape + 1));
		const isCut = escape !== -1 && end < source.length;
		const piece = isCut ? text.slice(0, escape) : text;
		yield piece;
		start += piece.length;
	}
}

/**
 * Base64 (RFC 4648, the padding may be missing) as it stands between the quotes of a string of JSON. It is decoded into
 * the memory of the source, which is longer and is used up by it: a file of 100 MB takes no memory of its own.
 *
 * @param bytes overwritten, whatever comes of it
 * @returns a view of the first of the bytes; undefined if one character does not belong there: nothing is skipped
 */
export function decodeBase64(bytes: Uint8Array): Uint8Array | undefined {
	const source = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
	let length = 0;
	let leftover = '';
	for (const piece of pieces(source)) {
		const text = unescapeJson(piece);
		if (text === undefined) return undefined;
		const digits = leftover + text;
		// The last group waits for the next piece, as only there padding can stand.
		const completeLength = Math.max(0, Math.ceil(digits.length / 4) - 1) * 4;
		const groups = digits.slice(0, completeLength);
		if (!alphabet.test(groups)) return undefined;
		// Never beyond the piece that was read last: four digits, or an escape of one, make three bytes.
		length += source.write(groups, length, 'base64');
		leftover = digits.slice(completeLength);
	}
	if (!ending.test(leftover)) return undefined;
	length += source.write(leftover, length, 'base64');
	return source.subarray(0, length);
}
