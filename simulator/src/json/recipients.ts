import { at } from '../core/json';
import type { JsonObject } from '../core/json';
import { normalizeInternational } from '../sms/recipients/numbers';
import { Failure, tooManyRecipients } from './failures';
import type { RecipientResult } from './success';

export interface ReadRecipient {
	/** Undefined for one that is refused. */
	readonly number: string | undefined;
	readonly result: RecipientResult;
}

const INVALID = 'INVALID_RECIPIENT';

/** *Assumed*: which numbers the service refuses at once; 9994… is the simulator's own, to try that out. */
const isRefusedAtOnce = (number: string): boolean => number.startsWith('9994');

function readRecipient(submitted: string, isRefused: (number: string) => boolean): ReadRecipient {
	const number = normalizeInternational(submitted);
	const refused = (reason_code: string): ReadRecipient => ({
		number: undefined,
		result: { submitted, rewrited: number ?? submitted, state: 'REJECTED', reason_code },
	});
	if (number === undefined) return refused(INVALID);
	if (isRefused(number)) return refused('NOT_ALLOWED');
	return { number, result: { submitted, rewrited: number, state: 'ACCEPTED', reason_code: 'PROCESSING' } };
}

/**
 * `recipients` of a JSON request whose shape is right; one alone may be a text. `ACCEPTED`/`PROCESSING` is documented.
 * *Assumed*: one that is no phone number in international format is refused alone, as `REJECTED`/`INVALID_RECIPIENT`, a
 * BSUID among them; one that stands there twice gets it twice; `+` and `00` are taken off. That WABA, too, has the
 * documented 400 of RCS where none is a phone number is *assumed*.
 * @param isRefused which numbers are refused as `REJECTED`/`NOT_ALLOWED`
 * @throws Failure 413 for too many, 400 where none is a phone number ("No valid recipient found.")
 */
export function readRecipients(
	body: JsonObject,
	most: number,
	isRefused = isRefusedAtOnce,
): readonly ReadRecipient[] {
	const texts = [at(body, 'recipients')].flat().map(String);
	if (texts.length > most) throw tooManyRecipients(most);
	const read = texts.map((text) => readRecipient(text, isRefused));
	if (read.every(({ result }) => result.reason_code === INVALID)) {
		throw new Failure(400, 'No valid recipient found.', 'recipients has no valid phone number');
	}
	return read;
}
