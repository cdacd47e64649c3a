import { InvalidInput } from '../errors';
import { normalizeNumber, withoutOptionalDigit } from '../recipients/phoneNumbers';
import { firstOfEach } from '../recipients/splitting';
import { type Measure, measureText, charactersOutsideGsm7, withinGsm7 } from '../text/measure';
import { isBlank } from '../validation';
import { maxSegmentsOfService, type SmsOptions } from './options';
import { checkVariables, fillIn, placeholdersOf, wireRecipient } from './personalization';

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
