import { axes, checkDegrees } from '../../content/degrees';
import { checkAddress } from '../../content/jsonLinks';
import { atMostOneOf, checkOptionalText, checkText, objectIn, optionalObject } from '../../content/jsonParts';
import { capital, type FieldLocation } from '../../content/texts';
import { InvalidInput } from '../../errors';
import { type JsonObject, memberOf } from '../../http/json';

/** Checks the object of an action; `what` is the suggestion that it belongs to. */
type ActionCheck = (action: JsonObject, location: FieldLocation) => void;

const checkViewLocation: ActionCheck = (action, location) => {
	const { field, what } = location;
	const place = optionalObject(action, 'latLong', { field, what: `the location of ${what}` });
	for (const axis of place ? axes : []) {
		checkDegrees(memberOf(place, axis), axis, { field, subject: `The ${axis} of ${what}` });
	}
	checkOptionalText(action, 'label', { field, what: `the label of ${what}` });
	checkOptionalText(action, 'query', { field, what: `the query of ${what}` });
	if (!place && memberOf(action, 'query') === undefined) {
		throw new InvalidInput(
			field,
			`${capital(what)} has no location.`,
			'Set latitude and longitude, or a query.',
		);
	}
};

/** RFC 3339, which asks for a zone. */
const timestamp = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)$/i;

function timeIn(event: JsonObject, name: string, location: FieldLocation): number {
	const text = checkText(event, name, location);
	const time = timestamp.test(text) ? Date.parse(text) : Number.NaN;
	if (!Number.isNaN(time)) return time;
	throw new InvalidInput(
		location.field,
		`${capital(location.what)} isn't a time with a time zone.`,
		'Use a format such as 2026-12-24T17:00:00Z.',
	);
}

const checkCalendarEvent: ActionCheck = (event, { field, what }) => {
	const start = timeIn(event, 'startTime', { field, what: `the start of ${what}` });
	const end = timeIn(event, 'endTime', { field, what: `the end of ${what}` });
	if (end <= start)
		throw new InvalidInput(
			field,
			`The end of ${what} is not after its start.`,
			'Use a later end or an earlier start.',
		);
	checkText(event, 'title', { field, what: `the title of ${what}` });
	checkOptionalText(event, 'description', { field, what: `the description of ${what}` });
};

const checks = {
	dialAction: (action, { field, what }) => {
		checkText(action, 'phoneNumber', { field, what: `the phone number of ${what}` });
	},
	openUrlAction: (action, { field, what }) =>
		checkAddress(action, 'url', { field, what: `the URL of ${what}` }),
	viewLocationAction: checkViewLocation,
	createCalendarEventAction: checkCalendarEvent,
	shareLocationAction: () => undefined,
} satisfies Record<string, ActionCheck>;

const names = [
	'dialAction',
	'openUrlAction',
	'viewLocationAction',
	'createCalendarEventAction',
	'shareLocationAction',
] as const satisfies readonly (keyof typeof checks)[];

/** What stands beside the action itself. */
const common: ReadonlySet<string> = new Set(['text', 'postbackData', 'fallbackUrl']);

/**
 * What happens at a tap: one of the documented actions, or one that the platform has gained since, which passes.
 *
 * @param location what the suggestion is called
 */
export function checkAction(members: JsonObject, location: FieldLocation): void {
	const name = atMostOneOf(members, names, location);
	if (name !== undefined) {
		const { field, what } = location;
		checks[name](objectIn(members, name, { field, what: `the ${name} of ${what}` }), location);
		return;
	}
	if (Object.keys(members).some((other) => !common.has(other))) return;
	throw new InvalidInput(
		location.field,
		`${capital(location.what)} has no action.`,
		`Add one of: ${names.join(', ')}.`,
	);
}
