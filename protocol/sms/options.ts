import { type CallbackParameter, encodeCallbackParameters } from '../callbackParameters';
import { type Charset, charsets } from '../charsets';
import { chosen, type Range, wholeNumber } from '../checks';
import { InvalidInput } from '../errors';
import type { Fields } from '../form';
import { fromParisTime, toParisTime } from '../parisTime';
import type { Coding, ConcatenationHeader } from './measure';
import { validSender } from './senders';

export type SenderMode = 'custom' | 'shortCode' | 'reply';
export type MessageKind = 'private' | 'alert' | 'group' | 'commercial';

/** What a send to numbers and a send to a group have in common. What is undefined is left to the service. */
export interface SmsOptions {
	text: string;
	senderMode: SenderMode;
	/** Sender mode `custom` only; left out or empty: the account's default sender. */
	sender?: string | undefined;
	kind: MessageKind;
	deliveryReport: boolean;
	scheduleAt?: Date | undefined;
	/** Minutes. */
	validity?: number | undefined;
	maxParts?: number | undefined;
	/** Let the service cut a text that needs more parts than allowed. */
	cutLongText?: boolean | undefined;
	charset: Charset;
	coding: Coding;
	concatenationHeader?: ConcatenationHeader | undefined;
	voiceForLandlines?: boolean | undefined;
	blockDuplicatesHours?: number | undefined;
	/** 1 (Monday) to 7 (Sunday). */
	dayMin?: number | undefined;
	dayMax?: number | undefined;
	/** 0 to 23, Paris time. */
	hourMin?: number | undefined;
	hourMax?: number | undefined;
	callbackParameters?: readonly CallbackParameter[] | undefined;
}

/** The most parts that the service ever sends, and so its default of `max_parts`. */
export const maxPartsOfService = 8;
const maxYearsAhead = 2;

const modes: Readonly<Record<SenderMode, string>> = {
	custom: 'Expert',
	shortCode: 'Standard',
	reply: 'Reponse',
};
const strategies: Readonly<Record<MessageKind, string>> = {
	private: '1',
	alert: '2',
	group: '3',
	commercial: '4',
};
const codings: Readonly<Record<Coding, string>> = { auto: 'auto', gsm: 'default', unicode: 'unicode' };
const headers: Readonly<Record<ConcatenationHeader, string>> = { none: '0', sixBytes: '1', sevenBytes: '2' };

const ranges = {
	validity: { min: 5, max: 1440 },
	maxParts: { min: 1, max: maxPartsOfService },
	blockDuplicatesHours: { min: 1, max: 24 },
	dayMin: { min: 1, max: 7 },
	dayMax: { min: 1, max: 7 },
	hourMin: { min: 0, max: 23 },
	hourMax: { min: 0, max: 23 },
} satisfies Record<string, Range>;

type RangedOption = keyof typeof ranges;

const flag = (value: boolean) => (value ? '1' : '0');

function ranged(options: SmsOptions, name: RangedOption): string | undefined {
	const value = options[name];
	return value === undefined ? undefined : String(wholeNumber(value, ranges[name], name));
}

/** The bounds of a window are "used together" ("SMS API: sending", `day_min`, `hour_min`). */
function together(options: SmsOptions, first: RangedOption, last: RangedOption, unit: string): void {
	const missing = options[first] === undefined ? first : last;
	if ((options[first] === undefined) === (options[last] === undefined)) return;
	throw new InvalidInput(missing, `The first and the last ${unit} go together.`, 'Set both, or neither.');
}

/** `origine`: required in Expert mode, where an empty one means the default sender; for no other mode. */
function senderField({ senderMode, sender = '' }: SmsOptions): string | undefined {
	if (senderMode === 'custom') return sender === '' ? '' : validSender(sender, 'sender');
	if (sender === '') return undefined;
	throw new InvalidInput(
		'sender',
		'A sender can be given only with the sender mode Own Sender ("custom").',
		'Remove the sender, or change the mode.',
	);
}

function voiceField({ senderMode, voiceForLandlines }: SmsOptions): string | undefined {
	if (voiceForLandlines && senderMode === 'reply') {
		throw new InvalidInput(
			'voiceForLandlines',
			'A message that can be replied to cannot be read out to landlines.',
			'Switch the option off, or choose another sender mode.',
		);
	}
	return voiceForLandlines === undefined ? undefined : flag(voiceForLandlines);
}

/** The wire's `date` and `heure`, and the instant that they stand for. */
function schedule(
	scheduleAt: Date | undefined,
	now: Date,
): { date?: string; time?: string; scheduledFor?: string } {
	if (!scheduleAt) return {};
	const { date, time } = toParisTime(scheduleAt);
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
	/** ISO 8601 in Paris time. A time that has passed is sent at once by the service. */
	scheduledFor?: string;
}

/**
 * The parameters that both sends share ("SMS API: sending"), recipients excepted. `msg`, `mode`, `strategy`, `charset`,
 * `coding`, `id=1` and `callback` always, `origine` in Expert mode, the others where they were set.
 *
 * @throws InvalidInput for each value outside its documented range, and for those that are used together
 */
export function wireOptions(options: SmsOptions, now: Date): WireOptions {
	if (options.text.trim() === '')
		throw new InvalidInput(
			'text',
			'The text is empty.',
			'Fill it in, or mend the expression that gives nothing.',
		);
	if (!charsets.includes(options.charset)) {
		throw new InvalidInput('charset', 'It is none of the choices.', `Choose one of: ${charsets.join(', ')}.`);
	}
	together(options, 'dayMin', 'dayMax', 'day');
	together(options, 'hourMin', 'hourMax', 'hour');
	const { date, time, scheduledFor } = schedule(options.scheduleAt, now);
	const pairs = options.callbackParameters ?? [];
	const header = options.concatenationHeader;
	const fields: Fields = {
		msg: options.text,
		mode: chosen(modes, options.senderMode, 'senderMode'),
		strategy: chosen(strategies, options.kind, 'kind'),
		charset: options.charset,
		coding: chosen(codings, options.coding, 'coding'),
		id: '1',
		callback: flag(options.deliveryReport),
		origine: senderField(options),
		max_parts: ranged(options, 'maxParts'),
		date,
		heure: time,
		validity: ranged(options, 'validity'),
		uniq_period: ranged(options, 'blockDuplicatesHours'),
		day_min: ranged(options, 'dayMin'),
		day_max: ranged(options, 'dayMax'),
		hour_min: ranged(options, 'hourMin'),
		hour_max: ranged(options, 'hourMax'),
		udh: header === undefined ? undefined : chosen(headers, header, 'concatenationHeader'),
		allow_vocal: voiceField(options),
		cvar: pairs.length === 0 ? undefined : encodeCallbackParameters(pairs),
	};
	return scheduledFor === undefined ? { fields } : { fields, scheduledFor };
}

/** Names as the user knows them, for errors about characters that the character set lacks. */
export const outwardNames: Readonly<Record<string, string>> = {
	msg: 'text',
	dest: 'to',
	cvar: 'callbackParameters',
};
