import { InvalidInput } from './errors';
import { parseNumbers } from './phoneNumbers';

/** A recipient in words, at the beginning of a sentence: by its place where there are several. */
export function recipientAt(index: number, count: number): string {
	return count === 1 ? 'The recipient' : `Recipient ${index + 1} of the list`;
}

/**
 * Recipients as the WABA and the RCS API take them ("Business messaging (WABA) envelopes", "RCS envelopes"): phone
 * numbers in international format, here without `+`. WABA gets them like that, as the service writes numbers itself
 * (*assumed* to be taken so); RCS with `+`.
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
		`${recipientAt(national, numbers.length)} is a national number.`,
		'Write it in the international format, with the country prefix.',
	);
}
