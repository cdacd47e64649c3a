import fc from 'fast-check';
import { decodeText, encodeText, isEncodable } from '../../../protocol/text';
import { invalidInput } from '../helpers';
import { anyCharacter } from '../../support/characters';

const bytesOf = (...bytes: number[]) => Uint8Array.from(bytes);

/** Characters by their code, from ranges. */
const textFrom = (...ranges: [from: number, to: number][]) =>
	fc
		.array(fc.oneof(...ranges.map(([min, max]) => fc.integer({ min, max }))))
		.map((codes) => codes.map((code) => String.fromCodePoint(code)).join(''));

const latin1Text = textFrom([0x20, 0x7e], [0xa0, 0xff]);

describe('encodeText', () => {
	it('encodes UTF-8 as any other encoder does', () => {
		fc.assert(
			fc.property(fc.string({ unit: anyCharacter }), (text) => {
				expect(Buffer.from(encodeText(text, 'utf-8', 'text'))).toEqual(Buffer.from(text, 'utf8'));
			}),
		);
	});

	it('encodes ISO-8859-1 as any other encoder does', () => {
		fc.assert(
			fc.property(latin1Text, (text) => {
				expect(Buffer.from(encodeText(text, 'iso-8859-1', 'text'))).toEqual(Buffer.from(text, 'latin1'));
			}),
		);
	});

	it.each(['¤', '¦', '¨', '´', '¸', '¼', '½', '¾'])(
		'refuses %s in ISO-8859-15, which gave its place away',
		(character) => {
			expect(encodeText(character, 'iso-8859-1', 'text')).toHaveLength(1);
			expect(invalidInput(() => encodeText(character, 'iso-8859-15', 'text')).message).toContain(
				'ISO-8859-15',
			);
		},
	);

	it('agrees with the standard decoder on every byte of ISO-8859-15', () => {
		const decoder = new TextDecoder('iso-8859-15');
		for (let byte = 0; byte <= 0xff; byte++) {
			if (byte >= 0x80 && byte <= 0x9f) continue;
			const character = decoder.decode(bytesOf(byte));
			expect(encodeText(character, 'iso-8859-15', 'text')).toEqual(bytesOf(byte));
		}
	});

	it('names the character, its code point and its position in characters', () => {
		const error = invalidInput(() => encodeText('Prix 😀', 'iso-8859-1', 'text'));
		expect(error.message).toBe('The character "😀" (U+1F600) at position 6 does not exist in ISO-8859-1.');
		expect(invalidInput(() => encodeText('é 12 €', 'iso-8859-1', 'name')).message).toContain(
			'"€" (U+20AC) at position 6',
		);
	});

	it('says how to put it right', () => {
		expect(invalidInput(() => encodeText('5 €', 'iso-8859-1', 'text')).remediation).toContain('UTF-8');
		expect(invalidInput(() => encodeText('5 \ud83d', 'utf-8', 'text')).remediation).toContain(
			'half of a character',
		);
	});

	it('shows a character that cannot be seen by its code point only', () => {
		const { message } = invalidInput(() => encodeText('a\u200bb', 'iso-8859-15', 'text'));
		expect(message).toBe('The character U+200B at position 2 does not exist in ISO-8859-15.');
	});

	it.each(['\u0080', '\u0085', '\u009f'])(
		'refuses the control character %j, whose byte is read in two ways',
		(character) => {
			expect(() => encodeText(character, 'iso-8859-1', 'text')).toThrow('position 1');
			expect(() => encodeText(character, 'iso-8859-15', 'text')).toThrow('position 1');
		},
	);

	it.each(['\ud83d', 'a\ude00', '\ude00\ud83d', 'ok 😀 \ud83d!'])(
		'refuses half a character in %j',
		(text) => {
			for (const charset of ['utf-8', 'iso-8859-1', 'iso-8859-15'] as const) {
				expect(() => encodeText(text, charset, 'text')).toThrow(/position/);
				expect(isEncodable(text, charset)).toBe(false);
			}
		},
	);

	it('says beforehand what it will refuse', () => {
		fc.assert(
			fc.property(
				fc.string({ unit: fc.constantFrom('a', 'é', '€', '¤', '\u0085', 'Œ', '😀', '\ud83d') }),
				fc.constantFrom('utf-8' as const, 'iso-8859-1' as const, 'iso-8859-15' as const),
				(text, charset) => {
					const encode = () => encodeText(text, charset, 'text');
					if (isEncodable(text, charset)) expect(encode).not.toThrow();
					else expect(encode).toThrow();
				},
			),
		);
	});
});

describe('decodeText', () => {
	it.each([
		...['iso-8859-1', 'ISO-8859-1', 'ISO_8859-1', 'iso8859-1', 'latin1', 'Latin-1', 'windows-1252'],
		...['Windows 1252', 'CP-1252', ' "ISO-8859-1" '],
	])('knows %j', (declared) => {
		// As UTF-8, this would be one character.
		expect(decodeText(bytesOf(0xc3, 0xa9), declared)).toBe('Ã©');
	});

	it('reads the range 80–9F of ISO-8859-1 as those mean it who send it', () => {
		const free = new Set([0x81, 0x8d, 0x8f, 0x90, 0x9d]);
		const bytes = Array.from({ length: 32 }, (_, index) => 0x80 + index).filter((byte) => !free.has(byte));
		expect(decodeText(bytesOf(...bytes), 'iso-8859-1')).toBe('€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ');
		expect(decodeText(bytesOf(...free), 'iso-8859-1')).toHaveLength(free.size);
		expect(decodeText(bytesOf(0x80, 0x92), 'iso-8859-1')).toBe('€’');
	});

	it('prefers the declared character set to a guess', () => {
		for (const declared of ['iso-8859-15', 'ISO 8859-15', 'Latin-9'])
			expect(decodeText(bytesOf(0xa4), declared)).toBe('€');
		for (const declared of ['utf-16le', ' "utf-16le" ', "'UTF-16LE'"])
			expect(decodeText(bytesOf(0xe9, 0x00), declared)).toBe('é');
	});

	it.each(['UCS-2', 'ISO-10646-UCS-2', 'UTF-16', 'utf16', 'Unicode'])(
		'reads %s as big-endian, unless its byte order mark says otherwise',
		(declared) => {
			const littleEndian = (text: string): Buffer => Buffer.from(text, 'utf16le');
			for (const text of ['STOP 🙂', '\ufeffSTOP'])
				expect(decodeText(littleEndian(text).swap16(), declared)).toBe(text);
			expect(decodeText(littleEndian('\ufeffSTOP'), declared)).toBe('\ufeffSTOP');
			// The first byte alone is no byte order mark.
			expect(decodeText(bytesOf(0xff, 0x01, 0x00, 0x41), declared)).toBe('\uff01A');
		},
	);

	it.each([undefined, '', 'no-such-charset', 'us-ascii', 'ascii', 'utf-8'])(
		'without a usable declaration (%j) takes UTF-8 where it is valid, else ISO-8859-1',
		(declared) => {
			expect(decodeText(Buffer.from('café €', 'utf8'), declared)).toBe('café €');
			expect(decodeText(Buffer.from('café', 'latin1'), declared)).toBe('café');
		},
	);

	it('keeps a byte order mark, as it keeps everything else', () =>
		expect(decodeText(bytesOf(0xef, 0xbb, 0xbf, 0x41))).toBe('\ufeffA'));

	it('never throws, whatever the bytes and the declaration', () => {
		fc.assert(
			fc.property(
				fc.uint8Array(),
				fc.option(fc.oneof(fc.string(), fc.constantFrom('utf-16', 'iso-2022-kr', 'gbk', 'utf-7')), {
					nil: undefined,
				}),
				(bytes, declared) => {
					expect(typeof decodeText(bytes, declared)).toBe('string');
				},
			),
		);
	});
});
