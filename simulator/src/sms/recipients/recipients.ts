import { Refusal } from '../../form/refusal';
import { normalizeNumber } from './numbers';

export interface Recipient {
	readonly number: string;
	/** The text with this recipient's variables put in. */
	readonly text: string;
}

/** `%1%` to `%9%`; `%0%` is the number itself. */
const MOST_VARIABLES = 9;

function readNumber(text: string): string {
	const number = normalizeNumber(text);
	if (number === undefined) throw new Refusal('number', 'a recipient is not a valid phone number');
	return number;
}

/**
 * A comma-separated list of numbers. *Assumed*: one wrong number refuses the whole list, and a number that stands
 * there twice gets the message twice.
 * @throws Refusal with ERROR 04
 */
export const readNumbers = (list: string): readonly string[] => list.split(',').map(readNumber);

/** `dest` of an ordinary send. */
export const readRecipients = (dest: string, text: string): readonly Recipient[] =>
	readNumbers(dest).map((number) => ({ number, text }));

/**
 * `dest` of a personalized send: `number;variable;variable,number;variable …` (service.md#sms-parameters,
 * `personnalise`). *Assumed*: a variable that a recipient lacks is empty.
 */
export const readPersonalizedRecipients = (dest: string, text: string): readonly Recipient[] =>
	dest.split(',').map((entry) => {
		const [first = '', ...variables] = entry.split(';');
		const number = readNumber(first);
		if (variables.length > MOST_VARIABLES) {
			throw new Refusal('parameters', `dest has more than ${MOST_VARIABLES} variables`);
		}
		const values = [number, ...variables.map(decodeVariable)];
		return { number, text: text.replace(/%(\d)%/g, (_, index: string) => values[Number(index)] ?? '') };
	});

/** A comma or semicolon within a variable is written by its code: `%d44%`, `%d59%`. */
const decodeVariable = (variable: string): string =>
	variable.replaceAll('%d44%', ',').replaceAll('%d59%', ';');
