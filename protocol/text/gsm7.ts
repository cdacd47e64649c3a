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
export function septets(code: number): number {
	return septetsByCode[code] ?? 0;
}

/** The index of the first code unit that the alphabet lacks, or -1. */
export function firstOutsideGsm7(text: string): number {
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
