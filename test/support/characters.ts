import fc from 'fast-check';

/** Code points of halves of characters. */
const surrogates = { first: 0xd800, count: 0x800 };

/**
 * Any character, as the unit of `fc.string`. It is fast-check's `binary`, but without the table of all characters, which takes
 * a second to make in each file.
 */
export const anyCharacter: fc.Arbitrary<string> = fc.nat({ max: 0x10ffff - surrogates.count }).map(
	(index) => String.fromCodePoint(index < surrogates.first ? index : index + surrogates.count),
	(character) => {
		const code = typeof character === 'string' ? (character.codePointAt(0) ?? -1) : -1;
		if (code < 0 || String.fromCodePoint(code) !== character) throw new Error('Not a character');
		return code < surrogates.first ? code : code - surrogates.count;
	},
);
