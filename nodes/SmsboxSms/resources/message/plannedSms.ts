import type { IDataObject } from 'n8n-workflow';
import { e164 } from '../../../../protocol/recipients/phoneNumbers';
import { nextMarketingTime, rescheduledTo } from '../../../../protocol/sms/marketing';
import {
	type MessageCategory,
	optOutMentions,
	outsideAllowedHours,
	type SmsNumber,
	smsNumbers,
	type SmsOptions,
	wireOptions,
} from '../../../../protocol/sms/options';
import type { SendPlan, SmsRecipient } from '../../../../protocol/sms/send';
import { charsets } from '../../../../protocol/text';
import { withCommas } from '../../../../protocol/validation';
import type { Preview } from '../../../engine/operations/operation';
import type { Reader } from '../../../engine/operations/reader';
import { type Call, callAll } from '../../../engine/sending/calls';

function readSenderId(reader: Reader): string | undefined {
	const { value } = reader.locator('senderId');
	return value === '' ? undefined : value;
}

const categories = ['private', 'alert', 'nonMarketingGroup', 'marketing'] as const;

function readCategory(reader: Reader): MessageCategory {
	if (reader.has('category')) return reader.choice('category', categories);
	throw reader.invalid(
		'category',
		'Choose one.',
		`There is no default, because the law depends on it. From an expression: ${categories.join(', ')}.`,
	);
}

const numberNames = Object.values(smsNumbers).flatMap(({ name }) => name ?? []);

/** Reads the whole numbers that a collection has, as far as it has them. */
function readRanged(collection: Reader): Partial<Record<SmsNumber, number>> {
	const there = numberNames.filter((name) => collection.isThere(name));
	return Object.fromEntries(there.map((name) => [name, collection.optionalInteger(name)]));
}

/** Reads the option Sending Window: one without days or hours would send at any time. */
function readSendingWindow(options: Reader): Partial<Record<SmsNumber, number>> {
	if (!options.isThere('sendingWindow')) return {};
	const sendingWindow = options.within('sendingWindow');
	if (!['days', 'hours'].some((name) => sendingWindow.isThere(name)))
		throw options.invalid('sendingWindow', 'The value is empty.', 'Add days or hours, or remove the option.');
	return { ...readRanged(sendingWindow.within('days')), ...readRanged(sendingWindow.within('hours')) };
}

const defaultEncoding = { charset: 'utf-8', encoding: 'auto' } as const;

/** Reads the option Text Encoding. */
function readTextEncoding(options: Reader): Pick<SmsOptions, 'charset' | 'encoding' | 'concatenationHeader'> {
	if (!options.isThere('textEncoding')) return defaultEncoding;
	const values = options.within('textEncoding').within('values');
	return {
		charset: values.optionalChoice('charset', charsets) ?? defaultEncoding.charset,
		encoding: values.optionalChoice('encoding', ['auto', 'gsm7', 'unicode']) ?? defaultEncoding.encoding,
		concatenationHeader: values.optionalChoice('concatenationHeader', ['none', 'sixBytes', 'sevenBytes']),
	};
}

/** Reads what both sends ask for, recipients aside: the fields of `messageFields` and `messageOptions`. */
export function readSmsOptions(reader: Reader): SmsOptions {
	const options: SmsOptions = {
		text: reader.messageText('text'),
		category: readCategory(reader),
		...readSmsSettings(reader),
	};
	// What would stop the message when it leaves stops the run before anything leaves.
	const scheduleAt = rescheduledTo(options, reader.now);
	if (scheduleAt !== undefined) wireOptions({ ...options, scheduleAt }, reader.now);
	return options;
}

/** When a message leaves the service. */
interface Departure {
	/** Undefined for at once. */
	scheduledFor: string | undefined;
	/** Whether this is later than asked, because the law doesn't allow it at that time. */
	rescheduled: boolean;
}

/** A message that is planned, and planned again if it may not leave when it is about to. */
export interface PlannedSms {
	options: SmsOptions;
	now: Date;
	plan: SendPlan;
	/** As in {@link Departure}, for all of its requests as they are planned. */
	rescheduled?: boolean;
	/**
	 * How its requests have left, by their place; empty before. Filled while they leave, so that output and hint know what
	 * no plan does.
	 */
	departures: Departure[];
}

type PlanOf = (options: SmsOptions, now: Date) => SendPlan;

/** Returns a message as it leaves: the hours of marketing are looked at now, as a long run may have crossed them. */
function atDeparture(sms: PlannedSms, now: Date, planOf: PlanOf): PlannedSms {
	const scheduleAt = rescheduledTo(sms.options, now);
	if (scheduleAt === undefined) return sms;
	const options = { ...sms.options, scheduleAt };
	return { ...sms, options, now, rescheduled: true, plan: planOf(options, now) };
}

/** Reads the sender, and `messageOptions`. */
export function readSmsSettings(reader: Reader): Omit<SmsOptions, 'text' | 'category'> {
	const options = reader.options();
	const senderType = reader.choice('senderType', ['senderId', 'shortCode', 'twoWay']);
	return {
		senderType,
		senderId: senderType === 'senderId' ? readSenderId(reader) : undefined,
		requestDeliveryReport: options.optionalFlag('requestDeliveryReport') ?? true,
		scheduleAt: options.optionalInstant('scheduleAt'),
		...readRanged(options),
		truncate: options.flag('truncate'),
		...readTextEncoding(options),
		textToSpeech: options.optionalFlag('textToSpeech'),
		...readSendingWindow(options),
		outsideAllowedHours: options.optionalChoice('outsideAllowedHours', outsideAllowedHours),
		optOutMention: options.optionalChoice('optOutMention', optOutMentions),
		callbackData: options
			.rows('callbackData', 'entry')
			.map((row) => ({ name: row.text('name'), value: row.messageText('value', 'data') })),
	};
}

/**
 * Sends a planned message: its requests one after the other, up to the first that fails. The hours of marketing are looked at
 * before each of them. Once one was scheduled, all others are scheduled for the same time, until it has passed. Fills its `departures`.
 *
 * @returns the references
 */
export async function sendPlanned(sms: PlannedSms, planOf: PlanOf, call: Call): Promise<string[]> {
	let departed = sms;
	const exchanges = sms.plan.exchanges.map((exchange, index) => ({
		...exchange,
		requestAt(now: Date) {
			// A retry can come after the time of what was sent before. Nothing can be scheduled for it any more.
			const { scheduleAt = now } = departed.options;
			departed = atDeparture(scheduleAt < now ? sms : departed, now, planOf);
			const leaving = departed.plan.exchanges[index];
			if (leaving === undefined) throw new TypeError('A plan has the same requests at every time');
			sms.departures[index] = plannedDeparture(departed);
			return leaving.request;
		},
	}));
	return (await callAll(exchanges, call)).flatMap((reply) => reply.references);
}

/** What a message has that tells when it leaves. */
export interface Schedule extends Partial<Pick<PlannedSms, 'rescheduled' | 'departures'>> {
	plan: Pick<SendPlan, 'scheduledFor'>;
}

/** What a message has that outputs tell of. */
interface Told extends Schedule {
	plan: SendPlan;
}

const plannedDeparture = ({ plan, rescheduled = false }: Schedule): Departure => ({
	scheduledFor: plan.scheduledFor,
	rescheduled,
});

/** When a message leaves: its last request, as it has left or as it is planned. */
const departureOf = (sms: Schedule): Departure => sms.departures?.at(-1) ?? plannedDeparture(sms);

/** How many recipients get a rescheduled message at its last time; undefined for all of them. */
function scheduledCountOf(
	{ plan: { exchanges }, departures = [] }: Told,
	last: Departure,
): number | undefined {
	if (!last.rescheduled || departures.length === 0) return undefined;
	const later = exchanges.filter((_, index) => departures[index]?.scheduledFor === last.scheduledFor);
	return later.length === exchanges.length
		? undefined
		: later.reduce((count, { recipients = [] }) => count + recipients.length, 0);
}

/** As {@link smsPreview}, of a message that may be scheduled for another time than asked. Fills its `departures`. */
export function previewPlanned(sms: PlannedSms, planOf: PlanOf): Preview {
	const departure = plannedDeparture(atDeparture(sms, new Date(), planOf));
	for (const index of sms.plan.exchanges.keys()) sms.departures[index] = departure;
	return smsPreview(sms);
}

/** Returns what a dry run says of a message. */
export function smsPreview(sms: Told): Preview {
	const { to, exchanges, duplicatesRemoved, totalSegments } = sms.plan;
	return {
		...(to.length > 0 && { to: to.map(e164), recipientCount: to.length }),
		requests: exchanges.length,
		totalSegments,
		...textOutput(sms),
		...(to.length > 0 && { duplicatesRemoved }),
	};
}

/** Returns what the output says about the text, and when it leaves. */
export function textOutput(sms: Told): IDataObject {
	const { segments, encoding, charactersLeft } = sms.plan;
	const departure = departureOf(sms);
	const scheduledCount = scheduledCountOf(sms, departure);
	return {
		segments,
		encoding,
		charactersLeft,
		...(departure.scheduledFor !== undefined && { scheduledFor: departure.scheduledFor }),
		...(scheduledCount !== undefined && { scheduledCount }),
		...(departure.rescheduled && { rescheduled: true }),
	};
}

/** A message that was carried out, as far as there may be something to tell about it. */
interface SentSms extends Schedule {
	options: SmsOptions;
	plan: Pick<
		SendPlan,
		'segments' | 'totalSegments' | 'outsideGsm7' | 'totalWithinGsm7' | 'scheduledFor' | 'to'
	>;
	now: Date;
	recipients?: readonly SmsRecipient[];
}

/** "3 of 5 messages", "3 of 5 marketing messages", or "The message" where there is one only. */
function shareInWords(counted: readonly SentSms[], messages: readonly SentSms[], category = ''): string {
	return messages.length === 1
		? `The ${category}message`
		: `${counted.length} of ${messages.length} ${category}messages`;
}

const verb = (messages: readonly SentSms[], singular: string, many: string): string =>
	messages.length === 1 ? singular : many;

/** A character that can be seen, or else its code alone. */
function characterName(character: string): string {
	const code = `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`;
	return /[\p{L}\p{N}\p{P}\p{S}]/u.test(character) ? `${character} (${code})` : code;
}

const mostNamed = 8;

/** Which characters make texts take more segments, and what that costs. */
function onUnicode(messages: readonly SentSms[]): string {
	const longer = messages.filter(({ plan }) => plan.totalSegments > plan.totalWithinGsm7);
	const characters = [...new Set(longer.flatMap(({ plan }) => plan.outsideGsm7))].sort();
	const total = (count: (plan: SentSms['plan']) => number): number =>
		messages.reduce((sum, { plan }) => sum + count(plan), 0);
	const [taken, without] = [total((plan) => plan.totalSegments), total((plan) => plan.totalWithinGsm7)];
	if (longer.length === 0) return '';
	const more = characters.length - mostNamed;
	const named = [
		...characters.slice(0, mostNamed).map(characterName),
		...(more > 0 ? [`${more} more`] : []),
	].join(', ');
	const unit = messages.some(({ plan }) => plan.to.length === 0) ? 'credits per member' : 'credits';
	const [cost, instead] = [taken, without].map(withCommas);
	return ` Characters outside the GSM alphabet: ${named}. With them, the run takes ${cost} ${unit} instead of ${instead}.`;
}

/** Cost: every segment is charged, and one character can make a text take twice as many. */
function onSegments(messages: readonly SentSms[]): string[] {
	const long = messages.filter(({ plan }) => plan.segments > 1);
	if (long.length === 0) return [];
	const mostSegments = long.reduce((longest, { plan }) => Math.max(longest, plan.segments), 0);
	const taken =
		messages.length === 1
			? `The message uses ${mostSegments} segments`
			: `${shareInWords(long, messages)} use more than one segment (up to ${mostSegments})`;
	return [`${taken}. Each segment is charged.${onUnicode(messages)}`];
}

/** What stands for a byte that is no character, such as `é` of a file that isn't UTF-8. */
const unreadableCharacter = '\ufffd';

/** A plan names its characters where the encoding is chosen by them, which is the default. */
function onUnreadable(messages: readonly SentSms[]): string[] {
	const broken = messages.filter(({ plan }) => plan.outsideGsm7.includes(unreadableCharacter));
	return broken.length === 0
		? []
		: [
				`${shareInWords(broken, messages)} ${verb(messages, 'has', 'have')} the character ${unreadableCharacter}: it replaces a letter that could not be read. Save the file of your texts as UTF-8.`,
			];
}

/** The placeholder may be written in another way, such as `%1`, which people would read. */
function onUnusedVariables(messages: readonly SentSms[]): string[] {
	const placeholders = new Set<string>();
	for (const { options, recipients = [] } of messages)
		for (const { variables = [] } of recipients)
			for (const index of variables.keys())
				if (!options.text.includes(`%${index + 1}%`)) placeholders.add(`%${index + 1}%`);
	const named = [...placeholders].sort().join(', ');
	if (placeholders.size === 0) return [];
	return placeholders.size === 1
		? [`Some texts lack the placeholder ${named}, so these messages lack this variable.`]
		: [`Some texts lack the placeholders ${named}, so these messages lack these variables.`];
}

const dueAt = ({ plan: { scheduledFor }, now }: SentSms): Date =>
	scheduledFor === undefined ? now : new Date(scheduledFor);

const hours = 'from 8:00 to 20:00 Paris time, not on Sundays or holidays';

/** What happened to marketing messages that were due when the law doesn't allow them. */
function onHours(marketing: readonly SentSms[]): string[] {
	const moved = marketing.filter((sms) => departureOf(sms).rescheduled);
	const late = marketing.filter((sms) => {
		const due = dueAt(sms);
		return sms.options.outsideAllowedHours === 'send' && nextMarketingTime(due) !== due;
	});
	return [
		...(moved.length === 0
			? []
			: [
					`${shareInWords(moved, marketing, 'marketing ')} ${verb(marketing, 'goes', 'go')} out at the next allowed time (scheduledFor). Marketing messages are allowed only ${hours}.`,
				]),
		...(late.length === 0
			? []
			: [
					`${shareInWords(late, marketing, 'marketing ')} ${verb(marketing, 'was', 'were')} due outside the allowed hours. SMSBOX sends marketing messages only ${hours}, and may reject others.`,
				]),
	];
}

/** The service completes a national number, and reports carry what it made of it. */
function onNational(sent: readonly SentSms[]): string[] {
	const isNational = sent.some(({ recipients = [] }) => recipients.some(({ to }) => to.startsWith('0')));
	return isNational
		? [
				'Some recipients are national numbers, and delivery reports may show them in another form. Set Default Country Code in the credential to send international numbers.',
			]
		: [];
}

/** What people should know about the messages of a run, in numbers: no text, and nobody's number. */
export function hintsOnSms(sent: readonly SentSms[]): string[] {
	const marketing = sent.filter(({ options }) => options.category === 'marketing');
	return [
		...onNational(sent),
		...onSegments(sent),
		...onUnreadable(sent),
		...onUnusedVariables(sent),
		...onHours(marketing),
	];
}
