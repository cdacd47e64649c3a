import fc from 'fast-check';
import {
	charactersOutsideGsm7,
	type ConcatenationHeader,
	measureText,
	withinGsm7,
} from '../../../protocol/text';
import { invalidInput } from '../helpers';

const plain = { encoding: 'auto', concatenationHeader: 'sixBytes' } as const;
const header = (concatenationHeader: ConcatenationHeader) =>
	({ encoding: 'auto', concatenationHeader }) as const;

/** The GSM 03.38 table, row by row as the standard prints it. */
const alphabet = [
	'@£$¥èéùìòÇ\nØø\rÅå',
	'Δ_ΦΓΛΩΠΨΣΘΞÆæßÉ',
	' !"#¤%&\'()*+,-./',
	'0123456789:;<=>?',
	'¡ABCDEFGHIJKLMNO',
	'PQRSTUVWXYZÄÖÑÜ§',
	'¿abcdefghijklmno',
	'pqrstuvwxyzäöñüà',
].join('');
const doubles = '\f^{}\\[~]|€';

describe('measureText', () => {
	it('knows all 127 characters of the alphabet and the 10 that count twice', () => {
		expect(new Set(alphabet).size).toBe(127);
		for (const character of alphabet)
			expect(measureText(character, plain)).toEqual({ encoding: 'gsm7', segments: 1, charactersLeft: 159 });
		for (const character of doubles)
			expect(measureText(character, plain)).toEqual({ encoding: 'gsm7', segments: 1, charactersLeft: 158 });
	});

	it('uses Unicode for every other character', () => {
		for (let code = 0; code <= 0xffff; code++) {
			const character = String.fromCharCode(code);
			const expected = alphabet.includes(character) || doubles.includes(character) ? 'gsm7' : 'unicode';
			if (measureText(character, plain).encoding !== expected) throw new Error(`U+${code.toString(16)}`);
		}
		expect(measureText('ê', plain)).toEqual({ encoding: 'unicode', segments: 1, charactersLeft: 69 });
		expect(measureText('😀', plain)).toEqual({ encoding: 'unicode', segments: 1, charactersLeft: 68 });
	});

	it.each([
		['none', 160, 320, 480],
		['sixBytes', 160, 306, 459],
		['sevenBytes', 160, 304, 456],
	] as const)('with the header %s, GSM segments end at %i, %i and %i', (name, one, two, three) => {
		const segments = (length: number) => measureText('a'.repeat(length), header(name)).segments;
		expect([one, one + 1, two, two + 1, three, three + 1].map(segments)).toEqual([1, 2, 2, 3, 3, 4]);
	});

	it.each([
		['none', 70, 140, 210],
		['sixBytes', 70, 134, 201],
		['sevenBytes', 70, 132, 198],
	] as const)('with the header %s, Unicode segments end at %i, %i and %i', (name, one, two, three) => {
		const segments = (length: number) => measureText('ê'.repeat(length), header(name)).segments;
		expect([one, one + 1, two, two + 1, three, three + 1].map(segments)).toEqual([1, 2, 2, 3, 3, 4]);
	});

	it('says how much is free in the last segment', () => {
		expect(measureText('a'.repeat(160), plain).charactersLeft).toBe(0);
		expect(measureText('a'.repeat(161), plain).charactersLeft).toBe(2 * 153 - 161);
		expect(measureText('a'.repeat(161), header('none')).charactersLeft).toBe(159);
		expect(measureText('', plain)).toEqual({ encoding: 'gsm7', segments: 1, charactersLeft: 160 });
	});

	it('never splits an emoji', () => {
		const text = `${'ê'.repeat(66)}😀${'ê'.repeat(66)}`;
		expect(measureText(text, plain)).toEqual({ encoding: 'unicode', segments: 3, charactersLeft: 66 });
	});

	it('follows the encoding that was chosen', () => {
		expect(measureText('abc', { ...plain, encoding: 'unicode' })).toEqual({
			encoding: 'unicode',
			segments: 1,
			charactersLeft: 67,
		});
		expect(measureText('a€', { ...plain, encoding: 'gsm7' }).encoding).toBe('gsm7');
		const error = invalidInput(() => measureText('Ça va être 😀', { ...plain, encoding: 'gsm7' }));
		expect(error.field).toBe('text');
		expect(error.message).toBe('The character U+00EA at position 7 does not exist in the GSM alphabet.');
	});

	it('agrees with a reference that fills segments one character at a time', () => {
		const character = fc.constantFrom('a', 'é', '€', '[', '\n', 'ê', '😀', '漢');
		const gsmCharacter = fc.constantFrom('a', '€', '{', 'à');
		const text = fc.oneof(
			fc.array(character, { maxLength: 300 }),
			fc.array(gsmCharacter, { minLength: 140, maxLength: 700 }),
		);
		const headers = fc.constantFrom<ConcatenationHeader>('none', 'sixBytes', 'sevenBytes');
		fc.assert(
			fc.property(text, headers, (characters, name) => {
				const gsm = characters.every((one) => alphabet.includes(one) || doubles.includes(one));
				const cost = (one: string) => (gsm ? (doubles.includes(one) ? 2 : 1) : one.length);
				const total = characters.reduce((sum, one) => sum + cost(one), 0);
				const overhead = { none: 0, sixBytes: 6, sevenBytes: 7 }[name];
				// 140 bytes a segment, of 7 or of 16 bits a character.
				const capacity = (bytes: number) => (gsm ? Math.floor((bytes * 8) / 7) : Math.floor(bytes / 2));
				const segments: number[] = [0];
				const size = total <= capacity(140) ? capacity(140) : capacity(140 - overhead);
				for (const one of characters) {
					const last = segments.at(-1) ?? 0;
					if (last + cost(one) > size) segments.push(cost(one));
					else segments[segments.length - 1] = last + cost(one);
				}
				expect(measureText(characters.join(''), header(name))).toEqual({
					encoding: gsm ? 'gsm7' : 'unicode',
					segments: segments.length,
					charactersLeft: size - (segments.at(-1) ?? 0),
				});
			}),
			{ numRuns: 500 },
		);
	});
});

it('the characters that GSM-7 lacks are named in their order, and replaced one by one', () => {
	const text = 'Noël à Ponçay… 🎄 €é{';
	expect(charactersOutsideGsm7(text)).toEqual(['ë', 'ç', '…', '🎄']);
	expect(withinGsm7(text)).toBe('No?l à Pon?ay? ? €é{');
});
