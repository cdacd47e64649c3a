import { internationalNumbers } from '../internationalNumbers';
import { firstOfEach } from '../splitting';

/** The recipients of a request, without `+`, each once. @throws InvalidInput (`to`) as `internationalNumbers` */
export const uniqueNumbers = (recipients: readonly string[]): string[] =>
	firstOfEach(internationalNumbers(recipients, 'to'), (number) => number);

/**
 * Numbers as RCS has them in a request ("RCS envelopes": recipient result, `submitted` has the number with `+`).
 *
 * @param numbers international, without `+`, as everything outside of the request has them
 */
export const withPlus = (numbers: readonly string[]): string[] => numbers.map((number) => `+${number}`);
