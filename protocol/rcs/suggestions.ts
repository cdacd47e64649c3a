import { InvalidInput } from '../errors';
import { type JsonObject, type JsonValue, memberOf, textMember } from '../http/json';
import { numberIn } from '../recipients/phoneNumbers';
import { address, link } from '../schema/links';
import { list, numbered, object, oneOf, rule } from '../schema/objects';
import {
	degrees,
	text,
	capital,
	type Entry,
	type FieldsOf,
	labelAt,
	type FieldLocation,
	type MessagePosition,
	optional,
	ofType,
	displayOnly,
	returned,
	type ValueEntry,
} from '../schema/entries';
import { isDay } from '../validation';

const notInternational = ({ field, what }: FieldLocation): InvalidInput =>
	new InvalidInput(field, `${capital(what)} isn't in international format.`, 'Add + and the country code.');

/** Returns E.164: the platform behind the service dials international numbers only. */
function dialed(field: unknown, location: FieldLocation): JsonValue {
	const input = String(field);
	const number = input.trim() === '' ? '' : numberIn(input);
	if (number === '') return number;
	if (number !== undefined && !number.startsWith('0')) return `+${number}`;
	throw notInternational(location);
}

const enteredNumber = text('phoneNumber', 'the phone number', { toWire: dialed });

/** JSON may have what else can be dialed, such as a short number, as a text: a number has lost its `+`. */
const phoneNumber: typeof enteredNumber = {
	...enteredNumber,
	read(json, position) {
		if (typeof json !== 'number') return enteredNumber.read(json, position);
		const what = labelAt('the phone number', position);
		throw notInternational({ field: position.fieldOf('phoneNumber'), what });
	},
};

/** Returns RFC 3339 in UTC, to the second. */
const toUtc = (date: Date): string => date.toISOString().replace(/\.\d{3}Z$/, 'Z');

function timestamp(field: unknown, { field: name, what }: FieldLocation): JsonValue {
	if (field instanceof Date && !Number.isNaN(field.getTime())) return toUtc(field);
	throw new InvalidInput(name, `${capital(what)} isn't a date and time.`, 'Enter a date and time.');
}

/** RFC 3339, which requires a zone. */
const timestampFormat = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)$/i;

function checkTime(entered: string, { field, what }: FieldLocation): void {
	if (timestampFormat.test(entered) && isDay(entered.slice(0, 10)) && !Number.isNaN(Date.parse(entered)))
		return;
	throw new InvalidInput(
		field,
		`${capital(what)} isn't a time with a time zone.`,
		'Use a format such as 2026-12-24T17:00:00Z.',
	);
}

/** The same time has one form, also where JSON has another zone. */
function time<Name extends string>(name: Name, label: string): ValueEntry<Name, Date> {
	const entry: ValueEntry<Name, Date> = text(name, label, { toWire: timestamp, check: checkTime });
	return {
		...entry,
		read(json, position) {
			const checked = entry.read(json, position);
			return typeof checked === 'string' ? toUtc(new Date(checked)) : checked;
		},
	};
}

function checkOrder(event: JsonObject, position: MessagePosition): void {
	const timeOf = (name: string): number => Date.parse(textMember(event, name) ?? '');
	if (timeOf('endTime') <= timeOf('startTime'))
		throw new InvalidInput(
			position.fieldOf('end'),
			`${capital(labelAt('the end', position))} is not after its start.`,
			'Use a later end or an earlier start.',
		);
}

function checkLocation(action: JsonObject, position: MessagePosition): void {
	if (memberOf(action, 'latLong') === undefined && memberOf(action, 'query') === undefined)
		throw new InvalidInput(
			position.fieldOf('query'),
			`${capital(position.subject)} has no location.`,
			'Set latitude and longitude, or a query.',
		);
}

/** What happens at a tap. */
const actions = {
	dialAction: ofType('dial', object('the dialAction', { phoneNumber })),
	openUrlAction: ofType('openUrl', object('the openUrlAction', { url: address('url', 'the URL') })),
	viewLocationAction: ofType(
		'viewLocation',
		object(
			'the viewLocationAction',
			{
				latLong: optional(
					object('the location', {
						latitude: degrees('latitude', 'the latitude'),
						longitude: degrees('longitude', 'the longitude'),
					}),
				),
				label: optional(text('label', 'the label')),
				query: optional(text('query', 'the query')),
			},
			rule(checkLocation),
		),
	),
	createCalendarEventAction: ofType(
		'createCalendarEvent',
		object(
			'the createCalendarEventAction',
			{ startTime: time('start', 'the start'), endTime: time('end', 'the end') },
			rule(checkOrder),
			{
				title: text('title', 'the title'),
				description: optional(text('description', 'the description'), { emptyIsAbsent: true }),
			},
		),
	),
	shareLocationAction: ofType('shareLocation', object('the shareLocationAction')),
};

const tappable = {
	text: text('text', 'the text', { max: 25 }),
	/** Comes back when the suggestion is tapped. Two suggestions may have the same. */
	postbackData: returned(text('postbackData', 'the postback data', { max: 2048 })),
};

const action = {
	...tappable,
	/** What is opened where the phone can't do this. */
	fallbackUrl: optional(displayOnly(link('fallbackUrl', 'the fallback URL'))),
};

/** Checks an action that isn't in the table: one that the platform has gained since passes. */
function checkAction(json: JsonObject, position: MessagePosition): void {
	if (Object.keys(json).every((name) => Object.hasOwn(action, name)))
		throw new InvalidInput(
			position.fieldOf('type'),
			`${capital(position.subject)} has no action.`,
			`Add one of: ${Object.keys(actions).join(', ')}.`,
		);
}

/** Something to tap below a message or on a card (service.md#rcs-content). */
export const suggestion = object(
	'',
	oneOf('', {
		reply: ofType('reply', object('the reply', tappable)),
		action: object('the action', action, oneOf('', actions, checkAction)),
	}),
);

export type Suggestion = FieldsOf<typeof suggestion>;

export const suggestions = <Name extends string>(
	name: Name,
	max: number,
): Entry<{ readonly [List in Name]?: readonly Suggestion[] | undefined }> =>
	optional(list(name, 'the suggestions', { min: 0, max }, numbered('suggestion'), suggestion));
