/** The GSM 7-bit alphabet (GSM 03.38), with the characters that count double (service.md#sms-parameters). */

const BASIC = new Set(
	'@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà',
);
const DOUBLE = new Set('\f[\\]^{|}~€');

/** 1 or 2; 0 for a character that the alphabet lacks. */
export function gsmLength(character: string): 0 | 1 | 2 {
	if (BASIC.has(character)) return 1;
	return DOUBLE.has(character) ? 2 : 0;
}

export function isGsm(text: string): boolean {
	for (const character of text) if (gsmLength(character) === 0) return false;
	return true;
}

/** *Assumed*: what the alphabet lacks arrives as a question mark, so that the damage is seen. */
export const toGsm = (text: string): string =>
	[...text].map((character) => (gsmLength(character) === 0 ? '?' : character)).join('');
