import { type CallbackDataEntry, encodeCallbackData } from '../callbacks/callbackData';
import { InvalidInput } from '../errors';
import type { Fields } from '../http/form';
import { type JsonObject, type JsonValue, memberOf } from '../http/json';
import { fromParisTime, toParisTime } from '../parisTime';
import { type RequestLimits, requestLimits } from '../recipients/splitting';
import { object, rule, buildJson } from '../schema/objects';
import {
	choice,
	constant,
	flag,
	range,
	value,
	type Entry,
	type FieldsOf,
	limitsOf,
	type MessagePosition,
	optional,
} from '../schema/entries';
import { isBlank } from '../validation';
import { validSenderId } from './senderIds';

/** A text whose characters are checked when it is encoded, in the character set of the request. */
const message = value<'text', string>('text', '', {
	check(text, { field }) {
		if (typeof text === 'string' && !isBlank(text)) return text;
		throw new InvalidInput(field, 'The text is empty.', 'Enter a value, or correct the expression.');
	},
});

/** Required in Expert mode, where an empty one means the account's default sender ID; for no other mode. */
const senderId: Entry<{ readonly senderId?: string | undefined }> = {
	name: 'senderId',
	build({ senderType, senderId: enteredId = '' }) {
		const id = String(enteredId);
		if (senderType === 'senderId') return id === '' ? '' : validSenderId(id, 'senderId');
		if (id === '') return undefined;
		throw new InvalidInput(
			'senderId',
			'A sender ID requires the sender type Sender ID ("senderId").',
			'Remove the sender ID, or change the sender type.',
		);
	},
	read: (id) => id,
};

/** A value that {@link wireOptions} has checked. */
const checked = <Name extends string>(name: Name) =>
	optional(value<Name, string>(name, '', { check: (wire) => wire }));

/** The options that are whole numbers. */
export const smsNumbers = {
	max_parts: optional(range('maxSegments', { min: 1, max: 8 })),
	/** Minutes. */
	validity: optional(range('validityPeriod', { min: 5, max: 1440 })),
	/** Hours. */
	uniq_period: optional(range('blockDuplicatesFor', { min: 1, max: 24 })),
	/** 1 is Monday. */
	day_min: optional(range('firstDay', { min: 1, max: 7 })),
	day_max: optional(range('lastDay', { min: 1, max: 7 })),
	/** Paris time. */
	hour_min: optional(range('firstHour', { min: 0, max: 23 })),
	hour_max: optional(range('lastHour', { min: 0, max: 23 })),
};

/** Their public names. */
export type SmsNumber = {
	[Wire in keyof typeof smsNumbers]: keyof FieldsOf<(typeof smsNumbers)[Wire]>;
}[keyof typeof smsNumbers];

/**
 * The parameters that both sends share (service.md#sms-parameters), recipients excepted. What is optional and
 * undefined is left to the service.
 */
export const smsOptions = object(
	'',
	{
		msg: message,
		mode: choice('senderType', 'the value', {
			senderId: 'Expert',
			shortCode: 'Standard',
			twoWay: 'Reponse',
		}),
		strategy: choice('category', 'the value', {
			private: '1',
			alert: '2',
			nonMarketingGroup: '3',
			marketing: '4',
		}),
		charset: choice('charset', 'the value', {
			'utf-8': 'utf-8',
			'iso-8859-1': 'iso-8859-1',
			'iso-8859-15': 'iso-8859-15',
		}),
		coding: choice('encoding', 'the value', { auto: 'auto', gsm7: 'default', unicode: 'unicode' }),
		id: constant('1'),
		callback: flag('requestDeliveryReport', 'the value'),
		origine: senderId,
		...smsNumbers,
		date: checked('date'),
		heure: checked('time'),
		udh: optional(choice('concatenationHeader', 'the value', { none: '0', sixBytes: '1', sevenBytes: '2' })),
		allow_vocal: optional(flag('textToSpeech', 'the value')),
		cvar: checked('callbackData'),
	},
	rule((fields, position) => checkWindow(fields, position, ['day_min', 'day_max'], 'day')),
	rule((fields, position) => checkWindow(fields, position, ['hour_min', 'hour_max'], 'hour')),
	rule(checkTextToSpeech),
);

type Derived = 'date' | 'time' | 'callbackData';

/** What a send to numbers and a send to a group have in common. */
export interface SmsOptions extends Omit<FieldsOf<typeof smsOptions>, Derived> {
	scheduleAt?: Date | undefined;
	/** Let the service cut a text that needs more segments than allowed. */
	truncate?: boolean | undefined;
	/** Marketing only: what happens outside the hours that the law allows. Left out: `schedule`. See `rescheduledTo`. */
	outsideAllowedHours?: OutsideAllowedHours | undefined;
	/** Marketing only: whether the text must say how to unsubscribe. Left out: `required`. */
	optOutMention?: OptOutMention | undefined;
	callbackData?: readonly CallbackDataEntry[] | undefined;
}

export const outsideAllowedHours = ['schedule', 'error', 'send'] as const;
export type OutsideAllowedHours = (typeof outsideAllowedHours)[number];
export const optOutMentions = ['required', 'notChecked'] as const;
export type OptOutMention = (typeof optOutMentions)[number];
export type MessageCategory = SmsOptions['category'];

/** The most segments that the service ever sends, and so its default of `max_parts`. */
export const maxSegmentsOfService = limitsOf(smsOptions, 'maxSegments').max;

/**
 * Checks a window: its bounds are "used together", and the first is not after the last (service.md#sms-parameters,
 * `day_min`, `hour_min`).
 */
function checkWindow(
	fields: JsonObject,
	position: MessagePosition,
	[first, last]: readonly [keyof typeof smsNumbers, keyof typeof smsNumbers],
	unit: string,
): void {
	const fieldOf = (wire: keyof typeof smsNumbers): string => position.fieldOf(smsNumbers[wire].name ?? wire);
	const [from, to] = [memberOf(fields, first), memberOf(fields, last)];
	if ((from === undefined) !== (to === undefined))
		throw new InvalidInput(
			fieldOf(from === undefined ? first : last),
			`The first and the last ${unit} go together.`,
			'Set both, or neither.',
		);
	if (Number(from) > Number(to))
		throw new InvalidInput(
			fieldOf(last),
			`The last ${unit} is before the first.`,
			'Swap them, or use the same value for both.',
		);
}

function checkTextToSpeech(fields: JsonObject, position: MessagePosition): void {
	if (fields.mode === 'Reponse' && fields.allow_vocal === true)
		throw new InvalidInput(
			position.fieldOf('textToSpeech'),
			"Two-Way messages can't be read out to landlines.",
			'Turn off the option, or choose another sender type.',
		);
}

const maxYearsAhead = 2;
/** How long after its time a message may still be sent: a run takes a while to get here. */
const graceMs = 60_000;

/**
 * Returns the wire's `date` and `heure`, and the instant that they stand for. One that is due keeps its time, so that it stays the
 * same message: "a past time sends immediately" (service.md#sms-parameters, `heure`).
 */
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
	if (scheduledFor === null || Date.parse(scheduledFor) <= now.getTime()) return { date, time };
	return { date, time, scheduledFor };
}

/** Options checked and as the wire has them. */
export interface WireOptions {
	fields: Fields;
	/** ISO 8601 in Paris time, never in the past; absent where the message leaves immediately. */
	scheduledFor?: string;
}

/** Returns a value as a form has it: true and false are 1 and 0. */
function wireOf(json: JsonValue): string {
	if (typeof json === 'boolean') return json ? '1' : '0';
	return typeof json === 'string' ? json : JSON.stringify(json);
}

/**
 * Returns the form of a send, recipients excepted.
 *
 * @param now the time that the schedule is compared with
 * @throws InvalidInput for each value outside its documented range, and for those that are used together
 */
export function wireOptions(options: SmsOptions, now: Date): WireOptions {
	const { scheduleAt, callbackData = [] } = options;
	const { scheduledFor, ...time } = schedule(scheduleAt, now);
	const pairs = callbackData.length === 0 ? undefined : encodeCallbackData(callbackData);
	const json = buildJson(smsOptions, { ...options, ...time, callbackData: pairs }, 'text');
	const fields: Record<string, string> = {};
	for (const [name, wire] of Object.entries(json)) fields[name] = wireOf(wire);
	return scheduledFor === undefined ? { fields } : { fields, scheduledFor };
}

/** Names as the user knows them, for errors about characters that the character set lacks. */
export const outwardNames: Readonly<Record<string, string>> = {
	...Object.fromEntries(
		Object.entries(smsOptions.members ?? {}).map(([wire, { name = wire }]) => [wire, name]),
	),
	dest: 'to',
};

/** Categories for which the service does not look at its blacklists, and so limits the recipients ("strategy"). */
export const limitedCategories: ReadonlySet<MessageCategory> = new Set<MessageCategory>(['private', 'alert']);

/** Returns the error where a category doesn't allow so many recipients. */
export function tooManyFor(
	category: MessageCategory,
	count: number,
	limits: RequestLimits,
): InvalidInput | undefined {
	if (!limitedCategories.has(category) || count <= limits.restricted) return undefined;
	return new InvalidInput(
		'category',
		`There are ${count} recipients, but this category allows only ${limits.restricted}.`,
		'Choose the right category, or use fewer recipients.',
	);
}

/** The service doesn't say that a group is too large for its category. */
export const limitedGroupFailures = {
	'ERROR 01': {
		message: 'A parameter is missing or invalid.',
		remediation: `With this message category, a group may have at most ${requestLimits.restricted} people. The sender ID must be registered in the account.`,
	},
};
