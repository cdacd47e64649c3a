import { InvalidInput } from '../errors';
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
