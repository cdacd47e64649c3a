import { digitsOnly } from '../validation';
import { InvalidInput } from '../errors';
import type { Exchange, WireResponse } from '../exchange';
import { type Fields, formRequest } from '../http/form';
import { type Reading, readPlainText, unexpected } from '../http/plainText';
import { exchangesOf, inChunks, type RequestLimits, requestLimits } from '../recipients/splitting';
import type { Encoding } from '../text/measure';
import { type MessageCategory, outwardNames, type SmsOptions, wireOptions } from './options';
import { checkOptOutMention } from './marketing';
import { measureTexts, placeholdersOf, prepareRecipients, type SmsRecipient } from './recipients';

export type { SmsOptions } from './options';
export type { SmsRecipient } from './recipients';

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
	/** What each of them has of its own in the text, the number aside; absent where all read the same. */
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

/** Categories for which the service does not look at its blacklists, and so limits the recipients ("strategy"). */
const limitedCategories: ReadonlySet<MessageCategory> = new Set<MessageCategory>(['private', 'alert']);

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
	const parse = (reply: WireResponse): AcceptedSms => readAccepted(reply, { secrets });
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

/** Returns what a text has of a recipient's variables, without the blanks around them. */
function ownWordsIn(text: string): (recipient: { variables: readonly string[] }) => string {
	const needed = placeholdersOf(text);
	return ({ variables }) =>
		variables
			.filter((_, index) => needed.has(index + 1))
			.map((variable) => variable.trim())
			.join('\0');
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
	if (limitedCategories.has(params.category) && recipients.length > limits.restricted) {
		throw new InvalidInput(
			'category',
			`There are ${recipients.length} recipients, but this category allows only ${limits.restricted}.`,
			'Choose the right category, or use fewer recipients.',
		);
	}
	const texts = personalized ? recipients.map(({ text }) => text) : [params.text];
	checkOptOutMention(texts, params);
	const measure = measureTexts(texts, params);
	const copies = personalized ? 1 : recipients.length;
	const ownWords = ownWordsIn(params.text);
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
		...(personalized && { personal: recipients.map(ownWords) }),
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
