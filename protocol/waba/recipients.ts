import { InvalidInput } from '../errors';
import { internationalNumbers, recipientAt } from '../recipients/internationalNumbers';
import { listEntries } from '../recipients/phoneNumbers';

/** A country, a dot, letters and digits (*assumed* from the platform behind the service). */
const userId = /^[A-Za-z]{2}\.[\w.-]+$/;

/**
 * Recipients as the service takes them (service.md#waba-requests), see `internationalNumbers`.
 *
 * @param input see `parseNumbers`
 * @throws InvalidInput as there, and for a business-scoped user ID, which the service does not take
 */
export function wabaNumbers(input: unknown, field: string): string[] {
	const entries = listEntries(input, field);
	for (const [index, entry] of entries.entries()) {
		if (typeof entry !== 'string' || !userId.test(entry.trim())) continue;
		throw new InvalidInput(
			field,
			`${recipientAt(index, entries.length)} is a user ID, not a phone number.`,
			'Use a phone number in international format. Business-scoped user IDs (BSUID) are not accepted.',
		);
	}
	return internationalNumbers(entries, field);
}
