/** What is made up at random for the contents of both WABA and RCS, and what comes of it. */
import fc from 'fast-check';
import { InvalidInput } from '../../protocol/errors';

export const seed = 20260504;

/**
 * Texts about as long as a limit, with characters of one, two and four bytes, blank ones and broken ones.
 * @param right a text that nothing is wrong with, and its weight against these
 */
export const textsAround = (limit: number, right: fc.WeightedArbitrary<string>): fc.Arbitrary<string> =>
	fc.oneof(
		right,
		fc
			.tuple(fc.constantFrom('x', 'é', '😀'), fc.integer({ min: limit - 1, max: limit + 1 }))
			.map(([character, count]) => character.repeat(count)),
		fc.constantFrom('', ' ', '\ud83d'),
	);

/** @param weight of links that are right, against others */
export const links = (weight: number): fc.Arbitrary<string> =>
	fc.oneof(
		{ weight, arbitrary: fc.webUrl() },
		fc.constantFrom('', 'https://', 'ftp://example.com/a', 'https://example.com/a b'),
	);

export const optional = <Value>(value: fc.Arbitrary<Value>): fc.Arbitrary<Value | undefined> =>
	fc.option(value, { nil: undefined });

/** The content; undefined where the input is invalid. Any other error comes through. */
export function contentOrInvalid<Content>(build: () => Content): Content | undefined {
	try {
		return build();
	} catch (error) {
		if (error instanceof InvalidInput) return undefined;
		throw error;
	}
}

/** Builds contents out of what is made up, and looks at each that is valid. @returns how many were */
export function countValid<Content>(
	builds: fc.Arbitrary<() => Content>,
	numRuns: number,
	look: (content: Content) => void,
): number {
	let valid = 0;
	fc.assert(
		fc.property(builds, (build) => {
			const content = contentOrInvalid(build);
			if (content === undefined) return;
			valid++;
			look(content);
		}),
		{ numRuns, seed },
	);
	return valid;
}
