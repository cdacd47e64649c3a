/** `application/x-www-form-urlencoded`, taken apart as bytes: their meaning depends on the charset they declare. */

export interface RawField {
	/** Latin-1: the names that the service knows are all ASCII. */
	readonly name: string;
	readonly value: Buffer;
}

const PERCENT = 0x25;
const PLUS = 0x2b;
const SPACE = 0x20;
const AMPERSAND = 0x26;
const EQUALS = 0x3d;

/** The value of a hexadecimal digit by its character code; -1 for all others. */
const HEX = Array.from({ length: 256 }, (_, code) =>
	'0123456789abcdef'.indexOf(String.fromCharCode(code).toLowerCase()),
);

const hexAt = (bytes: Buffer, index: number): number => HEX[bytes[index] ?? 0] ?? -1;

/** `+` is a space, `%XX` a byte; a `%` that begins no such pair stands for itself, as in every form decoder. */
function percentDecode(bytes: Buffer): Buffer {
	const decoded = Buffer.alloc(bytes.length);
	let length = 0;
	for (let index = 0; index < bytes.length; index++) {
		const byte = bytes[index] ?? 0;
		const high = byte === PERCENT ? hexAt(bytes, index + 1) : -1;
		const low = high >= 0 ? hexAt(bytes, index + 2) : -1;
		if (low >= 0) {
			decoded[length++] = high * 16 + low;
			index += 2;
		} else {
			decoded[length++] = byte === PLUS ? SPACE : byte;
		}
	}
	return decoded.subarray(0, length);
}

/**
 * The fields in the order they came; a field without `=` has an empty value.
 * @param most where it stops: a body could hold millions of fields
 */
export function parseForm(bytes: Buffer, most: number): RawField[] {
	const fields: RawField[] = [];
	for (let start = 0; start <= bytes.length && fields.length < most;) {
		const found = bytes.indexOf(AMPERSAND, start);
		const end = found === -1 ? bytes.length : found;
		if (end > start) fields.push(parseField(bytes.subarray(start, end)));
		start = end + 1;
	}
	return fields;
}

function parseField(bytes: Buffer): RawField {
	const equals = bytes.indexOf(EQUALS);
	const name = equals === -1 ? bytes : bytes.subarray(0, equals);
	const value = equals === -1 ? Buffer.alloc(0) : bytes.subarray(equals + 1);
	return { name: percentDecode(name).toString('latin1'), value: percentDecode(value) };
}

const UNRESERVED = /[A-Za-z0-9\-._]/;

/** Percent-encodes bytes for a query string; a space becomes `+`, as in the sample of an incoming SMS. */
export function percentEncode(bytes: Buffer): string {
	let encoded = '';
	for (const byte of bytes) {
		const character = String.fromCharCode(byte);
		if (UNRESERVED.test(character)) encoded += character;
		else if (byte === SPACE) encoded += '+';
		else encoded += `%${byte.toString(16).toUpperCase().padStart(2, '0')}`;
	}
	return encoded;
}
