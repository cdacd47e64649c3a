import { type CallbackDataEntry, encodeCallbackData } from '../callbacks/callbackData';
import { type Charset, charsets } from '../text/charsets';
import { chosen, type Range, wholeNumber } from '../validation';
import { InvalidInput } from '../errors';
import type { Fields } from '../http/form';
import { fromParisTime, toParisTime } from '../parisTime';
import type { EncodingChoice, ConcatenationHeader } from '../text/measure';
import { validSenderId } from './senderIds';

export type SenderType = 'senderId' | 'shortCode' | 'twoWay';
export const outsideAllowedHours = ['schedule', 'error', 'send'] as const;
export type OutsideAllowedHours = (typeof outsideAllowedHours)[number];
export const optOutMentions = ['required', 'notChecked'] as const;
export type OptOutMention = (typeof optOutMentions)[number];
export type MessageCategory = 'private' | 'alert' | 'nonMarketingGroup' | 'marketing';

/** The most segments that the service ever sends, and so its default of `max_parts`. */
export const maxSegmentsOfService = 8;

/** Options that are whole numbers: their documented range (service.md#sms-parameters) and their name on the wire. */
export const rangedOptions = {
	maxSegments: { min: 1, max: maxSegmentsOfService, wire: 'max_parts' },
	/** Minutes. */
	validityPeriod: { min: 5, max: 1440, wire: 'validity' },
	/** Hours. */
	blockDuplicatesFor: { min: 1, max: 24, wire: 'uniq_period' },
	/** 1 is Monday. */
	firstDay: { min: 1, max: 7, wire: 'day_min' },
	lastDay: { min: 1, max: 7, wire: 'day_max' },
	/** Paris time. */
	firstHour: { min: 0, max: 23, wire: 'hour_min' },
	lastHour: { min: 0, max: 23, wire: 'hour_max' },
} satisfies Record<string, Range & { wire: string }>;

export type RangedOption = keyof typeof rangedOptions;

const isRangedOption = (name: string): name is RangedOption => Object.hasOwn(rangedOptions, name);

export const rangedOptionNames: readonly RangedOption[] = Object.keys(rangedOptions).filter(isRangedOption);

/** What a send to numbers and a send to a group have in common. What is undefined is left to the service. */
export interface SmsOptions extends Partial<Record<RangedOption, number | undefined>> {
	text: string;
	senderType: SenderType;
	/** Sender type `senderId` only; left out or empty: the account's default sender ID. */
	senderId?: string | undefined;
	category: MessageCategory;
	requestDeliveryReport: boolean;
	scheduleAt?: Date | undefined;
	/** Let the service cut a text that needs more segments than allowed. */
	truncate?: boolean | undefined;
	charset: Charset;
	encoding: EncodingChoice;
	concatenationHeader?: ConcatenationHeader | undefined;
	textToSpeech?: boolean | undefined;
	/** Marketing only: what happens outside the hours that the law allows. Left out: `schedule`. See `rescheduledTo`. */
	outsideAllowedHours?: OutsideAllowedHours | undefined;
	/** Marketing only: whether the text must say how to unsubscribe. Left out: `required`. */
	optOutMention?: OptOutMention | undefined;
	callbackData?: readonly CallbackDataEntry[] | undefined;
}

const maxYearsAhead = 2;
/** How long after its time a message may still be sent: a run takes a while to get here. */
const graceMs = 60_000;

const modes: Readonly<Record<SenderType, string>> = {
	senderId: 'Expert',
	shortCode: 'Standard',
	twoWay: 'Reponse',
};
const strategies: Readonly<Record<MessageCategory, string>> = {
	private: '1',
	alert: '2',
	nonMarketingGroup: '3',
	marketing: '4',
};
const codings: Readonly<Record<EncodingChoice, string>> = {
	auto: 'auto',
	gsm7: 'default',
	unicode: 'unicode',
};
const headers: Readonly<Record<ConcatenationHeader, string>> = { none: '0', sixBytes: '1', sevenBytes: '2' };

const flag = (value: boolean) => (value ? '1' : '0');

/** The whole numbers that are set, by their name on the wire. */
function rangedFields(options: SmsOptions): Fields {
	return Object.fromEntries(
		rangedOptionNames.flatMap((name) => {
			const { [name]: value } = options;
			if (value === undefined) return [];
			return [[rangedOptions[name].wire, String(wholeNumber(value, rangedOptions[name], name))]];
		}),
	);
}

/**
 * Checks a window: its bounds are "used together", and the first is not after the last (service.md#sms-parameters,
 * `day_min`, `hour_min`).
 */
function checkWindow(options: SmsOptions, first: RangedOption, last: RangedOption, unit: string): void {
	const [from, to] = [options[first], options[last]];
	if ((from === undefined) !== (to === undefined)) {
		throw new InvalidInput(
			from === undefined ? first : last,
			`The first and the last ${unit} go together.`,
			'Set both, or neither.',
		);
	}
	if (from !== undefined && to !== undefined && from > to) {
		throw new InvalidInput(
			last,
			`The last ${unit} is before the first.`,
			'Swap them: a window ends on the day or at the hour that it begins, or later.',
		);
	}
}

/** `origine`: required in Expert mode, where an empty one means the default sender ID; for no other mode. */
function senderIdField({ senderType, senderId = '' }: SmsOptions): string | undefined {
	if (senderType === 'senderId') return senderId === '' ? '' : validSenderId(senderId, 'senderId');
	if (senderId === '') return undefined;
	throw new InvalidInput(
		'senderId',
		'A sender ID requires the sender type Sender ID ("senderId").',
		'Remove the sender ID, or change the sender type.',
	);
}

function textToSpeechField({ senderType, textToSpeech }: SmsOptions): string | undefined {
	if (textToSpeech && senderType === 'twoWay') {
		throw new InvalidInput(
			'textToSpeech',
			"Two-Way messages can't be read out to landlines.",
			'Turn off the option, or choose another sender type.',
		);
	}
	return textToSpeech === undefined ? undefined : flag(textToSpeech);
}

/** Returns the wire's `date` and `heure`, and the instant that they stand for; nothing for a message that is due. */
function schedule(
	scheduleAt: Date | undefined,
	now: Date,
): { date?: string; time?: string; scheduledFor?: string } {
	if (!scheduleAt) return {};
	const { date, time } = toParisTime(scheduleAt);
	if (scheduleAt.getTime() < now.getTime() - graceMs) {
		throw new InvalidInput(
			'scheduleAt',
			'The time is in the past.',
			'Choose a later time, or remove Send At to send immediately.',
		);
	}
	if (scheduleAt.getTime() <= now.getTime()) return {};
	const latest = new Date(now);
	latest.setUTCFullYear(latest.getUTCFullYear() + maxYearsAhead);
	if (scheduleAt.getTime() > latest.getTime()) {
		throw new InvalidInput(
			'scheduleAt',
			`A message can be scheduled at most ${maxYearsAhead} years ahead.`,
			'Choose an earlier time.',
		);
	}
	const scheduledFor = fromParisTime(`${date} ${time}`);
	return scheduledFor === null ? { date, time } : { date, time, scheduledFor };
}

/** Options checked and as the wire has them. */
export interface WireOptions {
	fields: Fields;
	/** ISO 8601 in Paris time, never in the past. */
	scheduledFor?: string;
}

/**
 * The parameters that both sends share (service.md#sms-parameters), recipients excepted. `msg`, `mode`, `strategy`,
 * `charset`, `coding`, `id=1` and `callback` always, `origine` in Expert mode, the others where they were set.
 *
 * @param now the time that the schedule is compared with
 * @throws InvalidInput for each value outside its documented range, and for those that are used together
 */
export function wireOptions(options: SmsOptions, now: Date): WireOptions {
	if (options.text.trim() === '')
		throw new InvalidInput('text', 'The text is empty.', 'Enter a value, or correct the expression.');
	if (!charsets.includes(options.charset)) {
		throw new InvalidInput(
			'charset',
			"The value isn't an available option.",
			`Choose one of: ${charsets.join(', ')}.`,
		);
	}
	const ranged = rangedFields(options);
	checkWindow(options, 'firstDay', 'lastDay', 'day');
	checkWindow(options, 'firstHour', 'lastHour', 'hour');
	const { date, time, scheduledFor } = schedule(options.scheduleAt, now);
	const pairs = options.callbackData ?? [];
	const header = options.concatenationHeader;
	const fields: Fields = {
		msg: options.text,
		mode: chosen(modes, options.senderType, 'senderType'),
		strategy: chosen(strategies, options.category, 'category'),
		charset: options.charset,
		coding: chosen(codings, options.encoding, 'encoding'),
		id: '1',
		callback: flag(options.requestDeliveryReport),
		origine: senderIdField(options),
		...ranged,
		date,
		heure: time,
		udh: header === undefined ? undefined : chosen(headers, header, 'concatenationHeader'),
		allow_vocal: textToSpeechField(options),
		cvar: pairs.length === 0 ? undefined : encodeCallbackData(pairs),
	};
	return scheduledFor === undefined ? { fields } : { fields, scheduledFor };
}

/** Names as the user knows them, for errors about characters that the character set lacks. */
export const outwardNames: Readonly<Record<string, string>> = {
	msg: 'text',
	dest: 'to',
	cvar: 'callbackData',
};
