import type { WireResponse } from '../exchange';
import { isObject, type JsonObject, type JsonValue, textMember, removeMembers } from '../http/json';
import { type JsonReading, unexpectedJson } from '../http/jsonResponse';
import { e164 } from './phoneNumbers';

/** What the service says of one recipient when it takes a request. (A type alias: see `MessageStatus`.) */
export type RecipientResult = {
	/** The number as it was sent. */
	submitted: string;
	/** The number as the service understood it; where it does not say, as it was sent. */
	number: string;
	/** In the service's words: `ACCEPTED` … */
	state: string;
	/** In the service's words: `PROCESSING` … */
	reasonCode: string;
	/** Whether the recipient was taken. `null`: the state is not documented. */
	accepted: boolean | null;
	/** What else the service says of the recipient, as it came. */
	additionalFields?: JsonObject;
};

/**
 * One state is documented; the others are words that leave no doubt (*assumed*). `SUCCESS` and `DELETED` are
 * documented for other operations of RCS than sends, and are not here: they may say only that a number was looked at.
 */
const acceptedByState: ReadonlyMap<string, boolean> = new Map([
	['ACCEPTED', true],
	['REJECTED', false],
	['REFUSED', false],
	['FAILED', false],
	['INVALID', false],
]);

const declared = ['submitted', 'rewrited', 'state', 'reason_code'];

/** One entry of `recipients`, with null and empty texts where it says nothing. */
export function readRecipientResult(entry: JsonObject): RecipientResult {
	const state = textMember(entry, 'state') ?? '';
	const submitted = textMember(entry, 'submitted') ?? '';
	const additionalFields = removeMembers({ ...entry }, declared);
	return {
		submitted,
		number: e164(textMember(entry, 'rewrited') ?? submitted),
		state,
		reasonCode: textMember(entry, 'reason_code') ?? '',
		accepted: acceptedByState.get(state.toUpperCase()) ?? null,
		...(additionalFields && { additionalFields }),
	};
}

const digitsOf = (number: string): string => number.replace(/\D/g, '');

/** The numbers of an entry of `recipients`. */
interface ResultNumbers {
	submitted: string;
	number: string;
}

/**
 * Returns what the service says of a number, by number: as it was submitted, else as the service understood it. It may
 * understand a number as one that was submitted too, which has answers of its own. Answers of one number can contradict
 * each other, so all of them are kept.
 */
export function resultsByNumber<Result extends ResultNumbers>(
	results: readonly Result[],
): (number: string) => readonly Result[] {
	const resultsBy = (name: keyof ResultNumbers): Map<string, Result[]> => {
		const resultsByValue = new Map<string, Result[]>();
		for (const result of results) {
			const digits = digitsOf(result[name]);
			const sameNumber = resultsByValue.get(digits);
			if (sameNumber === undefined) resultsByValue.set(digits, [result]);
			else sameNumber.push(result);
		}
		return resultsByValue;
	};
	const [submitted, understood] = [resultsBy('submitted'), resultsBy('number')];
	return (number) => submitted.get(number) ?? understood.get(number) ?? [];
}

/** Returns what all answers about one number say; null where there are none, or where they contradict each other. */
export function agreedOf(answers: ReadonlyArray<boolean | null>): boolean | null {
	const [first = null, ...more] = answers;
	return more.every((answer) => answer === first) ? first : null;
}

/** The numbers of which the service said nothing. */
export function unconfirmedOf(to: readonly string[], results: readonly ResultNumbers[]): string[] {
	const resultsOf = resultsByNumber(results);
	return to.filter((number) => resultsOf(number).length === 0).map(e164);
}

/**
 * Whether the service took a recipient: false only if it rejected each, null where it leaves that open. What it says of
 * a number that is no recipient's counts for nobody.
 */
export function acceptedOf(to: readonly string[], results: readonly RecipientResult[]): boolean | null {
	const resultsOf = resultsByNumber(results);
	const answers = to.map((number) => resultsOf(number).map(({ accepted }) => accepted));
	if (answers.some((ofNumber) => ofNumber.includes(true))) return true;
	return answers.every((ofNumber) => agreedOf(ofNumber) === false) ? false : null;
}

/** How many recipients the service took, or may have; null where it leaves open whether it took anybody. */
export function takenOf(to: readonly string[], results: readonly RecipientResult[]): number | null {
	const resultsOf = resultsByNumber(results);
	const isTaken = (number: string): boolean =>
		agreedOf(resultsOf(number).map(({ accepted }) => accepted)) !== false;
	return acceptedOf(to, results) === null ? null : to.filter(isTaken).length;
}

const hasNumber = (entry: JsonObject): boolean => readRecipientResult(entry).number !== '';

/**
 * The `recipients` of an answer, as they came (service.md#rcs-responses, service.md#waba-responses).
 *
 * @throws UnexpectedResponse where there are none: then it is not known who was taken
 */
export function readRecipientEntries(
	recipients: JsonValue | undefined,
	reply: WireResponse,
	reading: JsonReading,
): JsonObject[] {
	if (!Array.isArray(recipients) || !recipients.every(isObject) || !recipients.some(hasNumber)) {
		throw unexpectedJson(reply, reading);
	}
	return recipients;
}

/** The same, read. */
export function readRecipientResults(
	recipients: JsonValue | undefined,
	reply: WireResponse,
	reading: JsonReading,
): RecipientResult[] {
	return readRecipientEntries(recipients, reply, reading).map(readRecipientResult);
}

/** The reference of an answer, always as text; undefined where there is none. */
export function referenceOf(body: JsonObject): string | undefined {
	return textMember(body, 'reference')?.trim() || undefined;
}

/** What `details` says of every success. Only the first is documented; the others are *assumed*. */
const usualDetails: ReadonlySet<string> = new Set([
	'Request accepted for processing.',
	'Request processed.',
	'Request successfully processed.',
]);

/** What a success can say of the request as a whole. */
export interface Details {
	/** Only where it says more than that the request was accepted: "Request processed but no recipient to add." */
	details?: string;
}

/** Returns the `details` of an answer, as a member to spread: none where it says nothing more. */
export function detailsOf(body: JsonObject): Details {
	const details = textMember(body, 'details')?.trim() ?? '';
	return details === '' || usualDetails.has(details) ? {} : { details };
}
