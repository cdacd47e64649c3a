import { InvalidInput } from '../errors';

/** The character sets in which the service takes text (service.md#sms-parameters, `charset`). */
export type Charset = 'utf-8' | 'iso-8859-1' | 'iso-8859-15';

export const charsets: readonly Charset[] = ['utf-8', 'iso-8859-1', 'iso-8859-15'];

/** Where ISO-8859-15 differs from ISO-8859-1. */
const latin9Differences: ReadonlyMap<number, number> = new Map([
	[0xa4, 0x20ac], // €
	[0xa6, 0x0160], // Š
	[0xa8, 0x0161], // š
	[0xb4, 0x017d], // Ž
	[0xb8, 0x017e], // ž
	[0xbc, 0x0152], // Œ
	[0xbd, 0x0153], // œ
	[0xbe, 0x0178], // Ÿ
]);

/**
 * Windows-1252 in the range that ISO-8859-1 leaves to control characters, which no message holds: whoever declares
 * ISO-8859-1 and sends these bytes means these characters (the WHATWG's encoding standard reads them so, too).
 * Five bytes are free in both.
 */
const windows1252Range =
	'\u20ac\u0081\u201a\u0192\u201e\u2026\u2020\u2021\u02c6\u2030\u0160\u2039\u0152\u008d\u017d\u008f' +
	'\u0090\u2018\u2019\u201c\u201d\u2022\u2013\u2014\u02dc\u2122\u0161\u203a\u0153\u009d\u017e\u0178';

const isControlRange = (code: number) => code >= 0x80 && code <= 0x9f;

function invert(differences: ReadonlyMap<number, number>): ReadonlyMap<number, number> {
	const bytes = new Map<number, number>();
	for (let byte = 0; byte <= 0xff; byte++) {
		if (!isControlRange(byte)) bytes.set(differences.get(byte) ?? byte, byte);
	}
	return bytes;
}

/** Code point → byte. The range 80–9F is left out: two readings of it are in use, so it is never sent. */
const singleByteEncoders: Readonly<Record<'iso-8859-1' | 'iso-8859-15', ReadonlyMap<number, number>>> = {
	'iso-8859-1': invert(new Map()),
	'iso-8859-15': invert(latin9Differences),
};

const loneSurrogate = /\p{Cs}/u;

function lacking(text: string, index: number, charset: Charset, field: string, where: string): InvalidInput {
	const code = text.codePointAt(index) ?? 0;
	const hex = code.toString(16).toUpperCase().padStart(4, '0');
	const character = String.fromCodePoint(code);
	const visible = /[\p{C}\p{Z}\p{M}]/u.test(character) ? `U+${hex}` : `"${character}" (U+${hex})`;
	const position = Array.from(text.slice(0, index)).length + 1;
	return new InvalidInput(
		field,
		`The character ${visible} at position ${position}${where} does not exist in ${charset.toUpperCase()}.`,
		charset === 'utf-8'
			? 'Remove it. It is only half of a character, such as a cut emoji.'
			: 'Replace the character. Texts, but not names, can also be sent in UTF-8.',
	);
}

function encodeSingleByte(
	text: string,
	charset: 'iso-8859-1' | 'iso-8859-15',
	field: string,
	where: string,
): Uint8Array {
	const encoder = singleByteEncoders[charset];
	const bytes = new Uint8Array(text.length);
	for (let index = 0; index < text.length; index++) {
		const byte = encoder.get(text.charCodeAt(index));
		if (byte === undefined) throw lacking(text, index, charset, field, where);
		bytes[index] = byte;
	}
	return bytes;
}

/**
 * Text as bytes of the declared character set. Nothing is ever replaced by `?`.
 *
 * @param field the outward name of the parameter, for the error
 * @param where added to the position in the error's message, e.g. ` of variable 2 of recipient 5`
 * @throws InvalidInput naming the first character that the set lacks: character, code point and 1-based position
 */
export function encodeText(text: string, charset: Charset, field: string, where = ''): Uint8Array {
	if (charset !== 'utf-8') return encodeSingleByte(text, charset, field, where);
	const lone = loneSurrogate.exec(text);
	if (lone) throw lacking(text, lone.index, charset, field, where);
	return new TextEncoder().encode(text);
}

/** Without naming characters: for what must appear in no error, a password. */
export function isEncodable(text: string, charset: Charset): boolean {
	if (charset === 'utf-8') return !loneSurrogate.test(text);
	const encoder = singleByteEncoders[charset];
	return Array.from(text).every((character) => encoder.has(character.codePointAt(0) ?? -1));
}

function decodeSingleByte(bytes: Uint8Array, character: (byte: number) => string): string {
	return Array.from(bytes, character).join('');
}

const decodeLatin1 = (bytes: Uint8Array) =>
	decodeSingleByte(bytes, (byte) =>
		isControlRange(byte) ? windows1252Range.charAt(byte - 0x80) : String.fromCharCode(byte),
	);

const decodeLatin9 = (bytes: Uint8Array) =>
	decodeSingleByte(bytes, (byte) => String.fromCharCode(latin9Differences.get(byte) ?? byte));

type Decoder = (bytes: Uint8Array) => string | undefined;

/** A byte order mark is kept: it is a character of the text like any other. */
function decodeStrictly(bytes: Uint8Array, label: string): string | undefined {
	try {
		return new TextDecoder(label, { fatal: true, ignoreBOM: true }).decode(bytes);
	} catch {
		return undefined;
	}
}

/** Big-endian, as in SMS, unless a byte order mark says otherwise: browsers' labels, and so TextDecoder, mean the opposite. */
const decodeUtf16: Decoder = (bytes) =>
	decodeStrictly(bytes, bytes[0] === 0xff && bytes[1] === 0xfe ? 'utf-16le' : 'utf-16be');

/** Labels with everything but letters and digits removed. ASCII says nothing about the bytes that matter. */
const decodersByLabel: ReadonlyMap<string, Decoder> = new Map<string, Decoder>([
	['iso88591', decodeLatin1],
	['latin1', decodeLatin1],
	['l1', decodeLatin1],
	['windows1252', decodeLatin1],
	['cp1252', decodeLatin1],
	['iso885915', decodeLatin9],
	['latin9', decodeLatin9],
	['l9', decodeLatin9],
	['ucs2', decodeUtf16],
	['iso10646ucs2', decodeUtf16],
	['unicode', decodeUtf16],
	['utf16', decodeUtf16],
	['ascii', () => undefined],
	['usascii', () => undefined],
]);

function decodeDeclared(bytes: Uint8Array, declared: string): string | undefined {
	const label = declared.trim().replace(/^["']|["']$/g, '');
	const decoder = decodersByLabel.get(label.toLowerCase().replace(/[^a-z0-9]/g, ''));
	return decoder ? decoder(bytes) : decodeStrictly(bytes, label);
}

/**
 * Bytes as text: in the declared character set where it is known and fits, else as UTF-8 where that is valid, else
 * as ISO-8859-1 (with Windows-1252 in the range 80–9F), into which everything fits. Never throws.
 *
 * @param declared the name as declared, in any spelling
 */
export function decodeText(bytes: Uint8Array, declared?: string): string {
	return (
		(declared ? decodeDeclared(bytes, declared) : undefined) ??
		decodeStrictly(bytes, 'utf-8') ??
		decodeLatin1(bytes)
	);
}
