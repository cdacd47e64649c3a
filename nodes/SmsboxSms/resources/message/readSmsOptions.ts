import type { IDataObject } from 'n8n-workflow';
import { e164 } from '../../../../protocol/recipients/phoneNumbers';
import {
	type MessageCategory,
	optOutMentions,
	outsideAllowedHours,
	type SmsNumber,
	smsNumbers,
	type SmsOptions,
	wireOptions,
} from '../../../../protocol/sms/options';
import { rescheduledTo } from '../../../../protocol/sms/marketing';
import type { SendPlan } from '../../../../protocol/sms/send';
import { charsets } from '../../../../protocol/text/charsets';
import { type Call, callAll } from '../../../engine/sending/calls';
import type { Preview } from '../../../engine/operations/operation';
import type { Reader } from '../../../engine/operations/reader';

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
export const departureOf = (sms: Schedule): Departure => sms.departures?.at(-1) ?? plannedDeparture(sms);

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
