import { InvalidInput } from '../errors';
import { normalizeNumber, withoutOptionalDigit } from '../recipients/phoneNumbers';
import { firstOfEach } from '../recipients/splitting';
import { type Charset, encodeText } from '../text/charsets';
import { type Measure, measureText, charactersOutsideGsm7, withinGsm7 } from '../text/measure';
import { isBlank } from '../validation';
import { maxSegmentsOfService, type SmsOptions } from './options';

/** Beside the number itself, `%0%` (service.md#sms-parameters, `personnalise`). */
const maxVariables = 9;

const placeholder = /%(\d)%/g;

/** The digits that a text's placeholders name: `%0%` is the number, `%1%` to `%9%` are the variables. */
export function placeholdersOf(text: string): ReadonlySet<number> {
	return new Set(Array.from(text.matchAll(placeholder), (match) => Number(match[1])));
}

/** A person's text, as the service will make it. */
function fillIn(text: string, number: string, variables: readonly string[]): string {
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
function wireRecipient(number: string, variables: readonly string[]): string {
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
function checkVariables(
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

export interface SmsRecipient {
	to: string;
	/** For `%1%` to `%9%` in the text. */
	variables?: readonly string[] | undefined;
}

export interface PreparedRecipient {
	number: string;
	variables: readonly string[];
	/** As it stands in `dest`. */
	wire: string;
	/** What the person will read. */
	text: string;
}

export interface PreparedRecipients {
	recipients: PreparedRecipient[];
	personalized: boolean;
	duplicatesRemoved: number;
}

function personalText(text: string, number: string, variables: readonly string[], position: number): string {
	const filled = fillIn(text, number, variables);
	if (!isBlank(filled)) return filled;
	throw new InvalidInput(
		'text',
		`With the variables of recipient ${position} the text is empty.`,
		'Add words around the placeholders, or fill the variables.',
	);
}

/**
 * Normalizes and checks the recipients of a send, and leaves out who would get the same text a second time.
 *
 * @throws InvalidInput (`to`, `variables`) naming the recipient's position in the list, from 1
 */
export function prepareRecipients({
	recipients,
	text,
	charset,
}: Pick<SmsOptions, 'text' | 'charset'> & { recipients: readonly SmsRecipient[] }): PreparedRecipients {
	if (recipients.length === 0)
		throw new InvalidInput('to', 'No recipient was given.', 'Enter at least one number.');
	const needed = placeholdersOf(text);
	const personalized = needed.has(0) || recipients.some(({ variables = [] }) => variables.length > 0);
	const prepared = recipients.map(({ to, variables = [] }, index): PreparedRecipient => {
		const position = index + 1;
		const number = normalizeNumber(to, 'to', recipients.length === 1 ? undefined : position);
		checkVariables(variables, needed, charset, position);
		return personalized
			? {
					number,
					variables,
					wire: wireRecipient(number, variables),
					text: personalText(text, number, variables, position),
				}
			: { number, variables, wire: number, text };
	});
	const distinct = firstOfEach(prepared, ({ number, variables, text: ownText }) => {
		const person = withoutOptionalDigit(number);
		if (!personalized) return person;
		// `%0%` in another form of the number makes no other text.
		return `${person} ${person === number ? ownText : fillIn(text, person, variables)}`;
	});
	return { recipients: distinct, personalized, duplicatesRemoved: prepared.length - distinct.length };
}

function longer(measure: Measure, otherMeasure: Measure): Measure {
	const otherIsLonger =
		otherMeasure.segments > measure.segments ||
		(otherMeasure.segments === measure.segments && otherMeasure.charactersLeft < measure.charactersLeft);
	const longest = otherIsLonger ? otherMeasure : measure;
	return { ...longest, encoding: measure.encoding === 'unicode' ? 'unicode' : otherMeasure.encoding };
}

/** What the texts of a message take together, besides the measure of the longest. */
export interface TextsMeasure extends Measure {
	/** Of all texts: each segment is charged. */
	totalSegments: number;
	/** Characters that made `auto` choose Unicode: each once, in the order of their codes so that they spell no word. */
	outsideGsm7: string[];
	/** What {@link totalSegments} would be without them. */
	totalWithinGsm7: number;
}

/**
 * The measure of the longest of the texts, as the service will send it, and `unicode` if any of them is. A text that
 * needs more segments than allowed is rejected here, because the service would cut it in silence
 * (service.md#sms-parameters, `max_parts`), unless it was told to cut.
 *
 * @throws InvalidInput (`text`)
 */
export function measureTexts(texts: readonly string[], options: SmsOptions): TextsMeasure {
	const {
		encoding,
		concatenationHeader = 'sixBytes',
		maxSegments = maxSegmentsOfService,
		truncate = false,
	} = options;
	const measure = (text: string): Measure => measureText(text, { encoding, concatenationHeader });
	const total = (measures: readonly Measure[]): number =>
		measures.reduce((sum, { segments }) => sum + Math.min(segments, maxSegments), 0);
	const measures = texts.map(measure);
	const longest = measures.reduce(longer);
	const isSwitched = encoding === 'auto' && longest.encoding === 'unicode';
	const totalSegments = total(measures);
	const totals = {
		...longest,
		totalSegments,
		outsideGsm7: isSwitched ? [...new Set(texts.flatMap(charactersOutsideGsm7))].sort() : [],
		totalWithinGsm7: isSwitched ? total(texts.map((text) => measure(withinGsm7(text)))) : totalSegments,
	};
	if (longest.segments <= maxSegments) return totals;
	if (truncate) return { ...totals, segments: maxSegments, charactersLeft: 0 };
	const whose = texts.length === 1 ? 'The text' : 'The longest personalized text';
	throw new InvalidInput(
		'text',
		`${whose} needs ${longest.segments} segments (limit: ${maxSegments}).`,
		maxSegments < maxSegmentsOfService
			? `Shorten the text, raise Max Segments (at most ${maxSegmentsOfService}), or turn on Truncate Long Text.`
			: 'Shorten the text, send it in parts, or turn on Truncate Long Text.',
	);
}
