import { InvalidInput } from '../errors';
import type { Exchange, WireResponse } from '../exchange';
import { type Fields, formRequest, type Reading, readPlainText, unexpected } from '../http/form';
import { normalizeNumber, withoutOptionalDigit } from '../recipients/phoneNumbers';
import {
	exchangesOf,
	firstOfEach,
	inChunks,
	type RequestLimits,
	requestLimits,
} from '../recipients/splitting';
import {
	charactersOutsideGsm7,
	type Charset,
	encodeText,
	type Encoding,
	type Measure,
	measureText,
	withinGsm7,
} from '../text';
import { digitsOnly, isBlank } from '../validation';
import { checkOptOutMention } from './marketing';
import {
	limitedCategories,
	limitedGroupFailures,
	maxSegmentsOfService,
	outwardNames,
	type SmsOptions,
	tooManyFor,
	wireOptions,
} from './options';

/** Beside the number itself, `%0%` (service.md#sms-parameters, `personnalise`). */
const maxVariables = 9;

const placeholder = /%(\d)%/g;

/** The digits that a text's placeholders name: `%0%` is the number, `%1%` to `%9%` are the variables. */
function placeholdersOf(text: string): ReadonlySet<number> {
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
function prepareRecipients({
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
 * needs more segments than allowed is rejected here, because the service would silently cut it
 * (service.md#sms-parameters, `max_parts`), unless it was told to cut.
 *
 * @throws InvalidInput (`text`)
 */
function measureTexts(texts: readonly string[], options: SmsOptions): TextsMeasure {
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
		segments: longest.segments,
		encoding: longest.encoding,
		charactersLeft: longest.charactersLeft,
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

export interface SendSms extends SmsOptions {
	recipients: readonly SmsRecipient[];
}

export interface SendSmsToGroup extends SmsOptions {
	groupId: string;
}

/** What the service says about a send that it took: not that it was delivered. */
export interface AcceptedSms {
	/** How references belong to recipients is not documented: several may stand for the segments of one message. */
	references: string[];
}

/** A send, checked and divided into requests. Nothing has been sent yet. */
export interface SendPlan {
	exchanges: Exchange<AcceptedSms>[];
	/** The most recipients that one request with this message takes. */
	mostRecipients: number;
	/** Whether recipients have variables of their own, or the text holds their number. */
	personalized: boolean;
	/** The numbers in the order of sending, as they are sent; empty for a group. */
	to: string[];
	/** What each of them reads, the number aside; empty for the text as it stands, absent where all read that. */
	personal?: string[];
	/** Recipients left out because the same person would have got the same text twice. */
	duplicatesRemoved: number;
	/** Of the longest text, after cutting if the service was told to cut. */
	segments: number;
	/** `unicode` as soon as one recipient's text needs it. */
	encoding: Encoding;
	charactersLeft: number;
	/** Of all recipients; of a group, whose size is not known here, for each member. */
	totalSegments: number;
	/** See {@link TextsMeasure}. */
	outsideGsm7: string[];
	totalWithinGsm7: number;
	/** ISO 8601 in Paris time; see `toParisTime` for the rounding. */
	scheduledFor?: string;
}

const accepted = /^OK(?:[ \t]+(\d+(?:[ \t]*,[ \t]*\d+)*))?$/;

/** The answer of a send: `OK`, `OK <reference>` or `OK <reference>,<reference>`; anything else is no success. */
function readAccepted(reply: WireResponse, reading: Reading): AcceptedSms {
	const match = accepted.exec(readPlainText(reply, reading));
	if (!match) throw unexpected(reply, reading);
	return { references: match[1]?.split(/[ \t]*,[ \t]*/) ?? [] };
}

/** The sender, the time, and what comes back from people. The other options only say how the same message is delivered. */
const optionsOfMessage = ['mode', 'origine', 'date', 'heure', 'cvar'];

function sendExchange(
	query: Fields | undefined,
	form: Fields,
	params: SmsOptions,
	secrets: string[],
	group?: string,
): Exchange<AcceptedSms> {
	const isLimitedGroup = group !== undefined && limitedCategories.has(params.category);
	const parse = (reply: WireResponse): AcceptedSms =>
		readAccepted(reply, { secrets, ...(isLimitedGroup && { failures: limitedGroupFailures }) });
	return {
		effect: 'send',
		request: formRequest({ ...(query && { query }), form, charset: params.charset, outward: outwardNames }),
		message: () => ({
			text: params.text,
			...(group !== undefined && { group }),
			options: Object.fromEntries(optionsOfMessage.map((name) => [name, form[name]])),
		}),
		parse,
		referencesIn: (reply) => parse(reply).references,
	};
}

/** What a recipient reads, the number aside; empty where it is the text as it stands. */
function ownTextOf(text: string, { variables }: PreparedRecipient): string {
	const filled = fillIn(text, '%0%', variables);
	return filled === text ? '' : filled;
}

/**
 * Plans a send to numbers (service.md#sms-parameters): up to 5,000 recipients a request, 500 if personalized.
 * Personalized is a send whose recipients have variables or whose text holds `%0%`, the recipient's number.
 * A number that stands twice in the list gets one message; personalized, as many as it has different texts.
 * (A number in national and in international form is not recognized as the same one.)
 *
 * @param now the time that the schedule is compared with
 * @throws InvalidInput with the outward name of the parameter, before anything is sent
 */
export function planSms(params: SendSms, now: Date, limits: RequestLimits = requestLimits): SendPlan {
	const { fields, scheduledFor } = wireOptions(params, now);
	const { recipients, personalized, duplicatesRemoved } = prepareRecipients(params);
	const problem = tooManyFor(params.category, recipients.length, limits);
	if (problem !== undefined) throw problem;
	const texts = personalized ? recipients.map(({ text }) => text) : [params.text];
	checkOptOutMention(texts, params);
	const measure = measureTexts(texts, params);
	const copies = personalized ? 1 : recipients.length;
	const size = personalized ? limits.personalized : limits.recipients;
	return {
		exchanges: exchangesOf(inChunks(recipients, size), (chunk) => {
			const dest = chunk.map(({ wire }) => wire).join(',');
			const form = { dest, ...fields, personnalise: personalized ? '1' : undefined };
			const secrets = [params.text, ...chunk.flatMap(({ variables }) => variables)];
			const numbers = chunk.map(({ number }) => number);
			return { ...sendExchange(undefined, form, params, secrets), recipients: numbers };
		}),
		mostRecipients: limitedCategories.has(params.category) ? Math.min(limits.restricted, size) : size,
		personalized,
		to: recipients.map(({ number }) => number),
		...(personalized && { personal: recipients.map((recipient) => ownTextOf(params.text, recipient)) }),
		duplicatesRemoved,
		...measure,
		totalSegments: measure.totalSegments * copies,
		totalWithinGsm7: measure.totalWithinGsm7 * copies,
		...(scheduledFor !== undefined && { scheduledFor }),
	};
}

/**
 * Plans a send to a stored group (`action=envoigroupe`): one request, never personalized. A text with placeholders
 * is rejected, because everyone would read them as they are.
 *
 * @throws InvalidInput with the outward name of the parameter, before anything is sent
 */
export function planSmsToGroup(params: SendSmsToGroup, now: Date): SendPlan {
	const { fields, scheduledFor } = wireOptions(params, now);
	if (placeholdersOf(params.text).size > 0) {
		throw new InvalidInput(
			'text',
			"The text contains a placeholder such as %1%, but group messages can't be personalized.",
			'Remove it, or send to numbers with variables.',
		);
	}
	checkOptOutMention([params.text], params);
	const form = { groupe: digitsOnly(params.groupId, 'group'), ...fields };
	return {
		exchanges: [sendExchange({ action: 'envoigroupe' }, form, params, [params.text], form.groupe)],
		mostRecipients: 0,
		personalized: false,
		to: [],
		duplicatesRemoved: 0,
		...measureTexts([params.text], params),
		...(scheduledFor !== undefined && { scheduledFor }),
	};
}
