import { gsmLength, isGsm, toGsm } from './gsm7';

/** service.md#sms-parameters, `coding`. */
export type Coding = 'default' | 'unicode' | 'auto';
/** service.md#sms-parameters, `udh`: no concatenation header, one of six bytes, one of seven. */
export type ConcatenationHeader = 0 | 1 | 2;
export type Encoding = 'gsm' | 'unicode';

export interface ShapedText {
	/** The text as it arrives: characters that the encoding lacks replaced, cut after the last part allowed. */
	readonly text: string;
	readonly parts: number;
	readonly encoding: Encoding;
	readonly isCut: boolean;
}

/**
 * service.md#sms-parameters: characters per SMS, alone and by concatenation header. Without a header each part is an
 * SMS of its own.
 */
const CAPACITY: Readonly<
	Record<Encoding, { single: number; part: Readonly<Record<ConcatenationHeader, number>> }>
> = {
	gsm: { single: 160, part: { 0: 160, 1: 153, 2: 152 } },
	unicode: { single: 70, part: { 0: 70, 1: 67, 2: 66 } },
};

const lengthIn = (encoding: Encoding, character: string): number =>
	encoding === 'gsm' ? gsmLength(character) : character.length;

/**
 * Shapes a text as the service does before it leaves (service.md#sms-parameters: `coding`, `udh`, `max_parts`).
 * *Assumed*: a character that counts double is never split between two parts, and a text that is cut to one part
 * has the room of a single SMS.
 */
export function shapeText(
	text: string,
	coding: Coding,
	header: ConcatenationHeader,
	maxParts: number,
): ShapedText {
	const encoding = coding === 'unicode' || (coding === 'auto' && !isGsm(text)) ? 'unicode' : 'gsm';
	const characters = [...(encoding === 'gsm' ? toGsm(text) : text)];
	const { single, part } = CAPACITY[encoding];
	const total = characters.reduce((sum, character) => sum + lengthIn(encoding, character), 0);
	const capacity = total <= single || maxParts === 1 ? single : part[header];
	return { encoding, ...fill(characters, encoding, capacity, maxParts) };
}

function fill(
	characters: readonly string[],
	encoding: Encoding,
	capacity: number,
	maxParts: number,
): Omit<ShapedText, 'encoding'> {
	let parts = 1;
	let room = capacity;
	for (const [index, character] of characters.entries()) {
		const length = lengthIn(encoding, character);
		if (length > room) {
			if (parts === maxParts) return { text: characters.slice(0, index).join(''), parts, isCut: true };
			parts++;
			room = capacity;
		}
		room -= length;
	}
	return { text: characters.join(''), parts, isCut: false };
}
