import { webLink } from '../../content/link';
import { memberUnlessBlank } from '../../content/texts';
import { InvalidInput } from '../../errors';
import type { JsonObject } from '../../http/json';
import { numberIn } from '../../recipients/phoneNumbers';
import { suggestionAt } from './suggestionShape';

interface Tappable {
	/** On the button; at most 25 characters. */
	text: string;
	/** Comes back when it is tapped; at most 2,048 characters. */
	postbackData: string;
}

/** What a suggestion with an action has beside it. */
interface Acting extends Tappable {
	/** What is opened where the phone cannot do this; http or https. */
	fallbackUrl?: string | undefined;
}

export interface ReplySuggestion extends Tappable {
	type: 'reply';
}

export interface DialSuggestion extends Acting {
	type: 'dial';
	/** In international format; goes out as `+` and digits. */
	phoneNumber: string;
}

export interface OpenUrlSuggestion extends Acting {
	type: 'openUrl';
	/** http or https. */
	url: string;
}

/** A place by both degrees, or by what a map is to look for. */
export interface ViewLocationSuggestion extends Acting {
	type: 'viewLocation';
	/** Degrees, north positive. */
	latitude?: number | undefined;
	/** Degrees, east positive. */
	longitude?: number | undefined;
	label?: string | undefined;
	query?: string | undefined;
}

export interface CalendarSuggestion extends Acting {
	type: 'createCalendarEvent';
	start: Date;
	/** After the start. To the second, as the start: fractions are dropped. */
	end: Date;
	title: string;
	description?: string | undefined;
}

export interface ShareLocationSuggestion extends Acting {
	type: 'shareLocation';
}

/** Something to tap below a message or on a card. */
export type Suggestion =
	| ReplySuggestion
	| DialSuggestion
	| OpenUrlSuggestion
	| ViewLocationSuggestion
	| CalendarSuggestion
	| ShareLocationSuggestion;

/** Where a suggestion stands, for errors. */
interface Place {
	field: string;
	what: string;
}

/** One of each kind that there is, by its `type`. */
type Makers = {
	[Type in Suggestion['type']]: (suggestion: Extract<Suggestion, { type: Type }>, place: Place) => JsonObject;
};

/** The platform behind the service dials international numbers (E.164) only. */
function dialed(phoneNumber: string, { field, what }: Place): string {
	const number = phoneNumber.trim() === '' ? '' : numberIn(phoneNumber);
	if (number === '') return number;
	if (number !== undefined && !number.startsWith('0')) return `+${number}`;
	throw new InvalidInput(
		field,
		`The phone number of ${what} isn't in international format.`,
		'Add the country code.',
	);
}

/** RFC 3339, in UTC. */
function timestamp(time: Date, part: string, { field, what }: Place): string {
	if (!Number.isNaN(time.getTime())) return time.toISOString().replace(/\.\d{3}Z$/, 'Z');
	throw new InvalidInput(field, `The ${part} of ${what} isn't a date and time.`, 'Enter a date and time.');
}

const actionOf = (
	{ text, postbackData, fallbackUrl }: Acting,
	action: Readonly<Record<string, JsonObject>>,
): JsonObject => ({
	action: { text, postbackData, ...memberUnlessBlank('fallbackUrl', fallbackUrl?.trim()), ...action },
});

const makers: Makers = {
	reply: ({ text, postbackData }) => ({ reply: { text, postbackData } }),
	dial: (suggestion, place) =>
		actionOf(suggestion, { dialAction: { phoneNumber: dialed(suggestion.phoneNumber, place) } }),
	openUrl: (suggestion, { field, what }) =>
		actionOf(suggestion, {
			openUrlAction: { url: webLink(suggestion.url, { field, what: `the URL of ${what}` }) },
		}),
	viewLocation(suggestion) {
		const { latitude, longitude, label, query } = suggestion;
		const latLong = {
			...(latitude !== undefined && { latitude }),
			...(longitude !== undefined && { longitude }),
		};
		return actionOf(suggestion, {
			viewLocationAction: {
				...(Object.keys(latLong).length > 0 && { latLong }),
				...memberUnlessBlank('label', label),
				...memberUnlessBlank('query', query),
			},
		});
	},
	createCalendarEvent: (suggestion, place) =>
		actionOf(suggestion, {
			createCalendarEventAction: {
				startTime: timestamp(suggestion.start, 'start', place),
				endTime: timestamp(suggestion.end, 'end', place),
				title: suggestion.title,
				...memberUnlessBlank('description', suggestion.description),
			},
		}),
	shareLocation: (suggestion) => actionOf(suggestion, { shareLocationAction: {} }),
};

/** The type ties a suggestion to its maker, which TypeScript sees only where it is a parameter of its own. */
function wireOf<Type extends Suggestion['type']>(
	suggestion: Extract<Suggestion, { type: Type }> & { type: Type },
	place: Place,
): JsonObject {
	// A choice made by an expression can be anything.
	if (Object.hasOwn(makers, suggestion.type)) return makers[suggestion.type](suggestion, place);
	throw new InvalidInput(
		place.field,
		`The type of ${place.what} isn't an available option.`,
		`Choose one of: ${Object.keys(makers).join(', ')}.`,
	);
}

/**
 * `suggestions` as a member to be spread; nothing where there are none. What is blank and may be left out is left out.
 *
 * @param of behind "suggestion 2": the card that it belongs to
 * @throws InvalidInput naming the suggestion
 */
export function suggestionMembers(suggestions: readonly Suggestion[], field: string, of = ''): JsonObject {
	if (suggestions.length === 0) return {};
	return {
		suggestions: suggestions.map((suggestion, index) =>
			wireOf(suggestion, { field, what: suggestionAt(index + 1, of) }),
		),
	};
}
