/** Forms as bytes, in the character sets of the service: written here anew, so that no mistake of ours hides in both. */
import type { FixtureCharset } from './contractFixtures';

/** Where ISO-8859-15 differs from ISO-8859-1. */
const LATIN_9: ReadonlyMap<string, number> = new Map([
	['€', 0xa4],
	['Š', 0xa6],
	['š', 0xa8],
	['Ž', 0xb4],
	['ž', 0xb8],
	['Œ', 0xbc],
	['œ', 0xbd],
	['Ÿ', 0xbe],
]);

function latin1(text: string, special: ReadonlyMap<string, number>): Uint8Array {
	const bytes = Array.from(text, (character) => special.get(character) ?? character.codePointAt(0) ?? 0);
	if (bytes.some((byte) => byte > 0xff))
		throw new Error('A contract fixture holds what its character set lacks');
	return Uint8Array.from(bytes);
}

const ENCODERS: Readonly<Record<FixtureCharset, (text: string) => Uint8Array>> = {
	'utf-8': (text) => new TextEncoder().encode(text),
	'iso-8859-1': (text) => latin1(text, new Map()),
	'iso-8859-15': (text) => latin1(text, LATIN_9),
};

function percentEncoded(text: string, charset: FixtureCharset): string {
	return Array.from(ENCODERS[charset](text), (byte) => {
		const character = String.fromCharCode(byte);
		return /[A-Za-z0-9._-]/.test(character)
			? character
			: `%${byte.toString(16).toUpperCase().padStart(2, '0')}`;
	}).join('');
}

/** @param encoded values that are written as they stand */
export function encodeForm(
	form: Readonly<Record<string, string>>,
	charset: FixtureCharset,
	encoded: Readonly<Record<string, string>> = {},
): string {
	const pairs = Object.entries(form).map(
		([name, value]) => `${percentEncoded(name, 'utf-8')}=${encoded[name] ?? percentEncoded(value, charset)}`,
	);
	return pairs.join('&');
}

function percentDecoded(text: string): Uint8Array {
	const binary = text
		.replaceAll('+', ' ')
		.replace(/%([0-9A-Fa-f]{2})/g, (_escape, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
	return Buffer.from(binary, 'latin1');
}

/** The fields of a form or query, still percent-encoded. A name that stands twice is an error. */
export function rawFields(body: string): Map<string, string> {
	const fields = new Map<string, string>();
	for (const pair of body.split('&').filter((part) => part !== '')) {
		const [name = '', ...value] = pair.split('=');
		const decoded = Buffer.from(percentDecoded(name)).toString('utf8');
		if (fields.has(decoded)) throw new Error(`The field ${decoded} stands twice`);
		fields.set(decoded, value.join('='));
	}
	return fields;
}

/** The fields of a form, decoded. Bytes that are not in the character set are an error. */
export function decodeForm(body: string, charset: FixtureCharset): Record<string, string> {
	const decoder = new TextDecoder(charset, { fatal: true });
	return Object.fromEntries(
		Array.from(rawFields(body), ([name, value]) => [name, decoder.decode(percentDecoded(value))]),
	);
}

/** One way of writing what may be written in two: blanks as `%20`, hex digits in capitals. */
export function canonicalEscapes(encoded: string): string {
	return encoded.replaceAll('+', '%20').replace(/%[0-9a-f]{2}/gi, (escape) => escape.toUpperCase());
}
