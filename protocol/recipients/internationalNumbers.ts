import { InvalidInput } from '../errors';
import { endingOf, parseNumbers } from './phoneNumbers';
import { firstOfEach } from './splitting';

/** A recipient in words, at the beginning of a sentence: by its place where there are several. */
export function recipientAt(index: number, count: number): string {
	return count === 1 ? 'The recipient' : `Recipient ${index + 1} of the list`;
}

/**
 * Reads recipients of the WABA and the RCS API (service.md#waba-requests, service.md#rcs-requests): phone numbers
 * in international format, without `+`. {@link withPlus} writes them for a request.
 *
 * @param input see `parseNumbers`
 * @throws InvalidInput for an empty list, for what cannot be a number, and for a national number, naming the
 * position in the list
 */
export function internationalNumbers(input: unknown, field: string): string[] {
	const numbers = parseNumbers(input, field);
	const national = numbers.findIndex((number) => number.startsWith('0'));
	if (national === -1) return numbers;
	throw new InvalidInput(
		field,
		`${recipientAt(national, numbers.length)}${endingOf(numbers[national])} is a national number.`,
		'Use the international format, such as +33 6 12 34 56 78. For national numbers, enter a Default Country Code in the credential.',
	);
}

/** Returns the recipients of a request, without `+`, each once. @throws InvalidInput (`to`) as {@link internationalNumbers} */
export const uniqueNumbers = (recipients: readonly string[]): string[] =>
	firstOfEach(internationalNumbers(recipients, 'to'), (number) => number);

/** Writes international numbers as every sample of a request has them: with `+`. */
export const withPlus = (numbers: readonly string[]): string[] => numbers.map((number) => `+${number}`);
