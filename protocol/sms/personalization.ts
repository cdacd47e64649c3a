import { type Charset, encodeText } from '../text/charsets';
import { InvalidInput } from '../errors';

/** Beside the number itself, `%0%` (service.md#sms-parameters, `personnalise`). */
const maxVariables = 9;

const placeholder = /%(\d)%/g;

/** The digits that a text's placeholders name: `%0%` is the number, `%1%` to `%9%` are the variables. */
export function placeholdersOf(text: string): ReadonlySet<number> {
	return new Set(Array.from(text.matchAll(placeholder), (match) => Number(match[1])));
}

/** A person's text, as the service will make it. */
export function fillIn(text: string, number: string, variables: readonly string[]): string {
	// A national number is completed by the service: up to three digits in place of its 0.
	const values = [number.replace(/^0/, '000'), ...variables];
	return text.replace(
		placeholder,
		(placeholderText, digit: string) => values[Number(digit)] ?? placeholderText,
	);
}

const escapeValue = (value: string) => value.replaceAll(',', '%d44%').replaceAll(';', '%d59%');

/** Whether the service would make another text of a value: by a placeholder in it, or by an escape that wasn't ours. */
function isReplaced(value: string): boolean {
	const read = escapeValue(value).replaceAll('%d44%', ',').replaceAll('%d59%', ';');
	return read !== value || placeholdersOf(value).size > 0;
}

/** A recipient of a personalized send in `dest`: `number;first;second`. */
export function wireRecipient(number: string, variables: readonly string[]): string {
	return [number, ...variables.map(escapeValue)].join(';');
}

/**
 * Checks one person's variables.
 *
 * @param needed what {@link placeholdersOf} found in the text
 * @param position of the recipient, from 1, for the error
 * @throws InvalidInput (`variables`) for more than 9, for one that the text needs and the recipient lacks, for a
 * character that the character set lacks, and for a value that the service would change, as there is no way to
 * write it
 */
export function checkVariables(
	variables: readonly string[],
	needed: ReadonlySet<number>,
	charset: Charset,
	position: number,
): void {
	if (variables.length > maxVariables) {
		throw new InvalidInput(
			'variables',
			`Recipient ${position} has more than ${maxVariables} variables.`,
			"Remove the variables that the text doesn't use.",
		);
	}
	for (const digit of needed) {
		if (digit > variables.length) {
			throw new InvalidInput(
				'variables',
				`The text contains %${digit}%, but recipient ${position} has no variable ${digit}.`,
				'Add the variable, or remove the placeholder from the text.',
			);
		}
	}
	variables.forEach((value, index) => {
		if (isReplaced(value)) {
			throw new InvalidInput(
				'variables',
				`Variable ${index + 1} of recipient ${position} contains a placeholder such as %1%, which SMSBOX would replace.`,
				'Change the percent signs in the value.',
			);
		}
		encodeText(value, charset, 'variables', ` of variable ${index + 1} of recipient ${position}`);
	});
}
