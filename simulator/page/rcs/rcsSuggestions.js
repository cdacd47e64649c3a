/** What a person can tap in a message by RCS, and what their phone does then. */
import { button, element } from '../support/dom.js';
import { icon } from '../support/icons.js';
import { others, raw, textOf } from '../phone/parts.js';

/** @typedef {{ title: string, lines: string[], offersLocation?: boolean }} Deed what the phone would do: it is only said */

const placeOf = ({ latLong, label, query }) => [
	...[label, query].map(textOf).filter((line) => line !== ''),
	...(latLong === undefined ? [] : [`${textOf(latLong?.latitude)}, ${textOf(latLong?.longitude)}`]),
];

const calendar = new Intl.DateTimeFormat('en-GB', {
	timeZone: 'Europe/Paris',
	weekday: 'short',
	day: '2-digit',
	month: 'short',
	year: 'numeric',
	hour: '2-digit',
	minute: '2-digit',
	timeZoneName: 'short',
});

/** A time that cannot be read is shown as it is. */
const timeOf = (value) =>
	Number.isNaN(Date.parse(value)) ? textOf(value) : calendar.format(new Date(value));

/** By the member that says which action it is. `known` are the members of which the lines speak. */
const ACTIONS = {
	openUrlAction: {
		sign: 'link',
		hint: 'opens a web page',
		title: 'A phone would open this page. The simulator opens nothing.',
		known: ['url'],
		lines: ({ url }) => [textOf(url)],
	},
	dialAction: {
		sign: 'phone',
		hint: 'dials a number',
		title: 'A phone would dial this number.',
		known: ['phoneNumber'],
		lines: ({ phoneNumber }) => [textOf(phoneNumber)],
	},
	viewLocationAction: {
		sign: 'location',
		hint: 'shows a place on a map',
		title: 'A phone would show this place on a map.',
		known: ['latLong', 'label', 'query'],
		lines: placeOf,
	},
	createCalendarEventAction: {
		sign: 'calendar',
		hint: 'adds a calendar event',
		title: 'A phone would add this event to its calendar.',
		known: ['title', 'description', 'startTime', 'endTime'],
		lines: ({ title, description, startTime, endTime }) => [
			textOf(title),
			`${timeOf(startTime)} to ${timeOf(endTime)}`,
			textOf(description),
		],
	},
	shareLocationAction: {
		sign: 'pin',
		hint: 'requests the location',
		title: 'The phone asks whether to share its location.',
		known: [],
		lines: () => [],
		offersLocation: true,
	},
};

const kindOf = (action) => Object.keys(ACTIONS).find((name) => Object.hasOwn(action, name));

const UNKNOWN = { sign: 'list', hint: 'unknown action' };

/** @returns {Deed} */
function deedOf(action) {
	const { fallbackUrl } = action;
	const kind = kindOf(action);
	const fallback = textOf(fallbackUrl) === '' ? [] : [`Fallback URL: ${textOf(fallbackUrl)}`];
	if (kind === undefined) {
		return {
			title: 'Unknown action',
			lines: [JSON.stringify(others(action, 'text', 'postbackData', 'fallbackUrl')), ...fallback],
		};
	}
	const { title, known, lines, offersLocation = false } = ACTIONS[kind];
	const given = action[kind] ?? {};
	return {
		title,
		lines: [
			...lines(given).filter((line) => line !== ''),
			...Object.entries(others(given, ...known)).map(([name, value]) => `${name}: ${textOf(value)}`),
			...fallback,
		],
		offersLocation,
	};
}

/** What the webhook of a tap has of a suggestion. */
const answerOf = (type, { text, postbackData }) => ({
	type,
	text: textOf(text),
	postbackData: textOf(postbackData),
});

function suggestionButton(className, { sign, hint, text }, act) {
	return button(
		{ class: className, ...(hint === undefined ? {} : { title: hint }) },
		[
			...(sign === undefined ? [] : [icon(sign)]),
			element('span', {}, text),
			...(hint === undefined ? [] : [element('span', { class: 'hidden' }, `, ${hint}`)]),
		],
		act,
	);
}

/** A button must have something to be called by. */
const isNamed = (tapped) => textOf(tapped?.text) !== '';

function suggestionNode(suggestion, className, tapped) {
	const { reply, action } = suggestion ?? {};
	if (isNamed(reply)) {
		return suggestionButton(className, { text: textOf(reply.text) }, (node) =>
			tapped(answerOf('reply', reply), null, node),
		);
	}
	if (isNamed(action)) {
		const { sign, hint } = ACTIONS[kindOf(action)] ?? UNKNOWN;
		return suggestionButton(className, { sign, hint, text: textOf(action.text) }, (node) =>
			tapped(answerOf('action', action), deedOf(action), node),
		);
	}
	return raw(suggestion);
}

/**
 * @param {unknown} suggestions
 * @param {string} className of each
 * @param {(answer: object, deed: Deed | null, node: Element) => void} tapped
 * @returns {Element[]} none, or the list of them
 */
export function suggestionParts(suggestions, className, tapped) {
	if (suggestions === undefined) return [];
	if (!Array.isArray(suggestions)) return [raw({ suggestions })];
	if (suggestions.length === 0) return [];
	return [
		element(
			'ul',
			{ class: `${className}s`, 'aria-label': 'Suggestions' },
			...suggestions.map((each) => element('li', {}, suggestionNode(each, className, tapped))),
		),
	];
}
