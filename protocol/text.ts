import { InvalidInput } from './errors';

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

export type Encoding = 'gsm7' | 'unicode';
export type EncodingChoice = 'auto' | 'gsm7' | 'unicode';
export type ConcatenationHeader = 'none' | 'sixBytes' | 'sevenBytes';

export interface MeasureOptions {
	encoding: EncodingChoice;
	concatenationHeader: ConcatenationHeader;
}

export interface Measure {
	encoding: Encoding;
	segments: number;
	/** Free in the last segment, where a GSM character of the extension table and one outside the basic plane count twice. */
	charactersLeft: number;
}

/** Characters of a message of one segment, and of each segment of a longer one (service.md#sms-parameters). */
const capacities: Readonly<
	Record<Encoding, { single: number; segment: Readonly<Record<ConcatenationHeader, number>> }>
> = {
	gsm7: { single: 160, segment: { none: 160, sixBytes: 153, sevenBytes: 152 } },
	unicode: { single: 70, segment: { none: 70, sixBytes: 67, sevenBytes: 66 } },
};

/** No segment has more characters. */
export const longestSegment = capacities.gsm7.single;

/** Two UTF-16 code units that are one character. */
const isPair = (text: string, index: number) => (text.codePointAt(index) ?? 0) > 0xffff;

/** Fills segments one after the other; what counts twice never stands across a border. */
function fill(text: string, encoding: Encoding, capacity: number): { segments: number; used: number } {
	let segments = 1;
	let used = 0;
	for (let index = 0; index < text.length; index++) {
		const pair = isPair(text, index);
		const cost = encoding === 'gsm7' ? septets(text.charCodeAt(index)) : pair ? 2 : 1;
		if (used + cost > capacity) {
			segments++;
			used = 0;
		}
		used += cost;
		if (pair) index++;
	}
	return { segments, used };
}

function outsideGsm7(text: string, index: number): InvalidInput {
	const code = text.codePointAt(index) ?? 0;
	const hex = code.toString(16).toUpperCase().padStart(4, '0');
	const position = Array.from(text.slice(0, index)).length + 1;
	return new InvalidInput(
		'text',
		`The character U+${hex} at position ${position} does not exist in the GSM alphabet.`,
		'Replace it, or set Encoding to Automatic or Unicode.',
	);
}

function encodingOf(text: string, choice: EncodingChoice): Encoding {
	if (choice === 'unicode') return 'unicode';
	const outside = firstOutsideGsm7(text);
	if (outside === -1) return 'gsm7';
	if (choice === 'gsm7') throw outsideGsm7(text, outside);
	return 'unicode';
}

/**
 * How many SMS a text takes and how they are encoded (service.md#sms-parameters, `coding` and `udh`).
 * *Assumed*: with `auto` the service uses the GSM alphabet if it holds every character, and with `default` it would
 * replace the characters that the alphabet lacks.
 *
 * @throws InvalidInput (`text`) with encoding `gsm7` for a character that the alphabet lacks
 */
export function measureText(
	text: string,
	{ encoding: choice, concatenationHeader }: MeasureOptions,
): Measure {
	const encoding = encodingOf(text, choice);
	const { single, segment } = capacities[encoding];
	const untruncated = fill(text, encoding, Number.POSITIVE_INFINITY);
	if (untruncated.used <= single) {
		return { encoding, segments: 1, charactersLeft: single - untruncated.used };
	}
	const capacity = segment[concatenationHeader];
	const { segments, used } = fill(text, encoding, capacity);
	return { encoding, segments, charactersLeft: capacity - used };
}

/**
 * The default alphabet of GSM 03.38, without the escape character, which is none of its own. The service calls it
 * "GSM 7-bit" (`coding=default`).
 */
const basic =
	'@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?' +
	'¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà';

/** The extension table: written with an escape before them, so each counts twice (service.md#sms-parameters). */
const extension = '\f^{}\\[~]|€';

const septetsByCode = new Uint8Array(0x20ad);
for (const character of basic) septetsByCode[character.charCodeAt(0)] = 1;
for (const character of extension) septetsByCode[character.charCodeAt(0)] = 2;

/** How many septets a UTF-16 code unit takes: 1, 2 with its escape, or 0 if the alphabet lacks it. */
function septets(code: number): number {
	return septetsByCode[code] ?? 0;
}

/** The index of the first code unit that the alphabet lacks, or -1. */
function firstOutsideGsm7(text: string): number {
	for (let index = 0; index < text.length; index++) {
		if (septets(text.charCodeAt(index)) === 0) return index;
	}
	return -1;
}

/** The characters of a text that the alphabet lacks, in their order. */
export const charactersOutsideGsm7 = (text: string): string[] =>
	Array.from(text).filter((character) => septets(character.charCodeAt(0)) === 0);

/** The text with one character of the alphabet for each that it lacks: what it would take without them. */
export const withinGsm7 = (text: string): string =>
	Array.from(text, (character) => (septets(character.charCodeAt(0)) === 0 ? '?' : character)).join('');
