import { InvalidInput } from '../errors';
import { listEntries, parseNumbers } from '../phoneNumbers';

/** A country, a dot, letters and digits (*assumed* from the platform behind the service). */
const userId = /^[A-Za-z]{2}\.[\w.-]+$/;

function subject(index: number, count: number): string {
	return count === 1 ? 'The recipient' : `Recipient ${index + 1} of the list`;
}

/**
 * Recipients as the service takes them ("Business messaging (WABA) envelopes"): phone numbers in international
 * format. They are sent without `+`, as the service writes numbers itself (*assumed* to be taken like that).
 *
 * @param input see `parseNumbers`
 * @throws InvalidInput for an empty list, for what cannot be a number, for a national number, and for a
 * business-scoped user ID, which the service does not take, naming the position in the list
 */
export function wabaNumbers(input: unknown, field: string): string[] {
	const entries = listEntries(input, field);
	for (const [index, entry] of entries.entries()) {
		if (typeof entry !== 'string' || !userId.test(entry.trim())) continue;
		throw new InvalidInput(
			field,
			`${subject(index, entries.length)} is a user ID, not a phone number.`,
			'The service sends to phone numbers only: a business-scoped user ID (BSUID) is not accepted.',
		);
	}
	const numbers = parseNumbers(entries, field);
	const national = numbers.findIndex((number) => number.startsWith('0'));
	if (national === -1) return numbers;
	throw new InvalidInput(
		field,
		`${subject(national, numbers.length)} is a national number.`,
		'Write it in the international format, with the country prefix.',
	);
}
